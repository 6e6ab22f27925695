/**
 * Incoming messages are recognised by a key of their own, since two phones may use the same id for their messages
 * (docs/decisions/0013). Stored messages keep their id as the key.
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0126-received-keys';

export async function up(tx: Tx): Promise<void> {
  await sql`alter table messages add column received_key text`.execute(tx);
  await sql`
    update messages set received_key = data_source_message_id
    where direction = 'incoming' and data_source_message_id is not null`.execute(tx);
  await sql`drop index messages_received_unique`.execute(tx);
  await sql`
    create unique index messages_received_unique on messages (data_source, received_key)
    where direction = 'incoming' and received_key is not null`.execute(tx);
  await sql`
    create index messages_by_external_id on messages (data_source, data_source_message_id)
    where direction = 'incoming' and data_source_message_id is not null`.execute(tx);
}
