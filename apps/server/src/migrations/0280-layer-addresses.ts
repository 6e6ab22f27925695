/** No statistics of the addresses of layers: samples would hold plain values. They are encrypted at the next start. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0280-layer-addresses';

export async function up(tx: Tx): Promise<void> {
  await sql`alter table layers alter column data_url set statistics 0`.execute(tx);
}
