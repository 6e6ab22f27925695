/** Reading posts: who sees which, and as what. Every list, map, count and export goes through these fragments. */
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import type { Tables } from '../migrations/tables.ts';
import { canManagePosts } from './posts.rules.ts';

export type PostRow = Selectable<Tables['posts']>;
export type PostPlaceRow = Selectable<Tables['post_places']>;

/** Written as the partial indexes have it, or they would not be used. */
export const isPublic = sql<boolean>`(posts.status = 'published' and posts.published_to = '{}')`;

/** What the viewer sees beside what is public: their own posts, and those published to their role. Null: nothing. */
export function isVisibleBeyondPublic(viewer: Viewer): RawBuilder<boolean> | null {
  if (canManagePosts(viewer)) return sql`true`;
  if (viewer.id === null) return null;
  const own = sql`posts.user_id = ${viewer.id}`;
  if (viewer.role === null) return sql`(${own})`;
  // That it is not empty goes without saying, but for the index, which holds only what is not.
  const forRole = sql`(posts.published_to <> '{}' and posts.published_to @> array[${viewer.role}]::text[])`;
  return sql`(${own} or (posts.status = 'published' and ${forRole}))`;
}

/** What a deployment on trial shows to anybody; undefined where it shows everything. */
export const isWithinTrial = ({ lastVisiblePostId: lastPost }: Viewer): RawBuilder<boolean> | undefined =>
  lastPost === null ? undefined : sql`(posts.id <= ${lastPost})`;

/** Which posts the viewer may read, as a condition on `posts`. The same decision as `isReadable` in `posts.rules.ts`. */
export function isVisibleTo(viewer: Viewer): RawBuilder<boolean> {
  const within = isWithinTrial(viewer) ?? sql<boolean>`true`;
  if (canManagePosts(viewer)) return within;
  const beside = isVisibleBeyondPublic(viewer);
  return beside ? sql`(${within} and (${isPublic} or ${beside}))` : sql`(${within} and ${isPublic})`;
}

/** The last of the first posts that came in; null when there are not more than so many. */
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

/** How many posts of a survey the viewer may read. */
export async function countVisiblePostsOfSurvey(tx: Tx, viewer: Viewer, surveyId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from posts where posts.survey_id = ${surveyId} and ${isVisibleTo(viewer)}`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

/** The columns by which the viewer may search, sort and count. */
export interface VisibleColumns {
  user: RawBuilder<number | null>;
  postDate: RawBuilder<Date>;
  created: RawBuilder<Date>;
  updated: RawBuilder<Date | null>;
  cell: RawBuilder<number | null>;
  /** Of `post_places`. */
  lat: RawBuilder<number | null>;
  lon: RawBuilder<number | null>;
}

/**
 * Who may not know an author, a time or a place may not find it out by searching either (ruling 43). Authors search their
 * own posts as others see them: what they find on the map stands where the public sees it.
 */
export function columnsVisibleTo(viewer: Viewer): VisibleColumns {
  const as = canManagePosts(viewer) ? '' : 'shown_';
  return {
    user: sql.ref(`posts.${as}user_id`),
    postDate: sql.ref(`posts.${as}post_date`),
    created: sql.ref(`posts.${as}created`),
    updated: sql.ref(`posts.${as}updated`),
    cell: sql.ref(`posts.${as}cell`),
    lat: sql.ref(`post_places.${as}lat`),
    lon: sql.ref(`post_places.${as}lon`),
  };
}

/** Collections and saved searches that the viewer may know of, as a condition on `sets` (ruling 54). */
export function isSetVisibleTo(viewer: Viewer): RawBuilder<boolean> {
  if (viewer.can('Manage Collections and Saved Searches')) return sql`true`;
  return sql`(coalesce(sets.role, '{}') = '{}' or ${viewer.role} = any(sets.role) or sets.user_id = ${viewer.id})`;
}

/** Which of these pictures a post shows that the viewer may read; as `readVisibleAnswers` decides for answers. */
export async function findVisibleMediaIds(
  tx: Tx,
  viewer: Viewer,
  ids: readonly number[],
): Promise<Set<number>> {
  const inFull = canManagePosts(viewer) ? sql`true` : sql`posts.user_id = ${viewer.id}`;
  const { rows } = await sql<{ id: number }>`
    select distinct media_id as id from post_media join posts on posts.id = post_media.post_id
    where post_media.media_id = ${anyOfIds(ids)} and ${isVisibleTo(viewer)} and (post_media.shown or ${inFull})`.execute(
    tx,
  );
  return new Set(rows.map((row) => row.id));
}

const anyOfIds = (ids: readonly number[]) => sql<number>`any(${ids}::bigint[])`;

/** In any order; ids of no post have no row. */
export const readPostRows = (tx: Tx, ids: readonly number[]): Promise<PostRow[]> =>
  tx.selectFrom('posts').selectAll().where('id', '=', anyOfIds(ids)).execute();

export const readPostPlaces = (tx: Tx, ids: readonly number[]): Promise<PostPlaceRow[]> =>
  tx.selectFrom('post_places').selectAll().where('post_id', '=', anyOfIds(ids)).orderBy('position').execute();

export const readCategoryAnswers = (tx: Tx, ids: readonly number[]) =>
  tx
    .selectFrom('post_categories')
    .selectAll()
    .where('post_id', '=', anyOfIds(ids))
    .orderBy('category_id')
    .execute();

/** The sets, known to the viewer, that posts are in. */
export const readSetsOfPosts = (tx: Tx, viewer: Viewer, ids: readonly number[]) =>
  tx
    .selectFrom('set_posts')
    .innerJoin('sets', 'sets.id', 'set_posts.set_id')
    .select(['set_posts.post_id', 'set_posts.set_id'])
    .where('set_posts.post_id', '=', anyOfIds(ids))
    .where(isSetVisibleTo(viewer))
    .orderBy('set_posts.set_id')
    .execute();
