/** Queries for a single area that is changed by hand. */
import { type Selectable, sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import type { Tables } from '../migrations/tables.ts';

/** An area, and how many points its rings have. */
export type AreaRow = Pick<Selectable<Tables['areas']>, 'id' | 'set_id' | 'name' | 'version'> & {
  point_count: number;
};

/** The points of a part or hole: longitude and latitude in degrees. */
export type Ring = [lon: number, lat: number][];

/** The area with this id. */
export const findArea = (tx: Tx, id: number): Promise<AreaRow | undefined> =>
  tx
    .selectFrom('areas')
    .select(['id', 'set_id', 'name', 'version'])
    .select(
      sql<number>`(select coalesce(sum(npoints(ring)), 0)::int from area_rings where area_id = areas.id)`.as(
        'point_count',
      ),
    )
    .where('id', '=', id)
    .executeTakeFirst();

/** The rings of an area as they are stored. */
export async function readRings(tx: Tx, id: number): Promise<Ring[]> {
  const { rows } = await sql<{ ring: string }>`
    select ring::text as ring from area_rings where area_id = ${id} order by area_rings.ctid`.execute(tx);
  return rows.map(({ ring }) => JSON.parse(ring.replaceAll('(', '[').replaceAll(')', ']')) as Ring);
}

/** Changes the row of an area. */
export const updateAreaRow = async (
  tx: Tx,
  id: number,
  change: { name?: string; set_id?: number; outline?: readonly unknown[] },
): Promise<void> => {
  const { outline, ...rest } = change;
  await tx
    .updateTable('areas')
    .set({
      ...rest,
      ...(outline ? { outline: JSON.stringify(outline) } : {}),
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute();
};
