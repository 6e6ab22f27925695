/**
 * Marks mails that carry a confirmation code: nobody reads them in the outbox, since whoever reads a code could confirm the address
 * as their own. Rows that exist are not known to carry one; codes are valid for 15 minutes.
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0072-outbox-codes';

export async function up(tx: Tx): Promise<void> {
  await sql`alter table outbox add column is_confirmation boolean not null default false`.execute(tx);
}
