/** Every query about pictures. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import type { Tables } from '../migrations/tables.ts';

export type MediaRow = Selectable<Tables['media']>;

export const findMedia = (tx: Tx, id: number): Promise<MediaRow | undefined> =>
  tx.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst();

/** What says whose a picture is. */
export type MediaOwnerRow = Pick<
  MediaRow,
  'id' | 'user_id' | 'visitor' | 'claim' | 'post_id' | 'message_id' | 'attached'
>;

/** Whose these pictures are; those that do not exist are left out. */
export const findMediaOwners = async (tx: Tx, ids: readonly number[]): Promise<MediaOwnerRow[]> =>
  ids.length === 0
    ? []
    : tx
        .selectFrom('media')
        .select(['id', 'user_id', 'visitor', 'claim', 'post_id', 'message_id', 'attached'])
        .where('id', '=', sql<number>`any(${ids}::bigint[])`)
        .execute();

/**
 * Gives pictures to the posts that name them. Of two that name the same at once one waits for the other and gets nothing.
 * Whether the posts may name them is for `findAttachableMedia` to have said.
 * @returns the pictures that the posts have now
 */
export async function attachToPosts(
  tx: Tx,
  attachments: readonly { id: number; postId: number }[],
): Promise<Set<number>> {
  if (attachments.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    update media set post_id = taken."postId", attached = true, visitor = null, claim = null
    from json_to_recordset(${JSON.stringify(attachments)}::json) as taken (id bigint, "postId" bigint)
    where media.id = taken.id and (not media.attached or media.post_id = taken."postId")
    returning media.id`.execute(tx);
  return new Set(rows.map((row) => row.id));
}

/**
 * Gives an upload to something that is not a post.
 * @param target its id, or the name of its file
 * @returns whether it was the person's own upload that nothing had taken
 */
export async function claimUpload(
  tx: Tx,
  userId: number | null,
  target: { id: number } | { file: string },
): Promise<boolean> {
  const taken = await tx
    .updateTable('media')
    .set({ attached: true })
    .where((is) => ('id' in target ? is('id', '=', target.id) : hasFile(target.file)))
    .where('attached', '=', false)
    .where('user_id', '=', userId)
    .returning('id')
    .execute();
  return taken.length > 0;
}

const hasFile = (name: string) => sql<boolean>`(media.file = ${name} or media.thumbnail = ${name})`;

/** The picture that a stored file is of. */
export const findMediaByFile = (tx: Tx, name: string): Promise<MediaRow | undefined> =>
  tx.selectFrom('media').selectAll().where(hasFile(name)).executeTakeFirst();

/** Lets go of a picture that belonged to no post: nothing may name it again, and it is swept up with uploads. */
export async function releaseMedia(tx: Tx, target: { id: number } | { file: string }): Promise<void> {
  await tx
    .updateTable('media')
    .set({ attached: false, user_id: null })
    .where((is) => ('id' in target ? is('id', '=', target.id) : hasFile(target.file)))
    .where('post_id', 'is', null)
    .where('message_id', 'is', null)
    .where((is) => is.not(isUsed))
    .execute();
}

interface MediaSearch {
  /** Only pictures that these people uploaded. */
  users?: readonly number[] | undefined;
  /** Only pictures that no post and no layer shows. */
  orphans?: boolean | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
  orderby?: 'id' | 'created' | undefined;
  order?: 'asc' | 'desc' | undefined;
}

const isUsed = sql<boolean>`(
  exists (select from post_media where post_media.media_id = media.id)
  or exists (select from layers where layers.media_id = media.id))`;

/** A page of pictures and how many there are in all. */
export async function searchMedia(
  tx: Tx,
  search: MediaSearch,
): Promise<{ results: MediaRow[]; total: number }> {
  let matching = tx.selectFrom('media');
  if (search.users) matching = matching.where('user_id', '=', sql<number>`any(${search.users}::bigint[])`);
  if (search.orphans) matching = matching.where((is) => is.not(isUsed));
  const { total } = await matching
    .select((count) => count.fn.countAll<number>().as('total'))
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

export const insertMedia = (tx: Tx, media: Insertable<Tables['media']>): Promise<MediaRow> =>
  tx.insertInto('media').values(media).returningAll().executeTakeFirstOrThrow();

/** @returns the row as it is now; undefined when it was deleted meanwhile */
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

/** The row, kept from others until the end of the transaction. */
export const lockMedia = (tx: Tx, id: number): Promise<MediaRow | undefined> =>
  tx.selectFrom('media').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Where a picture lies in the store. */
export type MediaFiles = Pick<MediaRow, 'file' | 'thumbnail'>;

/** Deletes what belongs to these posts, those of their earlier revisions too. */
export const deleteMediaOfPosts = (tx: Tx, postIds: readonly number[]): Promise<MediaFiles[]> =>
  tx
    .deleteFrom('media')
    .where('post_id', '=', sql<number>`any(${postIds}::bigint[])`)
    .returning(['file', 'thumbnail'])
    .execute();

/** Deletes what came with these messages and belongs to no post. */
export const deleteMediaOfMessages = (tx: Tx, messageIds: readonly number[]): Promise<MediaFiles[]> =>
  tx
    .deleteFrom('media')
    .where('message_id', '=', sql<number>`any(${messageIds}::bigint[])`)
    .where('post_id', 'is', null)
    .returning(['file', 'thumbnail'])
    .execute();

/** Deletes those that no post and no layer shows. */
export const deleteUnusedMedia = (tx: Tx, ids: readonly number[]): Promise<MediaFiles[]> =>
  tx
    .deleteFrom('media')
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where((is) => is.not(isUsed))
    .returning(['file', 'thumbnail'])
    .execute();

/**
 * Deletes what nobody attached to a post or a layer within a day. Pictures that settings name, such as a logo, are in use as
 * well.
 */
export const deleteAbandonedUploads = (tx: Tx): Promise<MediaFiles[]> =>
  tx
    .deleteFrom('media')
    .where('attached', '=', false)
    .where('created', '<', sql<Date>`now() - interval '1 day'`)
    .where((is) => is.not(isUsed))
    .where(sql<boolean>`not exists (select from settings where strpos(settings.value::text, media.file) > 0)`)
    .returning(['file', 'thumbnail'])
    .execute();

export const deleteMediaRow = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('media').where('id', '=', id).execute();
};

/** Keeps pictures that no post shows yet: somebody who was not asked for them sent them along. */
export async function markAsAttached(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.updateTable('media').set({ attached: true }).where('id', 'in', ids).execute();
}

const hasOldName = sql<boolean>`media.file ~ '^[0-9a-f]/[0-9a-f]/[0-9a-f]{32}-'`;

/** Pictures whose files are named as their senders named them. */
export const findMediaWithOldNames = (tx: Tx, limit: number): Promise<(MediaFiles & { id: number })[]> =>
  tx
    .selectFrom('media')
    .select(['id', 'file', 'thumbnail'])
    .where(hasOldName)
    .orderBy('id')
    .limit(limit)
    .execute();

/** Says where a picture lies now, unless that was said before. */
export const updateMediaFiles = async (
  tx: Tx,
  { id, file }: Pick<MediaRow, 'id' | 'file'>,
  newFiles: MediaFiles & Pick<MediaRow, 'file_hash' | 'thumbnail_hash'>,
): Promise<void> => {
  await tx.updateTable('media').set(newFiles).where('id', '=', id).where('file', '=', file).execute();
};
