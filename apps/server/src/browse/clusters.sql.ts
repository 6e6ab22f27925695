/** Posts inside a map tile, counted by the cells of a grid. */
import type { PostFilters } from '@waypost/contract/post-filters';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { seenBy } from '../posts/posts.public.ts';
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
 * @param cells of the finest grid: those of one tile, which follow one another
 * @param shift how many bits of a cell's number to drop, two for each level of the grid
 */
export async function countInTile(
  tx: Tx,
  viewer: Viewer,
  filters: PostFilters,
  cells: { first: number; last: number },
  shift: number,
): Promise<Counted[]> {
  const { cell } = seenBy(viewer);
  const inside = sql<boolean>`${cell} between ${cells.first} and ${cells.last}`;
  const { parts } = await matching(tx, viewer, filters);
  const inTile = parts.map((part): RawBuilder<boolean> => sql`${part} and ${inside}`);
  const from = everyPart(inTile, sql`posts.id, posts.survey_id, ${cell} as place`);
  const { rows } = await sql<Counted>`
    select place >> ${shift}::int as cell, survey_id, count(*) as count, min(id) as id,
      min(place) as first, max(place) as last
    from ${from} group by 1, 2`.execute(tx);
  return rows;
}

/** What single posts are called; those without a title are left out. */
export async function readTitles(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.selectFrom('posts').select(['id', 'title']).where('id', 'in', ids).execute();
  return new Map(rows.flatMap(({ id, title }) => (title === null ? [] : [[id, title]])));
}
