/** Queries for the names on map archives. Only active archives are searched. */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import { hasTrigrams } from '../../kernel/db/has-trigrams.ts';
import type { Tables } from '../../migrations/tables.ts';

/** A point on the plane of web maps. */
export interface PlanePoint {
  x: number;
  y: number;
}

/** The tables of names; those that refer to another one come after it. */
export const nameTables = [
  'map_names',
  'map_name_keys',
  'map_street_lines',
  'map_house_numbers',
] as const satisfies readonly (keyof Tables)[];
export type NameTable = (typeof nameTables)[number];

/** `other_point`: found by its name, but no place is described by it. */
export type NameKind = Tables['map_names']['kind'];

const columns: Record<NameTable, RawBuilder<unknown>> = {
  map_names: sql`id int, kind text, type text, name text, names jsonb, place_id int, x float8, y float8`,
  map_name_keys: sql`name_id int, key text, is_name bool`,
  map_street_lines: sql`name_id int, area box, line path`,
  map_house_numbers: sql`name_id int, key text, number text, x float8, y float8`,
};

/** Inserts rows of an archive. A house number that a street has twice is inserted once. @param rows JSON */
export const insertNameRows = async (
  tx: Tx,
  table: NameTable,
  archive: number,
  rows: string,
): Promise<void> => {
  const source = sql`json_to_recordset(${rows}::json) as rows (${columns[table]})`;
  // Keys also say where their name is, which was inserted before them.
  const selected =
    table === 'map_name_keys'
      ? sql`rows.*, n.kind = 'other_point', n.place_id, n.x, n.y from ${source} join map_names n on n.archive_id = ${archive} and n.id = rows.name_id`
      : sql`rows.* from ${source}`;
  await sql`
    insert into ${sql.table(table)} select ${archive}::bigint, ${selected} on conflict do nothing`.execute(
    tx,
  );
};

/** Deletes the names of an archive. */
export async function deleteNames(tx: Tx, archive: number): Promise<void> {
  for (const table of nameTables.toReversed())
    await tx.deleteFrom(table).where('archive_id', '=', archive).execute();
}

/** Updates what the planner knows about the tables. */
export const analyzeNames = async (tx: Tx): Promise<void> => {
  await sql`analyze ${sql.join(nameTables.map((table) => sql.table(table)))}`.execute(tx);
};

/** A search. Texts are folded. */
export interface NameQuery {
  /** Name or its beginning, not empty. */
  name: string;
  /** House number; undefined for none. */
  number: string | undefined;
  /** Name or beginning of the settlement. */
  place: string | undefined;
  /** Whether names elsewhere are left out; else they come after those in the settlement. */
  isPlaceRequired?: boolean;
  language: string | undefined;
  near: PlanePoint | undefined;
  limit: number;
}

/** A hit. */
export interface FoundName extends PlanePoint {
  archive_id: number;
  id: number;
  kind: NameKind;
  type: string | null;
  name: string;
  own_name: string;
  house_number: string | null;
  place: string | null;
  /** Whether it is in the settlement of the search. */
  is_in_place: boolean;
  /** Position in `nameMatches`. */
  rank: number;
}

/** Trigram similarities below which a name is no misspelling of the text, and none of its words is. */
const minSimilarity = { name: 0.4, word: 0.5 };
/** Of three letters: what is shorter is similar to too many names. */
const minTrigrams = 4;

/** Folded names contain no `%` or `_`. */
const beginsWith = (text: string) => `${text}%`;

const nameIn = (table: 'n' | 'p', language: string | undefined): RawBuilder<string | null> => {
  const own = sql.ref<string | null>(`${table}.name`);
  return language === undefined
    ? own
    : sql`coalesce(${sql.ref(`${table}.names`)} ->> ${language}::text, ${own})`;
};

/** Whether the match is in a settlement whose name, in any language, begins so. */
const isInPlace = (place: string): RawBuilder<boolean> => sql`exists (
  select from map_name_keys k
  where k.archive_id = m.archive_id and k.name_id = m.place_id and k.key like ${beginsWith(place)})`;

