/** Names of streets, places and points, and house numbers, of map archives that were made from an extract. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0220-map-names';

export async function up(tx: Tx): Promise<void> {
  await sql`
    create table map_names (
      archive_id bigint not null references map_archives on delete cascade,
      -- Unique in its archive.
      id integer not null,
      kind text not null check (kind in ('street', 'place', 'point')),
      -- As OpenStreetMap calls it, such as town or school; null for streets.
      type text,
      -- Null for points without a name.
      name text,
      -- Names by language.
      names jsonb not null default '{}',
      -- The settlement it is in, of the same archive.
      place_id integer,
      -- On the plane of web maps, from 0 to 1, from west to east and from north to south.
      x double precision not null,
      y double precision not null,
      primary key (archive_id, id)
    )`.execute(tx);
  await sql`create index map_names_places on map_names using gist (point(x, y)) where kind = 'place'`.execute(
    tx,
  );
  await sql`create index map_names_points on map_names using gist (point(x, y)) where kind = 'point'`.execute(
    tx,
  );
  await sql`
    create table map_name_keys (
      archive_id bigint not null references map_archives on delete cascade,
      name_id integer not null,
      -- A folded name in any language, or its ending from a later word on.
      key text not null,
      is_name boolean not null
    )`.execute(tx);
  await sql`
    create index map_name_keys_by_beginning on map_name_keys (key text_pattern_ops)
      include (archive_id, name_id, is_name)`.execute(tx);
  await sql`
    create index map_name_keys_by_similarity on map_name_keys using gin (key gin_trgm_ops) where is_name`.execute(
    tx,
  );
  await sql`create index map_name_keys_by_name on map_name_keys (archive_id, name_id)`.execute(tx);
  await sql`
    create table map_street_lines (
      archive_id bigint not null references map_archives on delete cascade,
      name_id integer not null,
      area box not null,
      line path not null
    )`.execute(tx);
  await sql`create index map_street_lines_by_area on map_street_lines using gist (area)`.execute(tx);
  await sql`create index map_street_lines_by_archive on map_street_lines (archive_id)`.execute(tx);
  await sql`
    create table map_house_numbers (
      archive_id bigint not null references map_archives on delete cascade,
      name_id integer not null,
      -- The number in small letters without spaces.
      key text not null,
      number text not null,
      x double precision not null,
      y double precision not null,
      primary key (archive_id, name_id, key)
    )`.execute(tx);
  await sql`create index map_house_numbers_by_place on map_house_numbers using gist (point(x, y))`.execute(
    tx,
  );
}
