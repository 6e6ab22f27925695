/** Keys that other programs show. What is kept of one opens nothing: its hash, and its end to tell it from others. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0018-api-keys';

export async function up(tx: Tx): Promise<void> {
  await sql`
    create table api_keys (
      id bigint generated always as identity primary key,
      hash bytea not null constraint api_keys_once unique,
      ending text not null,
      created timestamptz not null default now(),
      updated timestamptz,
      last_used timestamptz
    )`.execute(tx);
}
