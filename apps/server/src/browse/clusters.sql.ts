/** Posts inside a map tile, counted by the cells of a grid. */
import type { PostFilters } from '@waypost/contract/post-filters';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { seenBy } from '../posts/posts.public.ts';
import { cellsOf, levels, type Tile } from './map-grid.ts';
import { everyPart, matching } from './matching.sql.ts';

/** Posts of one survey in one cell of the grid. */
export interface Counted {
  /** Number of the cell at the grid's level. */
  cell: number;
  survey_id: number | null;
  count: number;
  /** The lowest id: the post itself where there is but one. */
  id: number;
  /** Cells of the finest grid: the least and the greatest. */
  first: number;
  last: number;
}

/**
 * Everything comes from one index where only the public is asked for: the columns named here are those that
 * `posts_public_cell` holds.
 * @param level of the grid, 0 to 26
 */
export async function countInTile(
  tx: Tx,
  viewer: Viewer,
  filters: PostFilters,
  tile: Tile,
  level: number,
): Promise<Counted[]> {
  const { cell } = seenBy(viewer);
  const { first, last } = cellsOf(tile);
  const inside = sql<boolean>`${cell} between ${first} and ${last}`;
  const parts = matching(viewer, filters).map((part): RawBuilder<boolean> => sql`${part} and ${inside}`);
  const shift = 2 * (levels - level);
  const from = everyPart(parts, sql`posts.id, posts.survey_id, ${cell} as place`);
  const { rows } = await sql<Counted>`
    select place >> ${shift}::int as cell, survey_id, count(*) as count, min(id) as id,
      min(place) as first, max(place) as last
    from ${from} group by 1, 2`.execute(tx);
  return rows;
}
