/**
 * Finds posts that may report the same event. Each query has a limit on its rows, so that the time does not depend on how many posts
 * there are. They are compared by unmasked columns: only Manage Posts may ask.
 */
import { type RawBuilder, sql } from 'kysely';
import { kmPerDegree } from '../../browse/browse.public.ts';
import type { Tx } from '../../kernel/db/database.ts';

/** A location. */
export interface Place {
  lat: number;
  lon: number;
}

/** The post that others are compared with. */
export interface Target {
  id: number;
  postDate: Date;
  places: readonly Place[];
  /** Condition on `posts` for those of its sender. */
  isFromSender: RawBuilder<boolean>;
  /** Condition on `posts` for those that the viewer may read. */
  isVisible: RawBuilder<boolean>;
}

/** Posts that each query finds at most. */
const maxFound = 60;
/** Bits of 64 in which the hashes of the same picture differ at most, after it was scaled or encoded again. */
const maxHashDistance = 6;
/** Similar pictures that are looked up. */
const maxSimilar = 200;
/** Days around the date of a post in which similar words are searched for. */
const wordWindowDays = 7;
/** Words in more posts than this share find too many posts to compare them all. */
const rareWordShare = 0.005;
const maxRareWords = 8;
const maxWordsOfCopy = 6;
/** Posts with a rare word in common that are compared word by word. */
const maxCompared = 400;
const minSharedWords = 2;

/** Condition on `post_places`: in the box around a circle. It may cross the antimeridian. */
export function isInBoxAround({ lat, lon }: Place, metres: number): RawBuilder<boolean> {
  const degrees = metres / 1000 / kmPerDegree;
  const lonDegrees = degrees / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  const ranges = [0, 360, -360].map(
    (turn) => sql`post_places.lon between ${lon - lonDegrees + turn} and ${lon + lonDegrees + turn}`,
  );
  return sql<boolean>`(post_places.lat between ${lat - degrees} and ${lat + degrees} and (${sql.join(ranges, sql` or `)}))`;
}

/** Condition on `posts`: visible, and not the target itself. */
export const isOther = ({ id, isVisible }: Target): RawBuilder<boolean> =>
  sql<boolean>`(posts.id <> ${id} and ${isVisible})`;

const isWithin = ({ postDate }: Target, seconds: number) =>
  sql<boolean>`posts.post_date between ${postDate}::timestamptz - make_interval(secs => ${seconds})
    and ${postDate}::timestamptz + make_interval(secs => ${seconds})`;
const byTimeFrom = ({ postDate }: Target) =>
  sql`order by abs(extract(epoch from posts.post_date - ${postDate}::timestamptz)), posts.id`;

const toIds = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

/** Posts with a picture that looks like one of the target's. */
export async function findPostsWithSamePicture(tx: Tx, target: Target): Promise<number[]> {
  const { rows: hashes } = await sql<{ hash: string }>`
    select perceptual_hash as hash from picture_facts join post_media using (media_id)
    where post_media.post_id = ${target.id} and perceptual_hash is not null limit 10`.execute(tx);
  if (hashes.length === 0) return [];
  const isSimilar = hashes.map(
    ({ hash }) => sql`bit_count(perceptual_hash # ${hash}::bit(64)) <= ${maxHashDistance}`,
  );
  // The planner expects a third of all pictures to be similar, and would look at the posts first.
  const { rows } = await sql<{ id: number }>`
    with similar_pictures as materialized (
      select media_id from picture_facts where ${sql.join(isSimilar, sql` or `)} order by media_id desc limit ${maxSimilar}
    )
    select id from posts where id in (
      select post_media.post_id from (select media_id from similar_pictures offset 0) as found
      cross join lateral (select post_id from post_media where post_media.media_id = found.media_id offset 0) as post_media
    ) and ${isOther(target)}
    order by posts.id desc limit ${maxFound}`.execute(tx);
  return toIds(rows);
}

