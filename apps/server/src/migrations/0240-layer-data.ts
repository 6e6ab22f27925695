/** The GeoJSON of layers, their order, and how often it is fetched. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0240-layer-data';

export async function up(tx: Tx): Promise<void> {
  await sql`
    alter table layers
      add column position integer not null default 0,
      add column refresh_minutes integer not null default 60`.execute(tx);
  await sql`
    update layers set position = numbered.place - 1
    from (select id, row_number() over (order by id) as place from layers) as numbered
    where numbered.id = layers.id`.execute(tx);
  await sql`
    create table layer_data (
      layer_id bigint primary key references layers (id) on delete cascade,
      -- GeoJSON as it was checked, and what is known of it; null until some was received.
      content bytea,
      hash text,
      features integer,
      -- West, south, east and north in degrees.
      bounds double precision[],
      received timestamptz,
      -- When it was last requested.
      checked timestamptz,
      -- {rule, params} of a validation message, if the last request failed.
      failure jsonb,
      constraint layer_data_complete check (content is null or (hash is not null and features is not null
        and bounds is not null and received is not null))
    )`.execute(tx);
}