/** The house with the number, else the first with letters after it. */
const house = (number: string): RawBuilder<unknown> => sql`
  left join lateral (
    select h.number, h.x, h.y from map_house_numbers h
    where h.archive_id = m.archive_id and h.name_id = m.name_id
      and (h.key = ${number} or h.key like ${beginsWith(number)} and substr(h.key, ${number.length + 1}, 1) !~ '[0-9]')
    order by h.key = ${number} desc, h.key limit 1) house on true`;

const noHouse = sql`cross join (select null::text as number, null::float8 as x, null::float8 as y) house`;

/**
 * The best of the matching names. They are chosen by what their keys say: thousands may match, and the names of the chosen ones alone are
 * looked up.
 * @param matches `archive_id`, `name_id`, `is_other_point`, `place_id`, `x`, `y`, `key` and `rank` (smaller is better)
 */
async function selectNames(
  tx: Tx,
  matches: RawBuilder<unknown>,
  { number, place, isPlaceRequired = false, language, near, limit }: NameQuery,
): Promise<FoundName[]> {
  const order = [
    ...(place === undefined ? [] : [sql`is_in_place desc`]),
    sql`house.number is null`,
    sql`m.rank`,
    // A stop or shop is often called as the settlement or street that is meant.
    sql`m.is_other_point`,
    ...(near ? [sql`point(m.x, m.y) <-> point(${near.x}, ${near.y})`] : []),
    sql`m.key`,
    sql`a.position desc`,
    sql`m.name_id`,
  ];
  const { rows } = await sql<FoundName>`
    select n.archive_id, n.id, n.kind, n.type, ${nameIn('n', language)} as name, n.name as own_name,
      best.house_number, coalesce(best.house_x, n.x) as x, coalesce(best.house_y, n.y) as y,
      ${nameIn('p', language)} as place, best.is_in_place, best.rank
    from (
      select row_number() over () as nth, sorted.* from (
        select m.archive_id, m.name_id, floor(m.rank)::int as rank, ${place === undefined ? sql`true` : isInPlace(place)} as is_in_place,
          house.number as house_number, house.x as house_x, house.y as house_y
        from (${matches}) m
        join map_archives a on a.id = m.archive_id and a.active and a.state = 'ready'
        ${number === undefined ? noHouse : house(number)}
        ${place !== undefined && isPlaceRequired ? sql`where ${isInPlace(place)}` : sql``}
        order by ${sql.join(order)} limit ${limit}) sorted) best
    join map_names n on n.archive_id = best.archive_id and n.id = best.name_id
    left join map_names p on p.archive_id = n.archive_id and p.id = n.place_id
    order by best.nth`.execute(tx);
  return rows;
}

/** Shorter texts are beginnings of too many names, and find only whole ones. */
const minPrefixLetters = 2;

const isMatch = (text: string): RawBuilder<boolean> =>
  Array.from(text).length < minPrefixLetters
    ? sql`key = ${text} and is_name`
    : sql`key like ${beginsWith(text)}`;

/** Names that are compared by distance; without a limit, two letters took a third of a second on a map of 150,000 names. */
const maxCandidates = 5000;

/** Names, or words in names, that begin with the text, in any language. Of very many, the first in alphabetical order. */
export const findNamesByPrefix = (tx: Tx, query: NameQuery): Promise<FoundName[]> =>
  selectNames(
    tx,
    sql`
      select archive_id, name_id, is_other_point, place_id, x, y, min(key) as key,
        min(case when key = ${query.name} and is_name then 0 when is_name then 1 else 2 end) as rank
      from (
        select archive_id, name_id, is_other_point, place_id, x, y, key, is_name from map_name_keys where ${isMatch(query.name)}
        order by key using ~<~ limit ${maxCandidates}) candidates
      group by archive_id, name_id, is_other_point, place_id, x, y`,
    query,
  );

/** Texts of fewer letters are in too many names, and the index of their parts does not have them. */
const minPartLetters = 4;

/** Names that contain the text, in any language: `Landesspital` for `spital`. */
export const findNamesByPart = async (tx: Tx, query: NameQuery): Promise<FoundName[]> =>
  Array.from(query.name).length < minPartLetters
    ? []
    : selectNames(
        tx,
        sql`
          select archive_id, name_id, is_other_point, place_id, x, y, min(key) as key, 3 as rank
          from (
            select * from map_name_keys
            where is_name and ${hasTrigrams(query.name)} and key like ${`%${query.name}%`} limit ${maxCandidates}) candidates
          group by archive_id, name_id, is_other_point, place_id, x, y`,
        query,
      );