/** Posts of the same sender, of about the same time. */
export async function findPostsOfSender(tx: Tx, target: Target, seconds: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select posts.id from posts
    where ${target.isFromSender} and ${isWithin(target, seconds)} and ${isOther(target)}
    ${byTimeFrom(target)} limit ${maxFound}`.execute(tx);
  return toIds(rows);
}

/** Posts of about the same place and time. */
export async function findPostsAround(
  tx: Tx,
  target: Target,
  metres: number,
  seconds: number,
): Promise<number[]> {
  if (target.places.length === 0) return [];
  const isAround = target.places.map((place) => isInBoxAround(place, metres));
  const { rows } = await sql<{ id: number }>`
    select posts.id from posts
    where posts.id in (select post_places.post_id from post_places where ${sql.join(isAround, sql` or `)})
      and ${isWithin(target, seconds)} and ${isOther(target)}
    ${byTimeFrom(target)} limit ${maxFound}`.execute(tx);
  return toIds(rows);
}

/** The words of a post without the marked ones of its title, the rarest first, with the share of posts that they are in. */
async function readWords(tx: Tx, id: number): Promise<{ word: string; share: number }[]> {
  const { rows } = await sql<{ word: string; share: number }>`
    with common as (
      select it.word, it.share from pg_stats
      cross join lateral unnest(most_common_elems::text::text[], most_common_elem_freqs) as it (word, share)
      where schemaname = 'public' and tablename = 'post_search_index' and attname = 'public_tsv'
    )
    select words.word, coalesce(common.share, 0)::float8 as share
    from post_search_index cross join lateral unnest(tsvector_to_array(public_tsv)) as words (word)
    left join common on common.word = words.word
    where post_id = ${id} and not starts_with(words.word, '^')
    order by 2, length(words.word) desc, 1`.execute(tx);
  return rows;
}

const quoteLexeme = (word: string) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** Posts with one of the rare words, or with all of the rarest ones: copies may consist of common words. */
function buildWordQuery(words: readonly { word: string; share: number }[]): string | undefined {
  const rare = words.filter(({ share }) => share <= rareWordShare).slice(0, maxRareWords);
  const copied = words.slice(0, maxWordsOfCopy).map(({ word }) => quoteLexeme(word));
  const alternatives = rare.map(({ word }) => quoteLexeme(word));
  if (copied.length > 1) alternatives.push(`(${copied.join(' & ')})`);
  return alternatives.length === 0 ? undefined : alternatives.join(' | ');
}

/** The words of an index entry. Those of the title are there twice, once marked with ^. */
const wordsOf = (index: RawBuilder<unknown>) =>
  sql`array(select word from unnest(tsvector_to_array(${index})) as word where not starts_with(word, '^'))`;

/**
 * Posts of the same days with similar words, in any script: the words are those of the search index.
 * @returns the share of common words by post, from `minSimilarity` to 1
 */
export async function findPostsWithSimilarWords(
  tx: Tx,
  target: Target,
  minSimilarity: number,
): Promise<Map<number, number>> {
  const query = buildWordQuery(await readWords(tx, target.id));
  if (query === undefined) return new Map();
  const windowSeconds = wordWindowDays * 86_400;
  const { rows } = await sql<{ id: number; similarity: number }>`
    with target as materialized (
      select ${wordsOf(sql`public_tsv`)} as words from post_search_index where post_id = ${target.id}
    ), candidates as materialized (
      select posts.id, ${wordsOf(sql`other.public_tsv`)} as words from post_search_index other join posts on posts.id = other.post_id
      where other.public_tsv @@ ${query}::tsquery and ${isWithin(target, windowSeconds)} and ${isOther(target)}
      ${byTimeFrom(target)} limit ${maxCompared}
    ), compared as (
      select candidates.id, cardinality(candidates.words) + cardinality(target.words) as total, (
        select count(*) from unnest(candidates.words) as word join unnest(target.words) as own on own = word
      ) as shared
      from candidates cross join target
    )
    select id, (shared::float8 / (total - shared)) as similarity from compared
    where shared >= ${minSharedWords} and shared::float8 / (total - shared) >= ${minSimilarity}
    order by 2 desc, id limit ${maxFound}`.execute(tx);
  return new Map(rows.map(({ id, similarity }) => [id, similarity]));
}
