/** Finding places by name, and filling the tables that they are found in. */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export interface FoundPlace {
  id: number;
  name: string;
  country: string | null;
  population: number;
  lat: number;
  lon: number;
}

export interface PlaceRow extends FoundPlace {
  folded: string;
}

export interface KeyRow {
  key: string;
  place_id: number;
}

/** What a place is called in another language. */
export interface NameRow {
  place_id: number;
  language: string;
  name: string;
  folded: string;
}

export interface PlaceQuery {
  /** Folded, not empty. */
  name: string;
  /** In which the places are named, where their names in it are known. */
  language?: string | undefined;
  near?: { lat: number; lon: number } | undefined;
  limit: number;
}

/** Shares of three letters in common below which a name is not a misspelling of another. */
const minSimilarity = 0.4;

/** Begins with it; `%` and `_` are no letters, so a folded name holds none. */
const prefixPattern = (name: string) => `${name}%`;

/**
 * How much a place weighs: the decimal logarithm of its population. One two thousand kilometres off, or more, weighs as
 * if it had a tenth of its people; one nearby keeps them all.
 */
function placeWeight(near: PlaceQuery['near']): RawBuilder<number> {
  const size = sql<number>`log(greatest(population, 1)::float8)`;
  if (!near) return size;
  const cosine = sql`
    sin(radians(lat)) * sin(radians(${near.lat})) +
    cos(radians(lat)) * cos(radians(${near.lat})) * cos(radians(lon - ${near.lon}))`;
  return sql`${size} - least(1, 6371 * acos(greatest(-1, least(1, ${cosine}))) / 2000)`;
}

/** What the asker calls a place. */
const localizedName = (language: string | undefined): RawBuilder<string> =>
  language === undefined
    ? sql`name`
    : sql`coalesce((select n.name from place_names n where n.place_id = id and n.language = ${language}), name)`;

/** Of the place's own name and those in other languages, whether one is like it. */
const anyNameMatches = (isLike: (folded: RawBuilder<string>) => RawBuilder<boolean>): RawBuilder<boolean> =>
  sql`(${isLike(sql`folded`)} or id in (select n.place_id from place_names n where ${isLike(sql`n.folded`)}))`;

/** Places whose name, or a word of it, begins so, in any language: the very name first, then names that begin so, then the larger. */
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

/** Places whose name is much like it, for what was misspelled: likeness first, and among the likely ones the larger. */
export async function findBySimilarity(
  tx: Tx,
  { name, language, near, limit }: PlaceQuery,
): Promise<FoundPlace[]> {
  await sql`select set_config('pg_trgm.similarity_threshold', ${String(minSimilarity)}, true)`.execute(tx);
  const { rows } = await sql<FoundPlace>`
    select id, ${localizedName(language)} as name, country, population, lat, lon from places where folded % ${name}
    order by similarity(folded, ${name}) + ${placeWeight(near)} / 10 desc, id
    limit ${limit}`.execute(tx);
  return rows;
}

/** The likeliest place of each of these very names, in any language, which are folded. */
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

/** Until the transaction ends, nobody else loads. @returns false when somebody else is at it */
export async function tryLockLoading(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('load places')) as taken`.execute(tx);
  return rows[0]?.taken ?? false;
}

/** The hash of the file that the places came from. */
export async function readLoadedFileHash(tx: Tx): Promise<string | undefined> {
  const row = await tx.selectFrom('place_files').select('sha256').executeTakeFirst();
  return row?.sha256;
}

/** Takes all places away. Those who search meanwhile see the old ones until the transaction ends. */
export async function deletePlaces(tx: Tx): Promise<void> {
  for (const table of ['place_files', 'place_names', 'place_keys', 'places'] as const)
    await tx.deleteFrom(table).execute();
}

/** One parameter for many rows: the database takes JSON apart faster than it reads a long list of values. */
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

/** Remembers the file, and lets the database count what it has for its plans. */
export async function insertLoadedFile(tx: Tx, sha256: string): Promise<void> {
  await tx.insertInto('place_files').values({ sha256 }).execute();
  await sql`analyze places, place_keys, place_names`.execute(tx);
}
