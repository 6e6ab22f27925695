/**
 * A report that fits several of somebody's wishes waits under one of them. Which others it fits is kept beside it, so that it is
 * told by another when that one is ended before it was told.
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0055-told-by-others';

export async function up(tx: Tx): Promise<void> {
  // Ids of notifications, the most urgent first; null for none.
  await sql`alter table told_posts add column others bigint[]`.execute(tx);
}
