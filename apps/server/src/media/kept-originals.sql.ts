/** Queries about originals of covered pictures, which the survey of their post keeps for the team (docs/decisions/0077). */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

// A picture that was taken out of its post is none of the survey's any more.
const ofKeepingSurvey = sql<boolean>`exists (
  select from posts join surveys on surveys.id = posts.survey_id
  join post_media on post_media.post_id = posts.id and post_media.media_id = media.id
  where posts.id = media.post_id and surveys.keep_originals)`;

/** Those of the media whose survey keeps originals. */
export async function findMediaOfKeepingSurveys(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom('media')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where(ofKeepingSurvey)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Forgets the originals of those of the selected media that have one. @returns names of the files in the store */
async function clearOriginals(tx: Tx, ofMedia: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    with kept as (
      select id, kept_original as file from media where kept_original is not null and ${ofMedia} for update
    )
    update media set kept_original = null from kept where kept.id = media.id returning kept.file`.execute(tx);
  return rows.map(({ file }) => file);
}

/** Forgets the originals of pictures of posts. @returns names of the files in the store */
export const clearOriginalsOfPosts = (tx: Tx, postIds: readonly number[]): Promise<string[]> =>
  clearOriginals(tx, sql`post_id = any(${postIds}::bigint[]) order by id`);

/** Forgets originals that no survey keeps any more: it was changed, or the post was moved. @returns as `clearOriginalsOfPosts` */
export const clearUnwantedOriginals = (tx: Tx, limit: number): Promise<string[]> =>
  clearOriginals(tx, sql`not ${ofKeepingSurvey} order by id limit ${limit}`);
