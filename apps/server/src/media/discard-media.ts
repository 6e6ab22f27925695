/** Deletes media that are no longer used. */
import type { Db, Tx } from '../kernel/db/database.ts';
import { inTransactionWithHooks } from '../kernel/db/in-transaction-with-hooks.ts';
import type { TransactionHooks } from '../kernel/db/transaction-hooks.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import {
  deleteAbandonedUploads,
  deleteMediaOfMessages,
  deleteMediaOfPosts,
  deleteUnusedMedia,
  type MediaFiles,
} from './media.sql.ts';
import { deleteStaleUploads } from './uploads.sql.ts';

/** The store of media files, and the hooks that delete files once the transaction is committed. */
export interface MediaStorage {
  store: FileStore;
  txHooks: TransactionHooks;
}

function removeFiles(files: readonly MediaFiles[], { store, txHooks }: MediaStorage): void {
  for (const { file, thumbnail } of files) {
    txHooks.onCommit(() => store.remove(file));
    txHooks.onCommit(() => store.remove(thumbnail));
  }
}

/** Deletes those of the media that no post and no layer uses. */
export async function discardMedia(tx: Tx, ids: readonly number[], storage: MediaStorage): Promise<void> {
  if (ids.length > 0) removeFiles(await deleteUnusedMedia(tx, ids), storage);
}

/** Deletes the media that belong to posts. Call it before the posts are deleted. */
export async function discardMediaOfPosts(
  tx: Tx,
  postIds: readonly number[],
  storage: MediaStorage,
): Promise<void> {
  if (postIds.length > 0) removeFiles(await deleteMediaOfPosts(tx, postIds), storage);
}

/** Deletes media of messages that are not attached to a post. Call it before the messages are deleted. */
export async function discardMediaOfMessages(
  tx: Tx,
  messageIds: readonly number[],
  storage: MediaStorage,
): Promise<void> {
  if (messageIds.length > 0) removeFiles(await deleteMediaOfMessages(tx, messageIds), storage);
}

/** Deletes uploads that were not attached to anything within a day, and incomplete chunked uploads after a week. */
export async function deleteAbandonedMedia(
  db: Db,
  store: FileStore,
  onError: (error: unknown) => void,
): Promise<void> {
  await inTransactionWithHooks(
    db,
    async (tx, txHooks) => {
      removeFiles(await deleteAbandonedUploads(tx), { store, txHooks });
      await deleteStaleUploads(tx);
    },
    { onError },
  );
}
