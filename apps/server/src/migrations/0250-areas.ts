/** Areas such as districts, in sets of one level, and the areas that each place lies in. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0250-areas';

export async function up(tx: Tx): Promise<void> {
  await sql`
    create table area_sets (
      id bigint generated always as identity primary key,
      name text not null,
      level integer not null,
      created timestamptz not null default now()
    )`.execute(tx);
  await sql`
    create table areas (
      id bigint generated always as identity primary key,
      set_id bigint not null references area_sets on delete cascade,
      name text not null
    )`.execute(tx);
  await sql`create index areas_by_set on areas (set_id)`.execute(tx);
  await sql`
    -- The outlines of areas, points are (longitude, latitude). A place in an odd number of them is in the area.
    create table area_rings (
      area_id bigint not null references areas on delete cascade,
      ring polygon not null,
      box box not null
    )`.execute(tx);
  // Coordinates hardly compress, and reading them must be fast.
  await sql`alter table area_rings alter column ring set storage external`.execute(tx);
  await sql`create index area_rings_by_area on area_rings (area_id)`.execute(tx);
  await sql`create index area_rings_by_box on area_rings using gist (box)`.execute(tx);
  await sql`
    -- When the areas were changed last, up to which change the places have theirs, and how many posts are done. One row.
    create table area_state (
      is_current boolean primary key default true check (is_current),
      changed timestamptz not null default now(),
      applied timestamptz not null default now(),
      done integer not null default 0,
      total integer not null default 0
    )`.execute(tx);
  await sql`insert into area_state default values`.execute(tx);
  // Null: in none. The masked ones are those of the masked place.
  await sql`alter table post_places add column area_ids bigint[], add column masked_area_ids bigint[]`.execute(
    tx,
  );
  await sql`create index post_places_by_area on post_places using gin (area_ids) where area_ids is not null`.execute(
    tx,
  );
  await sql`create index post_places_by_masked_area on post_places using gin (masked_area_ids) where masked_area_ids is not null`.execute(
    tx,
  );
}
