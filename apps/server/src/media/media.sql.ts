/** Every query about pictures. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { Tables } from '../migrations/tables.ts';

export type MediaRow = Selectable<Tables['media']>;

export const findMedia = (tx: Tx, id: number): Promise<MediaRow | undefined> =>
  tx.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst();

/** Which of these pictures exist. */
export async function knownMedia(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.selectFrom('media').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
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

export const updateMediaRow = (tx: Tx, id: number, change: Updateable<Tables['media']>): Promise<MediaRow> =>
  tx
    .updateTable('media')
    .set({ ...change, updated: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Where a picture lies in the store. */
export type MediaFiles = Pick<MediaRow, 'file' | 'thumbnail'>;

/** Deletes those that no post and no layer shows. */
export const deleteUnshown = (tx: Tx, ids: readonly number[]): Promise<MediaFiles[]> =>
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
export const deleteUploadsGivenUp = (tx: Tx): Promise<MediaFiles[]> =>
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
export async function keepMedia(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.updateTable('media').set({ attached: true }).where('id', 'in', ids).execute();
}
