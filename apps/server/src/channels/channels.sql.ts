/** Queries of the health of channels. */
import type { ChannelError } from '@waypost/contract/channels/channels';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../kernel/db/database.ts';
import type { Tables } from '../migrations/tables.ts';

/** What is stored of a channel. */
export type ChannelHealthRow = Selectable<Tables['channel_health']>;

/** The health of all channels that were used, by channel. */
export async function readChannelHealth(tx: Tx): Promise<ReadonlyMap<string, ChannelHealthRow>> {
  const rows = await tx.selectFrom('channel_health').selectAll().execute();
  return new Map(rows.map((row) => [row.channel, row]));
}

/** Records that something was sent or received. A channel that works writes at most every ten seconds, so that its row is no bottleneck. */
export async function recordChannelSuccess(db: Db | Tx, channel: string): Promise<void> {
  await sql`
    insert into channel_health (channel, last_success)
    select ${channel}, now() where not exists (
      select from channel_health
      where channel = ${channel} and failing_since is null and last_success > now() - interval '10 seconds')
    on conflict (channel) do update
      set last_success = now(), failing_since = null, last_failure = null, error_code = null, error_message = null`.execute(
    db,
  );
}

/** Records a failure; the first one since the last success tells since when it fails. */
export async function recordChannelFailure(
  db: Db | Tx,
  channel: string,
  { code, message }: ChannelError,
): Promise<void> {
  await sql`
    insert into channel_health (channel, failing_since, last_failure, error_code, error_message)
    values (${channel}, now(), now(), ${code}, ${message})
    on conflict (channel) do update
      set failing_since = coalesce(channel_health.failing_since, now()), last_failure = now(),
        error_code = excluded.error_code, error_message = excluded.error_message`.execute(db);
}

/** Deletes what is stored of channels whose connection has changed: it says nothing about the new one. */
export async function deleteChannelHealth(tx: Tx, channels: readonly string[]): Promise<void> {
  if (channels.length > 0) await tx.deleteFrom('channel_health').where('channel', 'in', channels).execute();
}
