/** Pictures on their way in pieces: what has arrived waits here until the rest has. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0032-uploads';

const tables = sql`
  create table uploads (
    -- 128 random bits in hexadecimals.
    id text primary key,
    -- Null for a visitor's.
    user_id bigint references users on delete cascade,
    name text not null,
    caption text,
    size integer not null,
    received integer not null default 0,
    -- Set once all of it has arrived; the pieces are gone then.
    media_id bigint references media on delete cascade,
    created timestamptz not null default now()
  );
  create index uploads_by_age on uploads (created);
  create index uploads_by_user on uploads (user_id) where user_id is not null;
  create index uploads_by_media on uploads (media_id) where media_id is not null;
  create table upload_pieces (
    upload_id text not null references uploads on delete cascade,
    -- Bytes before it.
    begins integer not null,
    bytes bytea not null,
    primary key (upload_id, begins)
  )`;

export async function up(tx: Tx): Promise<void> {
  await tables.execute(tx);
}