/** Similar names, for what is misspelled. */
export async function findNamesBySimilarity(tx: Tx, query: NameQuery): Promise<FoundName[]> {
  await sql`
    select set_config('pg_trgm.similarity_threshold', ${String(minSimilarity.name)}, true),
      set_config('pg_trgm.word_similarity_threshold', ${String(minSimilarity.word)}, true)`.execute(tx);
  const similarity = sql`(similarity(${query.name}, key) + word_similarity(${query.name}, key)) / 2`;
  // Names of about the same similarity are ordered by distance.
  return selectNames(
    tx,
    sql`
      select archive_id, name_id, is_other_point, place_id, x, y, min(key) as key,
        4 + min(1 - round((${similarity})::numeric, 1)) as rank
      from map_name_keys
      where is_name and ${hasTrigrams(query.name, minTrigrams)} and (key % ${query.name} or ${query.name} <% key)
      group by archive_id, name_id, is_other_point, place_id, x, y`,
    query,
  );
}

const isOnMap = (archive: string): RawBuilder<boolean> =>
  sql`exists (select from map_archives a where a.id = ${sql.ref(archive)} and a.active and a.state = 'ready')`;

const squareAround = ({ x, y }: PlanePoint, side: number): RawBuilder<unknown> =>
  sql`box(point(${x - side}, ${y - side}), point(${x + side}, ${y + side}))`;

/** The street of the nearest house within a distance on the plane. */
export async function findNearestHouse(
  tx: Tx,
  at: PlanePoint,
  distance: number,
  language: string | undefined,
) {
  const { rows } = await sql<{ name: string; number: string; distance: number }>`
    select ${nameIn('n', language)} as name, h.number, point(h.x, h.y) <-> point(${at.x}, ${at.y}) as distance
    from map_house_numbers h join map_names n on n.archive_id = h.archive_id and n.id = h.name_id
    where point(h.x, h.y) <@ ${squareAround(at, distance)} and ${isOnMap('h.archive_id')}
    order by distance limit 1`.execute(tx);
  return rows.find((row) => row.distance <= distance);
}

/**
 * PostgreSQL takes coordinates that differ by less than a millionth as the same, which are 40 metres of the plane: the distance from a line
 * is measured on a larger one.
 */
const lineScale = 1e6;

/** The nearest street within a distance, with its nearest house number within another one. */
export async function findNearestStreet(
  tx: Tx,
  at: PlanePoint,
  { street, house: houseDistance }: { street: number; house: number },
  language: string | undefined,
) {
  const point = sql`point(${at.x}, ${at.y})`;
  const { rows } = await sql<{ name: string; number: string | null; distance: number }>`
    select ${nameIn('n', language)} as name, house.number, l.distance
    from (
      select l.archive_id, l.name_id,
        (point(${lineScale * at.x}, ${lineScale * at.y}) <-> l.line * point(${lineScale}, 0)) / ${lineScale} as distance from map_street_lines l
      where l.area && ${squareAround(at, street)} and ${isOnMap('l.archive_id')}
      order by distance limit 1) l
    join map_names n on n.archive_id = l.archive_id and n.id = l.name_id
    left join lateral (
      select h.number from map_house_numbers h
      where h.archive_id = l.archive_id and h.name_id = l.name_id and point(h.x, h.y) <@ ${squareAround(at, houseDistance)}
      order by point(h.x, h.y) <-> ${point} limit 1) house on true`.execute(tx);
  return rows.find((row) => row.distance <= street);
}

/** The nearest settlement or point within a distance. */
export async function findNearestName(
  tx: Tx,
  kind: 'place' | 'point',
  at: PlanePoint,
  distance: number,
  language: string | undefined,
) {
  const { rows } = await sql<{ type: string; name: string | null; distance: number }>`
    select n.type, ${nameIn('n', language)} as name, point(n.x, n.y) <-> point(${at.x}, ${at.y}) as distance
    from map_names n
    where n.kind = ${sql.lit(kind)} and point(n.x, n.y) <@ ${squareAround(at, distance)} and ${isOnMap('n.archive_id')}
    order by distance limit 1`.execute(tx);
  return rows.find((row) => row.distance <= distance);
}
