/** Map archives that are being made from an OpenStreetMap extract. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0210-map-extracts';

export async function up(tx: Tx): Promise<void> {
  await sql`alter table map_archives drop constraint map_archives_state_check`.execute(tx);
  await sql`
    alter table map_archives add constraint map_archives_state_check
      check (state in ('uploading', 'importing', 'building', 'ready', 'failed'))`.execute(tx);
}
