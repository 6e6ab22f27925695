/** Layers: what maps can be drawn with besides posts. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0056-layers';

export async function up(tx: Tx): Promise<void> {
  await sql`
    create table layers (
      id bigint generated always as identity primary key,
      name text not null,
      data_url text,
      media_id bigint constraint layers_media_id_fkey references media on delete set null,
      type text not null check (type in ('geojson', 'wms', 'tile')),
      options jsonb,
      active boolean not null,
      visible_by_default boolean not null,
      created timestamptz not null default now(),
      updated timestamptz,
      -- Neither is left where the picture was deleted.
      constraint layers_one_source check (data_url is null or media_id is null)
    );
    create index layers_by_media on layers (media_id) where media_id is not null`.execute(tx);
}
