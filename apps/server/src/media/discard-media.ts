/** Removing pictures that nobody has a use for any more. */
import { type Db, inTransaction, type Tx } from '../kernel/db/database.ts';
import { TransactionHooks } from '../kernel/db/transaction-hooks.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import {
  deleteAbandonedUploads,
  deleteMediaOfMessages,
  deleteMediaOfPosts,
  deleteUnusedMedia,
  type MediaFiles,
} from './media.sql.ts';
import { deleteStaleUploads } from './uploads.sql.ts';

/** Where pictures lie, and where to say that they can go. */
export interface MediaStorage {
  store: FileStore;
  outcome: TransactionHooks;
}

function removeFiles(files: readonly MediaFiles[], { store, outcome: txHooks }: MediaStorage): void {
  for (const { file, thumbnail } of files) {
    txHooks.onCommit(() => store.remove(file));
    txHooks.onCommit(() => store.remove(thumbnail));
  }
}

/** Deletes those of these pictures that no post and no layer shows. */
export async function discardMedia(tx: Tx, ids: readonly number[], storage: MediaStorage): Promise<void> {
  if (ids.length > 0) removeFiles(await deleteUnusedMedia(tx, ids), storage);
}

/** Deletes the pictures of posts, before the posts themselves; nobody else's go with them. */
export async function discardMediaOfPosts(
  tx: Tx,
  postIds: readonly number[],
  storage: MediaStorage,
): Promise<void> {
  if (postIds.length > 0) removeFiles(await deleteMediaOfPosts(tx, postIds), storage);
}

/** Deletes the pictures that came with messages and that no post took, before the messages themselves. */
export async function discardMediaOfMessages(
  tx: Tx,
  messageIds: readonly number[],
  storage: MediaStorage,
): Promise<void> {
  if (messageIds.length > 0) removeFiles(await deleteMediaOfMessages(tx, messageIds), storage);
}

/** Deletes uploads of which nothing became within a day, a report that was never sent; those in pieces after a week. */
export async function deleteAbandonedMedia(
  db: Db,
  store: FileStore,
  onError: (error: unknown) => void,
): Promise<void> {
  const txHooks = new TransactionHooks();
  await inTransaction(db, 'writes', async (tx) => {
    removeFiles(await deleteAbandonedUploads(tx), { store, outcome: txHooks });
    await deleteStaleUploads(tx);
  });
  await txHooks.run(true, onError);
}
