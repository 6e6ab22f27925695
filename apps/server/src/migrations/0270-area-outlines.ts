/** Simplified outlines of areas, which maps show. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0270-area-outlines';

export async function up(tx: Tx): Promise<void> {
  // The coordinates of a GeoJSON MultiPolygon.
  await sql`alter table areas add column outline jsonb not null default '[]'`.execute(tx);
  // Areas that exist get every n-th point of each ring until they are replaced.
  await sql`
    with points as (
      select area_id, area_rings.ctid as ring_id, number, point, count(*) over (partition by area_id) as total,
        max(number) over (partition by area_rings.ctid) as last
      from area_rings, regexp_matches(ring::text, '\\(([-0-9.e+]+),([-0-9.e+]+)\\)', 'g') with ordinality as found (point, number)
    ), rings as (
      select area_id, jsonb_agg(jsonb_build_array(point[1]::float, point[2]::float) order by number) as ring
      from points where number = 1 or number = last or number % (1 + total / 300) = 0
      group by area_id, ring_id
    )
    update areas set outline = found.outline
    from (select area_id, jsonb_agg(jsonb_build_array(ring)) as outline from rings group by area_id) as found
    where found.area_id = areas.id`.execute(tx);
}
