/** Queries about media. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import type { Tables } from '../migrations/tables.ts';

export type MediaRow = Selectable<Tables['media']>;

/** A picture, or undefined. */
export const findMedia = (tx: Tx, id: number): Promise<MediaRow | undefined> =>
  tx.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst();

/** Pictures by their ids, in the order of the ids. */
export const findMediaByIds = async (tx: Tx, ids: readonly number[]): Promise<MediaRow[]> =>
  ids.length === 0
    ? []
    : tx
        .selectFrom('media')
        .selectAll()
        .where('id', '=', sql<number>`any(${ids}::bigint[])`)
        .orderBy('id')
        .execute();

/** The columns that decide who may attach a picture. */
export type MediaOwnerRow = Pick<
  MediaRow,
  'id' | 'user_id' | 'visitor' | 'claim' | 'post_id' | 'message_id' | 'attached'
>;

/** Owners of media. Ids without media are left out. */
export const findMediaOwners = async (tx: Tx, ids: readonly number[]): Promise<MediaOwnerRow[]> =>
  ids.length === 0
    ? []
    : tx
        .selectFrom('media')
        .select(['id', 'user_id', 'visitor', 'claim', 'post_id', 'message_id', 'attached'])
        .where('id', '=', sql<number>`any(${ids}::bigint[])`)
        .execute();

/**
 * Attaches media to the posts that name them. When two requests attach the same picture, the second waits and does not get
 * it. The caller has checked with `findAttachableMedia` that the posts may name the media.
 * @returns ids of the media that belong to the posts now
 */
