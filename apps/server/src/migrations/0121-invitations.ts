/** Invitations to the team. Only a hash of each token is stored. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0121-invitations';

export async function up(tx: Tx): Promise<void> {
  await sql`
    create table invitations (
      id bigint generated always as identity primary key,
      hash bytea not null constraint invitations_hash_unique unique,
      -- Nobody can grant what they do not hold: without its creator an invitation is void.
      user_id bigint not null references users on delete cascade,
      role text not null constraint invitations_role_exists references roles (name) on update cascade on delete cascade,
      email text,
      mail_id bigint references outbox on delete set null,
      max_uses integer not null,
      uses integer not null default 0,
      created timestamptz not null default now(),
      expires timestamptz not null,
      revoked timestamptz,
      constraint invitations_uses_check check (uses between 0 and max_uses)
    )`.execute(tx);
  await sql`create index invitations_by_user on invitations (user_id)`.execute(tx);
  await sql`create index invitations_by_role on invitations (role)`.execute(tx);
  await sql`create index invitations_by_mail on invitations (mail_id) where mail_id is not null`.execute(tx);
}
