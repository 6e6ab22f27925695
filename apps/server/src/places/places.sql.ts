/** Queries of the gazetteer: search for places by name, and loading. */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { hasTrigrams } from '../kernel/db/has-trigrams.ts';

/** A place in a search result. */
export interface FoundPlace {
  id: number;
  name: string;
  country: string | null;
  population: number;
  lat: number;
  lon: number;
}

/** A row of `places`. */
export interface PlaceRow extends FoundPlace {
  folded: string;
}

/** A row of `place_keys`: a folded name, or its ending from a later word on. */
export interface KeyRow {
  key: string;
  place_id: number;
}

/** A row of `place_names`: the name of a place in a language. */
export interface NameRow {
  place_id: number;
  language: string;
  name: string;
  folded: string;
}

/** A search for places. */
export interface PlaceQuery {
  /** Name or beginning of a name, folded (`foldName`), not empty. */
  name: string;
  /** Language of the names in the result, where they are known. */
  language?: string | undefined;
  near?: { lat: number; lon: number } | undefined;
  limit: number;
}

/** Trigram similarity below which a name is not considered a misspelling of another. */
const minSimilarity = 0.4;

/** LIKE pattern for names with this beginning. Folded names contain no `%` or `_`. */
const prefixPattern = (name: string) => `${name}%`;

/** The cosine of the angle between a place and a point; 1 at the point. */
const cosineTo = (point: { lat: number; lon: number }): RawBuilder<number> => sql`
    least(1, greatest(-1, sin(radians(lat)) * sin(radians(${point.lat}::float8)) +
    cos(radians(lat)) * cos(radians(${point.lat}::float8)) * cos(radians(lon - ${point.lon}::float8))))`;

/**
 * Rank of a place: the decimal logarithm of its population. A place 2000 km away or more ranks as if it had a tenth of its
 * population, a nearby one is not reduced.
 */
function placeWeight(near: PlaceQuery['near']): RawBuilder<number> {
  const logPopulation = sql<number>`log(greatest(population, 1)::float8)`;
  if (!near) return logPopulation;
  return sql`${logPopulation} - least(1, 6371 * acos(${cosineTo(near)}) / 2000)`;
}

/** The name of a place in a language, else its own name. */
const localizedName = (language: string | undefined): RawBuilder<string> =>
  language === undefined
    ? sql`name`
    : sql`coalesce((select n.name from place_names n where n.place_id = id and n.language = ${language}), name)`;

/** Whether the place's own name or its name in any language matches. */
const anyNameMatches = (matches: (folded: RawBuilder<string>) => RawBuilder<boolean>): RawBuilder<boolean> =>
  sql`(${matches(sql`folded`)} or id in (select n.place_id from place_names n where ${matches(sql`n.folded`)}))`;

/**
 * Places with a name, or a word in a name, that begins with the query, in any language. Exact names come first, then names
 * that begin with it, then larger places.
 */
export async function findByPrefix(
  tx: Tx,
  { name, language, near, limit }: PlaceQuery,
): Promise<FoundPlace[]> {
  const isName = anyNameMatches((folded) => sql`${folded} = ${name}`);
  const begins = anyNameMatches((folded) => sql`${folded} like ${prefixPattern(name)}`);
  const { rows } = await sql<FoundPlace>`
    select id, ${localizedName(language)} as name, country, population, lat, lon from places
    where id in (select place_id from place_keys where key like ${prefixPattern(name)})
    order by ${isName} desc, ${begins} desc, ${placeWeight(near)} desc, id
    limit ${limit}`.execute(tx);
  return rows;
}

/** Letters of a query that are compared with names; the longest name has 63. */
const maxComparedLetters = 100;

