/** Queries about the surroundings of a post: others nearby, its sender's numbers, decisions, photographs. */
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import { type RawBuilder, sql } from 'kysely';
import { kilometresBetween } from '../../browse/browse.public.ts';
import type { Tx } from '../../kernel/db/database.ts';
import { contentStart } from '../../posts/posts.public.ts';
import { isInBoxAround, isOther, type Place, type Target } from './duplicates.sql.ts';

/** A post with its place that is the nearest to the target. */
export interface ComparedRow {
  id: number;
  title: string | null;
  /** The beginning of the text. */
  content: string | null;
  status: PostStatus;
  post_date: Date;
  lat: number | null;
  lon: number | null;
  /** Metres; null if one of the two has no place. */
  distance: number | null;
}

/** Metres from columns to the nearest of some places; null for none. */
function metresToNearest(
  lat: RawBuilder<unknown>,
  lon: RawBuilder<unknown>,
  places: readonly Place[],
): RawBuilder<number | null> {
  if (places.length === 0) return sql`null::float8`;
  const distances = places.map((place) => kilometresBetween({ lat, lon }, place));
  return sql`1000 * least(${sql.join(distances)})`;
}
const distanceOfPlace = ({ places }: Target) =>
  metresToNearest(sql`post_places.lat`, sql`post_places.lon`, places);

/** Rows of posts, by id. */
export async function readComparedPosts(
  tx: Tx,
  target: Target,
  ids: readonly number[],
): Promise<ComparedRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ComparedRow>`
    select posts.id, posts.title, ${contentStart} as content, posts.status, posts.post_date, nearest.lat, nearest.lon, nearest.distance
    from posts left join lateral (
      select post_places.lat, post_places.lon, ${distanceOfPlace(target)} as distance
      from post_places where post_places.post_id = posts.id
      order by 3, post_places.attribute_id, post_places.position limit 1
    ) as nearest on true
    where posts.id = any(${ids}::bigint[]) and ${isOther(target)} order by posts.id`.execute(tx);
  return rows;
}

/** The nearest posts that are not archived. */
export async function findNearbyPosts(
  tx: Tx,
  target: Target,
  metres: number,
  skippedIds: readonly number[],
  limit: number,
): Promise<ComparedRow[]> {
  if (target.places.length === 0) return [];
  const isAround = target.places.map((place) => isInBoxAround(place, metres));
  const { rows } = await sql<ComparedRow>`
    select posts.id, posts.title, ${contentStart} as content, posts.status, posts.post_date, near.lat, near.lon, near.distance
    from (
      select distinct on (post_id) post_id, lat, lon, distance from (
        select post_places.post_id, post_places.lat, post_places.lon, ${distanceOfPlace(target)} as distance
        from post_places where ${sql.join(isAround, sql` or `)}
      ) as each_place
      where distance <= ${metres} order by post_id, distance
    ) as near join posts on posts.id = near.post_id
    where posts.status <> 'archived' and posts.id <> all(${skippedIds}::bigint[]) and ${isOther(target)}
    order by near.distance, posts.id limit ${limit}`.execute(tx);
  return rows;
}

/** Numbers of the sender's other posts by status. */
export async function countPostsOfSender(tx: Tx, target: Target): Promise<Record<PostStatus, number>> {
  const { rows } = await sql<{ status: PostStatus; count: number }>`
    select posts.status, count(*)::int as count from posts
    where ${target.isFromSender} and ${isOther(target)} group by posts.status`.execute(tx);
  return {
    published: 0,
    draft: 0,
    archived: 0,
    ...Object.fromEntries(rows.map((it) => [it.status, it.count])),
  };
}

/** A change of the status. */
export interface DecisionRow {
  created: Date;
  user_id: number | null;
  before: PostStatus;
  after: PostStatus;
}

/** Changes of the status of a post, the latest first. */
export async function readDecisions(tx: Tx, postId: number, limit: number): Promise<DecisionRow[]> {
  const { rows } = await sql<DecisionRow>`
    select post_revisions.created, post_revisions.user_id, replaced ->> 'status' as before,
      coalesce(lead(replaced ->> 'status') over (order by post_revisions.revision), posts.status) as after
    from post_revisions join posts on posts.id = post_revisions.post_id
    where post_id = ${postId} and replaced ? 'status'
    order by post_revisions.revision desc limit ${limit}`.execute(tx);
  return rows;
}

/** Time and place of a photograph, and metres from the nearest place of its post. */
export interface PhotoRow {
  media_id: number;
  photo_time: Date | null;
  photo_lat: number | null;
  photo_lon: number | null;
  distance: number | null;
}

/** Photographs of a post whose files said when or where they were taken. */
export async function readPhotos(tx: Tx, target: Target, limit: number): Promise<PhotoRow[]> {
  const distance = metresToNearest(sql`photo_lat`, sql`photo_lon`, target.places);
  const { rows } = await sql<PhotoRow>`
    select media_id, photo_time, photo_lat, photo_lon,
      case when photo_lat is not null then ${distance} end as distance
    from picture_facts join post_media using (media_id)
    where post_media.post_id = ${target.id} and (photo_time is not null or photo_lat is not null)
    order by media_id limit ${limit}`.execute(tx);
  return rows;
}
