/** Templates that were applied, and what each has created, so that it can be undone. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0135-template-applications';

export async function up(tx: Tx): Promise<void> {
  await sql`
    create table template_applications (
      id bigint generated always as identity primary key,
      title text not null,
      -- What was created: kind, id, and a hash of it as it was then.
      parts jsonb not null,
      created timestamptz not null default now(),
      undone timestamptz
    )`.execute(tx);
}
