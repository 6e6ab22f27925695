/** Deletes media that are no longer used. */
import type { Db, Tx } from '../kernel/db/database.ts';
import { inTransactionWithHooks } from '../kernel/db/in-transaction-with-hooks.ts';
import type { TransactionHooks } from '../kernel/db/transaction-hooks.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import { clearOriginalsOfPosts, clearUnwantedOriginals } from './kept-originals.sql.ts';
import {
  type AllMediaFiles,
  deleteAbandonedUploads,
  deleteMediaOfMessages,
  deleteMediaOfPosts,
  deleteUnusedMedia,
} from './media.sql.ts';
import { deleteStaleUploads } from './uploads.sql.ts';

/** The store of media files, and the hooks that delete files once the transaction is committed. */
export interface MediaStorage {
  store: FileStore;
  txHooks: TransactionHooks;
}

function removeFiles(media: readonly AllMediaFiles[], { store, txHooks }: MediaStorage): void {
  for (const { file, thumbnail, kept_original } of media)
    for (const name of [file, thumbnail, kept_original])
      if (name !== null) txHooks.onCommit(() => store.remove(name));
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

/** Deletes the kept originals of covered pictures of posts. The covered pictures stay. */
export async function discardOriginalsOfPosts(
  tx: Tx,
  postIds: readonly number[],
  { store, txHooks }: MediaStorage,
): Promise<void> {
  for (const file of await clearOriginalsOfPosts(tx, postIds)) txHooks.onCommit(() => store.remove(file));
}

/** Deletes originals that no survey keeps any more. @returns their number, at most `limit` */
export async function discardUnwantedOriginals(
  tx: Tx,
  limit: number,
  { store, txHooks }: MediaStorage,
): Promise<number> {
  const files = await clearUnwantedOriginals(tx, limit);
  for (const file of files) txHooks.onCommit(() => store.remove(file));
  return files.length;
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
    onError,
  );
}
