/**
 * No statistics of columns with secrets: their samples hold plain values, as `analyze` finds them after a restore. Where rows exist
 * already, their tables and the samples are written again at the next start (`encrypt-stored-secrets.ts`).
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0079-secret-statistics';

export async function up(tx: Tx): Promise<void> {
  await sql`
    alter table webhooks alter column secret set statistics 0;
    alter table user_settings alter column config_value set statistics 0;
    insert into settings (name, value)
      select 'secret-columns-to-rewrite', '{"webhooks": true, "user_settings": true}'
      where exists (select from webhooks) or exists (select from user_settings)
      on conflict do nothing`.execute(tx);
}