/** Places with a similar name, for misspelled queries. Ordered by similarity and, with less weight, by rank. */
export async function findBySimilarity(
  tx: Tx,
  { name: typed, language, near, limit }: PlaceQuery,
): Promise<FoundPlace[]> {
  const name = typed.slice(0, maxComparedLetters);
  await sql`select set_config('pg_trgm.similarity_threshold', ${String(minSimilarity)}, true)`.execute(tx);
  const { rows } = await sql<FoundPlace>`
    select id, ${localizedName(language)} as name, country, population, lat, lon from places
    where ${hasTrigrams(name)} and folded % ${name}
    order by similarity(folded, ${name}) + ${placeWeight(near)} / 10 desc, id
    limit ${limit}`.execute(tx);
  return rows;
}

/** Places closer than this to a point are found by distance, in kilometres. */
const maxDistanceKm = 50;

/** The places closest to a point. */
export async function findNearest(
  tx: Tx,
  point: { lat: number; lon: number },
  language: string | undefined,
  limit: number,
): Promise<FoundPlace[]> {
  const degrees = maxDistanceKm / 111;
  const { rows } = await sql<FoundPlace>`
    select id, ${localizedName(language)} as name, country, population, lat, lon from places
    where lat between ${point.lat - degrees} and ${point.lat + degrees}
      and ${cosineTo(point)} >= cos(${maxDistanceKm}::float8 / 6371)
    order by ${cosineTo(point)} desc, population desc, id limit ${limit}`.execute(tx);
  return rows;
}

/** The highest-ranking place for each folded name, in any language. */
export async function findByNames(
  tx: Tx,
  names: readonly string[],
  near: PlaceQuery['near'],
): Promise<Map<string, FoundPlace>> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<FoundPlace & { folded: string }>`
    with named as (
      select id, folded from places
      where id in (select place_id from place_keys where key = any(${names}::text[])) and folded = any(${names}::text[])
      union
      select place_id, folded from place_names where folded = any(${names}::text[])
    )
    select distinct on (named.folded) named.folded, id, name, country, population, lat, lon
    from named join places using (id)
    order by named.folded, ${placeWeight(near)} desc, id`.execute(tx);
  return new Map(rows.map(({ folded, ...place }) => [folded, place]));
}

/** Takes the advisory lock for loading until the transaction ends. @returns false when another server holds it */
export async function tryLockLoading(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ acquired: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('load places')) as acquired`.execute(tx);
  return rows[0]?.acquired ?? false;
}

/** Whether the first places are being loaded, by any process. */
export async function isLoadingFirstPlaces(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ is_loading: boolean }>`
    select not exists (select from place_files) and exists (
      select from pg_locks
      where locktype = 'advisory' and granted and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())
        and objid::bigint = hashtext('load places')::bigint & x'ffffffff'::bigint
    ) as is_loading`.execute(tx);
  return rows[0]?.is_loading ?? false;
}

/** SHA-256 of the file that the places were loaded from. */
export async function readLoadedFileHash(tx: Tx): Promise<string | undefined> {
  const row = await tx.selectFrom('place_files').select('sha256').executeTakeFirst();
  return row?.sha256;
}

/** Deletes all places. Other transactions see them until this one is committed. */
export async function deletePlaces(tx: Tx): Promise<void> {
  for (const table of ['place_files', 'place_names', 'place_keys', 'places'] as const)
    await tx.deleteFrom(table).execute();
}

/** Inserts rows, one JSON parameter per table: PostgreSQL parses JSON faster than a long list of values. */
export async function insertPlaces(
  tx: Tx,
  places: readonly PlaceRow[],
  keys: readonly KeyRow[],
  names: readonly NameRow[],
): Promise<void> {
  for (const [table, rows] of [
    ['places', places],
    ['place_keys', keys],
    ['place_names', names],
  ] as const)
    await sql`
      insert into ${sql.table(table)}
      select * from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
      tx,
    );
}

/** Stores the hash of the loaded file and updates the planner's statistics. */
export async function insertLoadedFile(tx: Tx, sha256: string): Promise<void> {
  await tx.insertInto('place_files').values({ sha256 }).execute();
  await sql`analyze places, place_keys, place_names`.execute(tx);
}
