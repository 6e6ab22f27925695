/** Who wants to be told of which collection or saved search. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

const notifications = sql`
  create table notifications (
    id bigint generated always as identity primary key,
    user_id bigint not null references users on delete cascade,
    set_id bigint not null references sets on delete cascade,
    created timestamptz not null default now(),
    updated timestamptz,
    constraint notifications_once unique (user_id, set_id)
  );
  create index notifications_by_set on notifications (set_id);
  create index sets_by_maker on sets (user_id)`;

export const name = '0009-notifications';

export async function up(tx: Tx): Promise<void> {
  await notifications.execute(tx);
}
