/** How a survey hides places: displaced, the centre of a square, hidden, or below a number of posts in a square. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0188-place-masks';

export async function up(tx: Tx): Promise<void> {
  await sql`
    alter table surveys
      add column place_mask text not null default 'rounded'
        constraint surveys_place_mask_check check (place_mask in ('rounded', 'displaced', 'grid', 'hidden')),
      -- Metres.
      add column place_min_distance integer not null default 500,
      add column place_max_distance integer not null default 2000,
      add column place_grid_km integer not null default 5,
      add column place_min_reports integer not null default 1`.execute(tx);
  // The square whose public posts are counted; null unless the survey demands several of them.
  await sql`alter table post_places add column mask_cell bigint`.execute(tx);
  await sql`create index post_places_by_mask_cell on post_places (mask_cell) where mask_cell is not null`.execute(
    tx,
  );
  await sql`
    -- Squares with as many public posts as their survey demands.
    create table revealed_mask_cells (
      survey_id bigint references surveys on delete cascade,
      cell bigint,
      primary key (survey_id, cell)
    )`.execute(tx);
  await sql`
    -- Squares whose posts have changed since they were counted. Without a key, so that writers do not wait for one another.
    create table changed_mask_cells (cell bigint not null)`.execute(tx);
  await sql`
    -- The key of the directions and distances of displaced places. Another one would show each place once more, elsewhere.
    create table place_mask_key (
      is_only boolean primary key default true check (is_only),
      key bytea not null
    )`.execute(tx);
  await sql`
    insert into place_mask_key (key)
    values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')))`.execute(tx);
}
