/** Queries for areas. */
import type { AreaReferences } from '@waypost/contract/areas/areas';
import type { DemandedArea } from '@waypost/contract/areas/demanded-area';
import type { Area } from '@waypost/contract/areas/list-areas';
import { type Selectable, sql, type Updateable } from 'kysely';
import { anyOfIds } from '../kernel/db/any-of-ids.ts';
import type { Tx } from '../kernel/db/database.ts';
import type { Tables } from '../migrations/tables.ts';

/** A row of `area_sets`, and how many areas it has. */
export type AreaSetRow = Selectable<Tables['area_sets']> & { area_count: number };

const setsWithCounts = (tx: Tx) =>
  tx
    .selectFrom('area_sets')
    .selectAll()
    .select(
      sql<number>`(select count(*)::int from areas where areas.set_id = area_sets.id)`.as('area_count'),
    );

/** All sets, the largest areas first. */
export const readAreaSets = (tx: Tx): Promise<AreaSetRow[]> =>
  setsWithCounts(tx).orderBy('level').orderBy('name').orderBy('id').execute();

/** The set with this id. */
export const findAreaSet = (tx: Tx, id: number): Promise<AreaSetRow | undefined> =>
  setsWithCounts(tx).where('id', '=', id).executeTakeFirst();

/** The areas of all sets, or those with these ids, by level, set and name. */
export const readAreas = (tx: Tx, ids?: readonly number[]): Promise<Area[]> =>
  tx
    .selectFrom('areas')
    .$if(ids !== undefined, (query) => query.where('areas.id', '=', anyOfIds(ids ?? [])))
    .innerJoin('area_sets', 'area_sets.id', 'areas.set_id')
    .select(['areas.id', 'areas.set_id', 'area_sets.name as set_name', 'areas.name'])
    .orderBy('area_sets.level')
    .orderBy('area_sets.name')
    .orderBy('areas.set_id')
    .orderBy('areas.name')
    .orderBy('areas.id')
    .execute();

/** Those of the areas, by level, set and name, that are around a place. */
export async function readAreasAround(tx: Tx, { lat, lon }: { lat: number; lon: number }): Promise<Area[]> {
  const { rows } = await sql<{ ids: number[] | null }>`select find_areas(${lat}, ${lon}) as ids`.execute(tx);
  return readAreas(tx, rows[0]?.ids ?? []);
}

/**
 * Places that lie outside of the area, or of all areas of the set, where they must be. Areas that were deleted demand nothing, as sets
 * that were deleted or have no areas: otherwise no place could be reported.
 * @returns indexes of the places, and the names of the areas or sets
 */
export async function findPlacesOutside(
  tx: Tx,
  places: readonly { lat: number; lon: number; area?: number; set?: number }[],
): Promise<{ index: number; name: string }[]> {
  const { rows } = await sql<{ index: number; name: string }>`
    select (place.number - 1)::int as index, coalesce(areas.name, area_sets.name) as name
    from unnest(${places.map(({ lat }) => lat)}::float[], ${places.map(({ lon }) => lon)}::float[],
      ${places.map(({ area }) => area ?? null)}::bigint[], ${places.map(({ set }) => set ?? null)}::bigint[])
      with ordinality as place (lat, lon, area, set, number)
    left join areas on areas.id = place.area
    left join area_sets on area_sets.id = place.set
    where (areas.id is not null or exists (select from areas as any_of_set where any_of_set.set_id = area_sets.id)) and not exists (
      select from areas as around
      where around.id = any(find_areas(place.lat, place.lon)) and (around.id = place.area or around.set_id = place.set))
    order by place.number`.execute(tx);
  return rows;
}

