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

/** Deletes the originals of those of the selected media that have one. @returns their number */
async function deleteOriginals(tx: Tx, ofMedia: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with kept as (select id from media where kept_original is not null and ${ofMedia} for update)
    update media set kept_original = null from kept where kept.id = media.id`.execute(tx);
  return Number(numAffectedRows);
}

/** Deletes the originals of covered pictures of posts. The covered pictures stay. @returns their number */
export const deleteOriginalsOfPosts = (tx: Tx, postIds: readonly number[]): Promise<number> =>
  deleteOriginals(tx, sql`post_id = any(${postIds}::bigint[]) order by id`);

/** Deletes originals that no survey keeps any more: it was changed, or the post was moved. @returns their number */
export const deleteUnwantedOriginals = (tx: Tx, limit: number): Promise<number> =>
  deleteOriginals(tx, sql`not ${ofKeepingSurvey} order by id limit ${limit}`);
