/** The first zoom of the tiles that a TileJSON document names. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0300-tile-zooms';

export async function up(tx: Tx): Promise<void> {
  await sql`alter table layer_data add column min_zoom integer`.execute(tx);
}