export async function attachToPosts(
  tx: Tx,
  attachments: readonly { id: number; postId: number }[],
): Promise<Set<number>> {
  if (attachments.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    update media set post_id = attachment."postId", attached = true, visitor = null, claim = null
    from json_to_recordset(${JSON.stringify(attachments)}::json) as attachment (id bigint, "postId" bigint)
    where media.id = attachment.id and (not media.attached or media.post_id = attachment."postId")
    returning media.id`.execute(tx);
  return new Set(rows.map((row) => row.id));
}

/**
 * Attaches an upload to something that is not a post.
 * @param target id of the picture, or name of its file
 * @returns false unless it is an unattached upload of this user
 */
export async function claimUpload(
  tx: Tx,
  userId: number | null,
  target: { id: number } | { file: string },
): Promise<boolean> {
  const claimed = await tx
    .updateTable('media')
    .set({ attached: true })
    .where((eb) => ('id' in target ? eb('id', '=', target.id) : hasFile(target.file)))
    .where('attached', '=', false)
    .where('user_id', '=', userId)
    .returning('id')
    .execute();
  return claimed.length > 0;
}

const hasFile = (name: string) => sql<boolean>`(media.file = ${name} or media.thumbnail = ${name})`;

/** The picture that a stored file belongs to. */
export const findMediaByFile = (tx: Tx, name: string): Promise<MediaRow | undefined> =>
  tx.selectFrom('media').selectAll().where(hasFile(name)).executeTakeFirst();

/** Detaches a picture that is used by nothing else: it can no longer be attached, and is deleted with abandoned uploads. */
export async function releaseMedia(tx: Tx, target: { id: number } | { file: string }): Promise<void> {
  await tx
    .updateTable('media')
    .set({ attached: false, user_id: null })
    .where((eb) => ('id' in target ? eb('id', '=', target.id) : hasFile(target.file)))
    .where('post_id', 'is', null)
    .where('message_id', 'is', null)
    .where((eb) => eb.not(isUsed))
    .execute();
}

interface MediaSearch {
  /** Only uploads of these users. */
  users?: readonly number[] | undefined;
  /** Only media that no post and no layer uses. */
  /** The viewer if they may not see hidden uploaders: the filter by uploader finds only media of others that show them. */
  hidesUploadersFrom?: number | null | undefined;
  orphans?: boolean | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
  orderby?: 'id' | 'created' | undefined;
  order?: 'asc' | 'desc' | undefined;
}

const isUsed = sql<boolean>`(
  exists (select from post_media where post_media.media_id = media.id)
  or exists (select from layers where layers.media_id = media.id))`;

/** A page of media, and their total number. */
export async function searchMedia(
  tx: Tx,
  search: MediaSearch,
): Promise<{ results: MediaRow[]; total: number }> {
  let matching = tx.selectFrom('media');
  if (search.users) matching = matching.where('user_id', '=', sql<number>`any(${search.users}::bigint[])`);
  if (search.users && search.hidesUploadersFrom !== undefined) {
    const viewerId = search.hidesUploadersFrom;
    matching = matching.where(
      sql<boolean>`(not hide_uploader and post_id is not null or user_id = ${viewerId})`,
    );
  }
  if (search.orphans) matching = matching.where((eb) => eb.not(isUsed));
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const order = search.order ?? 'asc';
  let page = matching
    .selectAll()
    .orderBy(search.orderby ?? 'id', order)
    .orderBy('id', order);
  page = page.offset(search.offset ?? 0);
  if (search.limit !== undefined) page = page.limit(search.limit);
  return { results: await page.execute(), total };
}

/** Inserts a picture. */
export const insertMedia = (tx: Tx, media: Insertable<Tables['media']>): Promise<MediaRow> =>
  tx.insertInto('media').values(media).returningAll().executeTakeFirstOrThrow();

/** Changes a picture and sets `updated`. @returns the changed row; undefined when it was deleted meanwhile */
export const updateMediaRow = (
  tx: Tx,
  id: number,
  change: Updateable<Tables['media']>,
): Promise<MediaRow | undefined> =>
  tx
    .updateTable('media')
    .set({ ...change, updated: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Reads the row and locks it until the end of the transaction. */
export const lockMedia = (tx: Tx, id: number): Promise<MediaRow | undefined> =>
  tx.selectFrom('media').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** File names of a picture and its thumbnail in the store. */
export type MediaFiles = Pick<MediaRow, 'file' | 'thumbnail'>;

/** Deletes the media of posts, including those that only earlier revisions name. Call it before the posts are deleted. */
export const deleteMediaOfPosts = async (tx: Tx, postIds: readonly number[]): Promise<void> => {
  await tx.deleteFrom('media').where('post_id', '=', sql<number>`any(${postIds}::bigint[])`).execute();
};

/** Deletes media of messages that are not attached to a post. Call it before the messages are deleted. */
export const deleteMediaOfMessages = async (tx: Tx, messageIds: readonly number[]): Promise<void> => {
  await tx
    .deleteFrom('media')
    .where('message_id', '=', sql<number>`any(${messageIds}::bigint[])`)
    .where('post_id', 'is', null)
    .execute();
};

/** Deletes those of the media that no post and no layer uses. */
export const deleteUnusedMedia = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await tx
    .deleteFrom('media')
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where((eb) => eb.not(isUsed))
    .execute();
};

/**
 * Deletes uploads that were not attached to a post or a layer within a day. Files that settings name, such as the logo, are
 * kept.
 */
export const deleteAbandonedUploads = async (tx: Tx): Promise<void> => {
  await tx
    .deleteFrom('media')
    .where('attached', '=', false)
    .where('created', '<', sql<Date>`now() - interval '1 day'`)
    .where((eb) => eb.not(isUsed))
    .where(sql<boolean>`not exists (select from settings where strpos(settings.value::text, media.file) > 0)`)
    .execute();
};

/** Deletes the row of a picture. */
export const deleteMediaRow = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('media').where('id', '=', id).execute();
};

/** Marks media as used although no post shows them, such as media of a message, so that they are not deleted. */
export async function markAsAttached(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.updateTable('media').set({ attached: true }).where('id', 'in', ids).execute();
}

const hasOldName = sql<boolean>`media.file ~ '^[0-9a-f]/[0-9a-f]/[0-9a-f]{32}-'`;

/** Media whose file names contain the name of the uploaded file. */
export const findMediaWithOldNames = (tx: Tx, limit: number): Promise<(MediaFiles & { id: number })[]> =>
  tx
    .selectFrom('media')
    .select(['id', 'file', 'thumbnail'])
    .where(hasOldName)
    .orderBy('id')
    .limit(limit)
    .execute();

/** Stores new file names of a picture, unless they have been changed meanwhile. @returns whether it did */
export const updateMediaFiles = async (
  tx: Tx,
  { id, file }: Pick<MediaRow, 'id' | 'file'>,
  newFiles: MediaFiles & Pick<MediaRow, 'file_hash' | 'thumbnail_hash'>,
): Promise<boolean> => {
  const updated = await tx
    .updateTable('media')
    .set(newFiles)
    .where('id', '=', id)
    .where('file', '=', file)
    .returning('id')
    .execute();
  return updated.length > 0;
};

/** Number of pictures of a user that nothing uses yet. */
export async function countUnusedMedia(tx: Tx, userId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('media')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('attached', '=', false)
    .where((eb) => eb.not(isUsed))
    .executeTakeFirstOrThrow();
  return count;
}
