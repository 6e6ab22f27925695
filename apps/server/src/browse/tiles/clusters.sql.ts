/** Posts inside a map tile, counted by the cells of a grid. */
import type { PostFilters } from '@waypost/contract/browse/post-filters';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { seenBy } from '../../posts/posts.public.ts';
import { recordFrequentText } from '../counts/counted-texts.sql.ts';
import { findPrecomputedLevel } from '../counts/precomputed-counts.sql.ts';
import { buildMatchingQuery, type MatchingPart, unionParts } from '../filters/matching-posts.sql.ts';
import { searchIndexColumns } from '../search/search-index.sql.ts';
import { gridLevels } from './map-grid.rules.ts';

/** Posts of one survey in one cell of the grid. */
export interface CellCount {
  /** Number of the cell at the grid's level. */
  cell: number;
  survey_id: number | null;
  count: number;
  /** The lowest id: the post itself where there is but one. */
  id: number;
  /** Cells of the finest grid that no post lies outside of; of one post its own. */
  first: number;
  last: number;
}

interface CellRange {
  first: number;
  last: number;
}

/**
 * Looks at the posts, or at their words where those know enough. Everything comes from one index where only the public is
 * asked for: the columns named here are those that `posts_public_cell` holds.
 */
async function countPostsByCell(
  tx: Tx,
  viewer: Viewer,
  parts: readonly MatchingPart[],
  { first, last }: CellRange,
  level: number,
): Promise<CellCount[]> {
  if (parts.length === 0) return [];
  const inTile = (column: RawBuilder<unknown>, condition: RawBuilder<boolean>) =>
    sql<boolean>`${condition} and ${column} between ${first} and ${last}`;
  const { cell } = seenBy(viewer);
  const place = searchIndexColumns(viewer).cell;
  const looked = parts.filter((part) => !part.onSearchIndex).map((part) => inTile(cell, part.onPosts));
  const read = parts.flatMap(({ onSearchIndex: words }) => (words ? [inTile(place, words)] : []));
  const posts = unionParts(looked, sql`posts.id, posts.survey_id, ${cell} as place`);
  const words = read.map(
    (part) => sql`union all select post_id, survey_id, ${place} from post_words where ${part}`,
  );
  const { rows } = await sql<CellCount>`
    select place >> ${2 * (gridLevels - level)}::int as cell, survey_id, count(*) as count, min(id) as id,
      min(place) as first, max(place) as last
    from (select id, survey_id, place from ${posts} ${sql.join(words, sql` `)}) as found group by 1, 2`.execute(
    tx,
  );
  return rows;
}

/** Adds up what was counted beforehand. Where one post is left, what was put together of all is its own. */
async function sumPrecomputedCells(
  tx: Tx,
  part: RawBuilder<boolean>,
  { first, last }: CellRange,
  level: number,
  counted: number,
): Promise<CellCount[]> {
  const size = 4 ** (gridLevels - counted);
  const { rows } = await sql<CellCount & { place: number }>`
    select cell >> ${2 * (counted - level)}::int as cell, nullif(survey_id, 0) as survey_id, sum(n)::bigint as count,
      bit_xor(ids) as id, bit_xor(places) as place, min(first) as first, max(last) as last
    from counted_cells
    where level = ${counted} and cell between ${Math.floor(first / size)} and ${Math.floor(last / size)} and ${part}
    group by 1, survey_id having sum(n) > 0`.execute(tx);
  return rows.map(({ place, ...row }) => (row.count === 1 ? { ...row, first: place, last: place } : row));
}

/**
 * Counts the posts of a tile that match.
 * @param cells of the finest grid: those of one tile, which follow one another
 * @param level of the grid to count by
 */
export async function countPostsInTile(
  tx: Tx,
  viewer: Viewer,
  filters: PostFilters,
  cells: CellRange,
  level: number,
): Promise<CellCount[]> {
  const { parts, textToCount: uncounted } = await buildMatchingQuery(tx, viewer, filters, true);
  const counted = findPrecomputedLevel(level);
  const known = parts.flatMap((part) =>
    counted === undefined ? [] : (part.precomputed?.cellCondition ?? []),
  );
  const unknown = parts.filter((part) => counted === undefined || !part.precomputed?.cellCondition);
  const rows = await countPostsByCell(tx, viewer, unknown, cells, level);
  if (uncounted)
    recordFrequentText(
      uncounted,
      rows.reduce((sum, { count }) => sum + count, 0),
    );
  for (const part of known)
    rows.push(...(await sumPrecomputedCells(tx, part, cells, level, counted ?? level)));
  return rows;
}

/** What single posts are called; those without a title are left out. */
export async function readPostTitles(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.selectFrom('posts').select(['id', 'title']).where('id', 'in', ids).execute();
  return new Map(rows.flatMap(({ id, title }) => (title === null ? [] : [[id, title]])));
}