/** Whether places can lie where they must be: the area exists, or the set has areas. */
export async function hasDemandedArea(tx: Tx, { area, set }: DemandedArea): Promise<boolean> {
  const found = await tx
    .selectFrom('areas')
    .select('id')
    .$if(area !== undefined, (query) => query.where('id', '=', area ?? 0))
    .$if(set !== undefined, (query) => query.where('set_id', '=', set ?? 0))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** An area with its simplified outline. */
export type AreaOutlineRow = Pick<Selectable<Tables['areas']>, 'id' | 'name' | 'outline'>;

/** Simplified outlines of the areas of a set, or of single ones. */
export const readAreaOutlines = (
  tx: Tx,
  { set, area }: { set?: number | undefined; area?: readonly number[] | undefined },
): Promise<AreaOutlineRow[]> =>
  tx
    .selectFrom('areas')
    .select(['id', 'name', 'outline'])
    .$if(set !== undefined, (query) => query.where('set_id', '=', set ?? 0))
    .$if(area !== undefined, (query) => query.where('id', '=', anyOfIds(area ?? [])))
    .orderBy('id')
    .execute();

/** Lets changes of areas run one after another until the end of the transaction. @returns how many sets and areas there are */
export async function lockAndCountAreas(tx: Tx): Promise<{ sets: number; areas: number }> {
  await sql`select from area_state for update`.execute(tx);
  const { rows } = await sql<{ sets: number; areas: number }>`
    select (select count(*)::int from area_sets) as sets, (select count(*)::int from areas) as areas`.execute(
    tx,
  );
  return rows[0] ?? { sets: 0, areas: 0 };
}

/** Inserts a set. */
export const insertAreaSet = async (tx: Tx, row: { name: string; level: number }): Promise<number> =>
  (await tx.insertInto('area_sets').values(row).returning('id').executeTakeFirstOrThrow()).id;

/** Changes a set. */
export const updateAreaSetRow = async (
  tx: Tx,
  id: number,
  change: Updateable<Tables['area_sets']>,
): Promise<void> => {
  await tx.updateTable('area_sets').set(change).where('id', '=', id).execute();
};

/** Deletes a set with its areas. */
export const deleteAreaSetRow = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('area_sets').where('id', '=', id).execute();
};

/** An area with its simplified outline, and the outlines of all its parts and holes as texts of the type `polygon`. */
export interface NewArea {
  /** Of the area that it replaces. */
  id: number | undefined;
  name: string;
  outline: readonly unknown[];
  rings: readonly string[];
}

/** Those of the ids that are areas of a set. */
export const findAreasOfSet = async (tx: Tx, setId: number, ids: readonly number[]): Promise<number[]> =>
  (
    await tx
      .selectFrom('areas')
      .select('id')
      .where('set_id', '=', setId)
      .where('id', '=', anyOfIds(ids))
      .execute()
  ).map(({ id }) => id);

