/** Services as base maps, and what a TileJSON document says of its tiles. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0281-base-maps';

export async function up(tx: Tx): Promise<void> {
  await sql`
    alter table layers
      add column is_base_map boolean not null default false,
      drop constraint layers_type_check,
      add constraint layers_type_check check (type = any (array['geojson', 'wms', 'tile', 'tilejson'])),
      add constraint layers_base_map check (not is_base_map or type <> 'geojson')`.execute(tx);
  await sql`
    alter table layer_data
      -- The deepest zoom of the tiles, and whom to name on the map; null where the service does not say.
      add column max_zoom integer,
      add column attribution text`.execute(tx);
}
