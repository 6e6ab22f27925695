/**
 * Devices from which somebody has logged in before. Each holds a random proof, stored here as a hash: with it the right
 * password gets in whatever others try, and wrong ones count by themselves. A session says in which browser and time zone it
 * was begun, and when it was last used, to the hour; no network address is kept.
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0064-login-devices';

const devices = sql`
  create table login_devices (
    id bigint generated always as identity primary key,
    user_id bigint not null references users on delete cascade,
    -- SHA-256 of the proof.
    hash bytea not null unique,
    created timestamptz not null default now(),
    last_used timestamptz not null default now()
  );
  create index login_devices_by_user on login_devices (user_id);
  create index login_devices_by_use on login_devices (last_used)`;

const sessions = sql`
  alter table sessions
    add column device_id bigint references login_devices on delete set null,
    add column browser text,
    add column system text,
    add column time_zone text,
    add column seen timestamptz not null default date_trunc('hour', now());
  create index sessions_by_device on sessions (device_id)`;

export async function up(tx: Tx): Promise<void> {
  for (const step of [devices, sessions]) await step.execute(tx);
}
