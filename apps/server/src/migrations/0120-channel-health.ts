/** When each channel (outgoing mail, a data source, a webhook) last worked, and since when and why it fails. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0120-channel-health';

export async function up(tx: Tx): Promise<void> {
  await sql`
    create table channel_health (
      channel text primary key,
      last_success timestamptz,
      failing_since timestamptz,
      last_failure timestamptz,
      error_code text,
      error_message text,
      constraint channel_health_error_check check ((failing_since is null) = (error_code is null))
    )`.execute(tx);
}
