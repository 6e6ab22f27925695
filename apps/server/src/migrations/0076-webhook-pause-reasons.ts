/** Why a webhook is paused, where it was not a person who paused it. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0076-webhook-pause-reasons';

export async function up(tx: Tx): Promise<void> {
  await sql`
    alter table webhooks
      -- owner: who made it may not read any more what it sends.
      add column pause_reason text check (pause_reason in ('failures', 'owner')),
      add constraint webhooks_pause_has_reason check (pause_reason is null or paused is not null)`.execute(
    tx,
  );
}
