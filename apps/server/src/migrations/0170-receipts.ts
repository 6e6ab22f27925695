/** Receipts of reporters without an account, and the conversation of the team with them. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0170-receipts';

export async function up(tx: Tx): Promise<void> {
  await sql`
    -- Nothing else about the holder: no time, no address.
    create table receipts (
      post_id bigint primary key references posts on delete cascade,
      -- SHA-256 of the key that the device derives slowly from the code.
      key_hash bytea not null unique
    )`.execute(tx);
  await sql`
    create table receipt_messages (
      id bigint generated always as identity primary key,
      post_id bigint not null references posts on delete cascade,
      from_team boolean not null,
      -- Of the member of the team who wrote it.
      user_id bigint references users on delete set null,
      message text not null,
      created timestamptz not null default now()
    )`.execute(tx);
  await sql`create index receipt_messages_by_post on receipt_messages (post_id, id)`.execute(tx);
  await sql`create index receipt_messages_by_user on receipt_messages (user_id)`.execute(tx);
}
