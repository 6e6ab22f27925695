/** Map archives: PMTiles files that the map shows above the world map. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0196-map-archives';

export async function up(tx: Tx): Promise<void> {
  await sql`
    create table map_archives (
      id bigint generated always as identity primary key,
      name text not null,
      source text not null check (source in ('upload', 'file', 'address')),
      -- Name of the file, or address; its query may grant access, and is removed once the archive is here.
      origin text not null,
      state text not null check (state in ('uploading', 'importing', 'ready', 'failed')),
      -- {rule, params} of a validation message.
      failure jsonb,
      size bigint,
      received bigint not null default 0,
      -- Name in the file store.
      file text not null unique,
      hash text,
      schema text check (schema in ('protomaps', 'openmaptiles', 'shortbread', 'raster')),
      -- West, south, east and north in degrees.
      bounds double precision[],
      min_zoom integer,
      max_zoom integer,
      -- Texts and links.
      attribution jsonb not null default '[]',
      active boolean not null default true,
      position integer not null,
      created timestamptz not null default now(),
      updated timestamptz not null default now(),
      constraint map_archives_ready check (state <> 'ready' or (hash is not null and size is not null
        and schema is not null and bounds is not null and min_zoom is not null and max_zoom is not null))
    )`.execute(tx);
}
