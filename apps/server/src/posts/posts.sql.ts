/** Reads posts, and builds the conditions on visibility that every list, map, count and export uses. */

import { type RawBuilder, type Selectable, sql } from 'kysely';
import { anyOfIds } from '../kernel/db/any-of-ids.ts';
import type { Tx } from '../kernel/db/database.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import type { Tables } from '../migrations/tables.ts';
import { canManagePosts } from './posts.rules.ts';

export type PostRow = Selectable<Tables['posts']>;
export type PostPlaceRow = Selectable<Tables['post_places']>;

/** Posts that everybody may read. The text must equal the condition of the partial indexes, or they are not used. */
export const isPublic = sql<boolean>`(posts.status = 'published' and posts.published_to = '{}' and posts.public_from is null)`;

/** Posts that the viewer sees beyond the public ones: their own and those published to their role. Null: none. */
export function isVisibleBeyondPublic(viewer: Viewer): RawBuilder<boolean> | null {
  if (canManagePosts(viewer)) return sql`true`;
  if (viewer.id === null) return null;
  const own = sql`posts.user_id = ${viewer.id}`;
  if (viewer.role === null) return sql`(${own})`;
  // An array that contains the role is never empty. The planner needs the first condition to use the partial index.
  const forRole = sql`(posts.published_to <> '{}' and posts.published_to @> array[${viewer.role}]::text[])`;
  return sql`(${own} or (posts.status = 'published' and posts.public_from is null and ${forRole}))`;
}

/** The posts that a trial deployment shows; undefined where there is no limit. */
export const isWithinTrial = ({ lastVisiblePostId }: Viewer): RawBuilder<boolean> | undefined =>
  lastVisiblePostId === null ? undefined : sql`(posts.id <= ${lastVisiblePostId})`;

/** The posts that the viewer may read, as a condition on `posts`. The same decision as `canReadPost` in `posts.rules.ts`. */
export function isVisibleTo(viewer: Viewer): RawBuilder<boolean> {
  const withinTrial = isWithinTrial(viewer) ?? sql<boolean>`true`;
  if (canManagePosts(viewer)) return withinTrial;
  const beyondPublic = isVisibleBeyondPublic(viewer);
  return beyondPublic
    ? sql`(${withinTrial} and (${isPublic} or ${beyondPublic}))`
    : sql`(${withinTrial} and ${isPublic})`;
}

/** As much of the text as a title is made of where there is none (`splitPostText`). */
export const contentStart = sql<string | null>`left(posts.content, 300)`;

/** Posts that stand for themselves. A post that is merged into another one is neither listed nor counted. */
export const isNotMerged = sql<boolean>`(posts.merged_into is null)`;

/** The posts that lists and counts show to the viewer, as a condition on `posts`. */
export const isListedFor = (viewer: Viewer): RawBuilder<boolean> =>
  sql`(${isNotMerged} and ${isVisibleTo(viewer)})`;

/**
 * Merged posts that the viewer could read before they were merged, and reads with the post that they are merged into. A condition on
 * `post_media`; the same decision as `readMergedPosts`.
 */
const isOfVisibleMergedPost = (viewer: Viewer): RawBuilder<boolean> => sql`exists (
  select from (
    select id, user_id, published_to, public_from, status_before_merge as status, merged_into from posts
    where posts.id = post_media.post_id and merged_into is not null
  ) as posts
  where ${isVisibleTo(viewer)}
    and posts.merged_into in (select posts.id from posts where ${isVisibleTo(viewer)}))`;

/** Id of the last post that a trial of `maxPosts` posts shows; null while there are no more posts than that. */
export async function findLastPostIdOfTrial(tx: Tx, maxPosts: number): Promise<number | null> {
  const rows = await tx
    .selectFrom('posts')
    .select('id')
    .orderBy('id')
    .offset(maxPosts - 1)
    .limit(2)
    .execute();
  return rows.length > 1 ? (rows[0]?.id ?? null) : null;
}