/** Adds an area to a set, or replaces the one with its id. @returns its id */
async function saveArea(tx: Tx, setId: number, { id, name, outline }: NewArea): Promise<number> {
  const values = { name, outline: JSON.stringify(outline) };
  if (id !== undefined) {
    await tx
      .updateTable('areas')
      .set({ ...values, version: sql`version + 1` })
      .where('id', '=', id)
      .execute();
    return id;
  }
  const row = { set_id: setId, ...values };
  return (await tx.insertInto('areas').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/** Stores rings as texts of the type `polygon`, in place of all those that some areas had. */
export async function replaceRings(
  tx: Tx,
  replacedIds: readonly number[],
  rings: readonly { id: number; ring: string }[],
): Promise<void> {
  await tx.deleteFrom('area_rings').where('area_id', '=', anyOfIds(replacedIds)).execute();
  await sql`
    insert into area_rings (area_id, ring, box)
    select id, ring, box(ring)
    from unnest(${rings.map(({ id }) => id)}::bigint[], ${rings.map(({ ring }) => ring)}::text[]::polygon[]) as new (id, ring)`.execute(
    tx,
  );
}

/** Adds areas to a set, and replaces those with an id. */
export async function saveAreas(tx: Tx, setId: number, areas: readonly NewArea[]): Promise<void> {
  const rings: { id: number; ring: string }[] = [];
  for (const area of areas) {
    const id = await saveArea(tx, setId, area);
    rings.push(...area.rings.map((ring) => ({ id, ring })));
  }
  await replaceRings(
    tx,
    areas.flatMap(({ id }) => id ?? []),
    rings,
  );
}

/** Deletes areas of a set. @returns those that it had */
export const deleteAreaRows = (
  tx: Tx,
  setId: number,
  ids: readonly number[],
): Promise<{ id: number; name: string }[]> =>
  tx
    .deleteFrom('areas')
    .where('set_id', '=', setId)
    .where('id', '=', anyOfIds(ids))
    .returning(['id', 'name'])
    .execute();

/** Fields that demand places in a set or in one of its areas. */
export async function findDemandingFields(tx: Tx, setId: number): Promise<AreaReferences['fields']> {
  const { rows } = await sql<AreaReferences['fields'][number]>`
    select surveys.name as survey, attributes.label, areas.id as area_id
    from attributes
    join tasks on tasks.id = attributes.task_id
    join surveys on surveys.id = tasks.survey_id
    left join areas on areas.set_id = ${setId} and attributes.config->'inside'->>'area' = areas.id::text
    where areas.id is not null or attributes.config->'inside'->>'set' = ${String(setId)}
    order by surveys.name, surveys.id, attributes.priority, attributes.id`.execute(tx);
  return rows;
}

/** How many saved searches are filtered by each area of a set, where there are any. */
export async function countSavedSearches(tx: Tx, setId: number): Promise<AreaReferences['saved_searches']> {
  const { rows } = await sql<AreaReferences['saved_searches'][number]>`
    select areas.id as area_id, count(*)::int as total
    from sets join areas on areas.set_id = ${setId} and areas.id::text = any(
      select trim(both '"' from value::text) from jsonb_array_elements(
        case jsonb_typeof(sets.filter->'area') when 'array' then sets.filter->'area' else jsonb_build_array(sets.filter->'area') end
      ))
    where sets.kind = 'savedsearch' and sets.filter->'area' is not null
    group by areas.id order by areas.id`.execute(tx);
  return rows;
}

/** Records that the areas have changed: those of all places are found again, from the beginning. */
export const recordAreaChange = async (tx: Tx): Promise<void> => {
  await sql`update area_state set changed = clock_timestamp(), done = 0, total = 0`.execute(tx);
};

/** Whether the areas of places are not those of the last change yet. */
export async function isUpdateNeeded(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ needed: boolean }>`
    select changed > applied as needed from area_state`.execute(tx);
  return rows[0]?.needed ?? false;
}

/** How many posts have their areas; null when all have. */
export async function readProgress(tx: Tx): Promise<{ done: number; total: number } | null> {
  const { rows } = await sql<{ done: number; total: number }>`
    select done, total from area_state where changed > applied`.execute(tx);
  return rows[0] ?? null;
}

/** The last change as text, since dates cut off microseconds, and the first transaction that may begin after it. */
export async function readLastChange(tx: Tx): Promise<{ changed: string; nextTransaction: string }> {
  const { rows } = await sql<{ changed: string; nextTransaction: string }>`
    select changed::text, pg_snapshot_xmax(pg_current_snapshot())::text as "nextTransaction"
    from area_state`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('area_state is empty');
  return row;
}

/** Whether all writing transactions before this one have ended. */
export async function haveEnded(tx: Tx, nextTransaction: string): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot()) >= ${nextTransaction}::xid8 as ended`.execute(tx);
  return rows[0]?.ended ?? false;
}

/** Number of posts. */
export async function countPosts(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from posts`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Finds the areas of the next posts. @returns their number and the last of their ids */
export async function updateNextPosts(
  tx: Tx,
  afterId: number,
  limit: number,
): Promise<{ count: number; lastId: number }> {
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(array_agg(id order by id), '{}') as ids from (
      select id from posts where id > ${afterId} order by id limit ${limit}
    ) as next`.execute(tx);
  const ids = rows[0]?.ids ?? [];
  if (ids.length > 0) await sql`select update_areas(${ids}::bigint[])`.execute(tx);
  return { count: ids.length, lastId: ids.at(-1) ?? afterId };
}

/** Records how many posts have the areas of a change. @returns false after another change */
export async function saveProgress(
  tx: Tx,
  changed: string,
  { done, total }: { done: number; total: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update area_state set done = ${done}, total = ${total} where changed = ${changed}::timestamptz`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

/** Records that the areas of all places are those of a change, unless another one came meanwhile. */
export const setApplied = async (tx: Tx, changed: string): Promise<void> => {
  await sql`update area_state set applied = changed, done = 0, total = 0 where changed = ${changed}::timestamptz`.execute(
    tx,
  );
};
