/** Styles of other services as base maps. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0301-map-styles';

export async function up(tx: Tx): Promise<void> {
  await sql`
    alter table layers
      drop constraint layers_type_check,
      add constraint layers_type_check check (type = any (array['geojson', 'wms', 'tile', 'tilejson', 'style'])),
      add constraint layers_style check (is_base_map or type <> 'style')`.execute(tx);
  await sql`
    alter table layer_data
      add column addresses text,
      drop constraint layer_data_complete,
      -- A style has no features and no box.
      add constraint layer_data_complete check (content is null or hash is not null and received is not null)`.execute(
    tx,
  );
}