/** Number of posts of a survey that the viewer may read. */
export async function countVisiblePostsOfSurvey(tx: Tx, viewer: Viewer, surveyId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from posts where posts.survey_id = ${surveyId} and ${isListedFor(viewer)}`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

/** The columns by which the viewer may search, sort and count: masked ones unless they may see the real ones. */
export interface VisibleColumns {
  user: RawBuilder<number | null>;
  postDate: RawBuilder<Date>;
  created: RawBuilder<Date>;
  updated: RawBuilder<Date | null>;
  cell: RawBuilder<number | null>;
  /** Of `post_places`. */
  lat: RawBuilder<number | null>;
  lon: RawBuilder<number | null>;
  areaIds: RawBuilder<number[] | null>;
}

/**
 * Columns for a viewer. Whoever may not see an author, time or place may not find it out by searching either (API v3 §9, ruling 43).
 * Authors, too, search their own posts by masked columns: what they find on the map has the position that the public sees.
 */
export function columnsVisibleTo(viewer: Viewer): VisibleColumns {
  const prefix = canManagePosts(viewer) ? '' : 'masked_';
  return {
    user: sql.ref(viewer.seesPersonalData ? 'posts.user_id' : 'posts.masked_user_id'),
    postDate: sql.ref(`posts.${prefix}post_date`),
    created: sql.ref(`posts.${prefix}created`),
    updated: sql.ref(`posts.${prefix}updated`),
    cell: sql.ref(`posts.${prefix}cell`),
    lat: sql.ref(`post_places.${prefix}lat`),
    lon: sql.ref(`post_places.${prefix}lon`),
    areaIds: sql.ref(`post_places.${prefix}area_ids`),
  };
}

/** Collections and saved searches that the viewer may see, as a condition on `sets` (API v3 §9, ruling 54). */
export function isSetVisibleTo(viewer: Viewer): RawBuilder<boolean> {
  if (viewer.can('Manage Collections and Saved Searches')) return sql`true`;
  return sql`(coalesce(sets.role, '{}') = '{}' or ${viewer.role} = any(sets.role) or sets.user_id = ${viewer.id})`;
}

/** Which of these media belong to an answer that the viewer may see. The same decision as `readVisibleAnswers`. */
export async function findVisibleMediaIds(
  tx: Tx,
  viewer: Viewer,
  ids: readonly number[],
): Promise<Set<number>> {
  const unmasked = canManagePosts(viewer) ? sql`true` : sql`posts.user_id = ${viewer.id}`;
  const { rows } = await sql<{ id: number }>`
    select distinct media_id as id from post_media join posts on posts.id = post_media.post_id
    where post_media.media_id = ${anyOfIds(ids)} and (post_media.shown or ${unmasked})
      and (${isVisibleTo(viewer)} or ${isOfVisibleMergedPost(viewer)})`.execute(tx);
  return new Set(rows.map((row) => row.id));
}

/** Rows of posts, in any order. Ids without a post have no row. */
export const readPostRows = (tx: Tx, ids: readonly number[]): Promise<PostRow[]> =>
  tx.selectFrom('posts').selectAll().where('id', '=', anyOfIds(ids)).execute();

/**
 * Rows of the first of these posts, in their order: at least one, and further ones until their texts and answers have `maxBytes`. The
 * sizes are read before the rows, so that long reports do not fill the memory. Ids without a post have no row.
 */
export async function readFirstPostRows(
  tx: Tx,
  ids: readonly number[],
  maxBytes: number,
): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`
    with recursive first_posts (position, bytes) as (
      select 0, 0::bigint
      union all
      select position + 1, bytes + coalesce((
        select coalesce(octet_length(content), 0) + octet_length("values"::text) from posts
        where id = (${ids}::bigint[])[position + 1]), 0)
      from first_posts where position < ${ids.length}::int and bytes < ${maxBytes}::bigint
    )
    select posts.* from first_posts join posts on posts.id = (${ids}::bigint[])[position] order by position`.execute(
    tx,
  );
  return rows;
}

/** Codes that stand for the authors' accounts, or else for the contacts, of posts, by the id of the post. */
export async function readReporterCodes(
  tx: Tx,
  posts: readonly Pick<PostRow, 'id' | 'user_id' | 'contact_id'>[],
): Promise<Map<number, string>> {
  const ids = posts.filter((post) => post.user_id !== null || post.contact_id !== null).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; code: string }>`
    select posts.id, coalesce(users.reporter_code, contacts.reporter_code) as code
    from posts left join users on users.id = posts.user_id left join contacts on contacts.id = posts.contact_id
    where posts.id = ${anyOfIds(ids)}`.execute(tx);
  return new Map(rows.map(({ id, code }) => [id, code]));
}

/** Points of the answers of posts, ordered by position. */
export const readPostPlaces = (tx: Tx, ids: readonly number[]): Promise<PostPlaceRow[]> =>
  tx.selectFrom('post_places').selectAll().where('post_id', '=', anyOfIds(ids)).orderBy('position').execute();

/** Categories that answers of posts name. */
export const readCategoryAnswers = (tx: Tx, ids: readonly number[]) =>
  tx
    .selectFrom('post_categories')
    .selectAll()
    .where('post_id', '=', anyOfIds(ids))
    .orderBy('category_id')
    .execute();

/** Sets that the posts are in, as far as the viewer may see them. */
export const readSetsOfPosts = (tx: Tx, viewer: Viewer, ids: readonly number[]) =>
  tx
    .selectFrom('set_posts')
    .innerJoin('sets', 'sets.id', 'set_posts.set_id')
    .select(['set_posts.post_id', 'set_posts.set_id'])
    .where('set_posts.post_id', '=', anyOfIds(ids))
    .where(isSetVisibleTo(viewer))
    .orderBy('set_posts.set_id')
    .execute();
