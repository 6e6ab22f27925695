/** Removing pictures that nobody has a use for any more. */
import { type Db, inTransaction, type Tx } from '../kernel/db.ts';
import type { FileStore } from '../kernel/file-store.ts';
import { Outcome } from '../kernel/outcome.ts';
import {
  deleteMediaOfMessages,
  deleteMediaOfPosts,
  deleteUnshown,
  deleteUploadsGivenUp,
  type MediaFiles,
} from './media.sql.ts';
import { deleteOldUploads } from './uploads.sql.ts';

/** Where pictures lie, and where to say that they can go. */
export interface MediaPlace {
  store: FileStore;
  outcome: Outcome;
}

function removeFiles(files: readonly MediaFiles[], { store, outcome }: MediaPlace): void {
  for (const { file, thumbnail } of files) {
    outcome.onCommit(() => store.remove(file));
    outcome.onCommit(() => store.remove(thumbnail));
  }
}

/** Deletes those of these pictures that no post and no layer shows. */
export async function discardMedia(tx: Tx, ids: readonly number[], place: MediaPlace): Promise<void> {
  if (ids.length > 0) removeFiles(await deleteUnshown(tx, ids), place);
}

/** Deletes the pictures of posts, before the posts themselves; nobody else's go with them. */
export async function discardMediaOfPosts(
  tx: Tx,
  postIds: readonly number[],
  place: MediaPlace,
): Promise<void> {
  if (postIds.length > 0) removeFiles(await deleteMediaOfPosts(tx, postIds), place);
}

/** Deletes the pictures that came with messages and that no post took, before the messages themselves. */
export async function discardMediaOfMessages(
  tx: Tx,
  messageIds: readonly number[],
  place: MediaPlace,
): Promise<void> {
  if (messageIds.length > 0) removeFiles(await deleteMediaOfMessages(tx, messageIds), place);
}

/** Deletes uploads of which nothing became within a day, a report that was never sent; those in pieces after a week. */
export async function sweepMedia(db: Db, store: FileStore, tell: (error: unknown) => void): Promise<void> {
  const outcome = new Outcome();
  await inTransaction(db, 'writes', async (tx) => {
    removeFiles(await deleteUploadsGivenUp(tx), { store, outcome });
    await deleteOldUploads(tx);
  });
  await outcome.settle(true, tell);
}
