/** Towns and villages to find by name. Filled from the file that comes with the server, never by people. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

const places = sql`
  create table places (
    id int primary key,
    name text not null,
    -- As it is compared: plain small letters, single spaces.
    folded text not null,
    -- ISO 3166-1, two letters.
    country text,
    population int not null,
    lat double precision not null,
    lon double precision not null
  );
  create index places_by_likeness on places using gin (folded gin_trgm_ops);
  -- The folded name from each of its words on: what was typed is looked for at the beginning of these.
  create table place_keys (
    key text not null,
    place_id int not null references places on delete cascade
  );
  create index place_keys_by_beginning on place_keys (key text_pattern_ops) include (place_id);
  create index place_keys_by_place on place_keys (place_id);
  -- Which file the places came from; at most one row.
  create table place_files (
    sha256 text primary key,
    loaded timestamptz not null default now()
  )`;

export const name = '0004-places';

export async function up(tx: Tx): Promise<void> {
  await places.execute(tx);
}
