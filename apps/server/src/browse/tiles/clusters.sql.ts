/** Counts the posts of a map tile by cells of a grid. */
import type { PostFilters } from '@waypost/contract/browse/post-filters';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { columnsVisibleTo } from '../../posts/posts.public.ts';
import { recordFrequentText } from '../counts/counted-texts.sql.ts';
import { findPrecomputedLevel } from '../counts/precomputed-counts.sql.ts';
import { buildMatchingQuery, type MatchingPart, unionParts } from '../filters/matching-posts.sql.ts';
import { searchIndexColumns } from '../search/search-index.sql.ts';
import {
  type CellBox,
  cellBoxOfTile,
  columnMask,
  decodeCell,
  enclosingTile,
  gridLevels,
  intersectBoxes,
  rowMask,
  uniteBoxes,
} from './map-grid.rules.ts';

/** Posts of one survey in one cell of the grid. */
export interface CellCount {
  /** Number of the cell at the grid's level. */
  cell: number;
  survey_id: number | null;
  count: number;
  /** The lowest id, which is the post itself when there is only one. */
  id: number;
  /** First and last cell of the finest grid that contain the posts; of a single post, its own cell. */
  first: number;
  last: number;
  /** The smallest box around the posts. Of precomputed counts, its sides are those of precomputed cells. */
  box: CellBox;
}

/** A row of counts: of the box, the database returns masked numbers of cells (`columnMask`, `rowMask`). */
type CellCountRow = Omit<CellCount, 'box'> & CellBox;

/** Columns of `CellCountRow` with the extremes of the cells in a column. */
const boxColumns = (cell: RawBuilder<unknown>) =>
  sql`min(${cell} & ${columnMask}::bigint) as west, max(${cell} & ${columnMask}::bigint) as east,
      min(${cell} & ${rowMask}::bigint) as north, max(${cell} & ${rowMask}::bigint) as south`;

/** @param zoom level of the cells whose extremes the row contains */
function toCellCount({ west, east, north, south, ...row }: CellCountRow, zoom: number): CellCount {
  const northWest = cellBoxOfTile({ zoom, x: decodeCell(west).x, y: decodeCell(north).y });
  const southEast = cellBoxOfTile({ zoom, x: decodeCell(east).x, y: decodeCell(south).y });
  const enclosing = cellBoxOfTile(enclosingTile(row.first, row.last));
  return { ...row, box: intersectBoxes(uniteBoxes(northWest, southEast), enclosing) };
}

interface CellRange {
  first: number;
  last: number;
}

/**
 * Counts posts directly, or rows of the search index where it can answer alone. For public posts the index
 * `posts_public_cell` contains all columns that are used here.
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
  const { cell } = columnsVisibleTo(viewer);
  const indexedCell = searchIndexColumns(viewer).cell;
  const postConditions = parts
    .filter((part) => !part.onSearchIndex)
    .map((part) => inTile(cell, part.onPosts));
  const indexConditions = parts.flatMap(({ onSearchIndex }) =>
    onSearchIndex ? [inTile(indexedCell, onSearchIndex)] : [],
  );
  const fromPosts = unionParts(postConditions, sql`posts.id, posts.survey_id, ${cell} as place`);
  const fromIndex = indexConditions.map(
    (condition) =>
      sql`union all select post_id, survey_id, ${indexedCell} from post_search_index where ${condition}`,
  );
  const { rows } = await sql<CellCountRow>`
    select place >> ${2 * (gridLevels - level)}::int as cell, survey_id, count(*) as count, min(id) as id,
      min(place) as first, max(place) as last, ${boxColumns(sql`place`)}
    from (select id, survey_id, place from ${fromPosts} ${sql.join(fromIndex, sql` `)}) as located group by 1, 2`.execute(
    tx,
  );
  return rows.map((row) => toCellCount(row, gridLevels));
}

/** Sums precomputed counts. For a single post, the combined ids and places are those of the post. */
async function sumPrecomputedCells(
  tx: Tx,
  condition: RawBuilder<boolean>,
  { first, last }: CellRange,
  level: number,
  precomputedLevel: number,
): Promise<CellCount[]> {
  const cellSize = 4 ** (gridLevels - precomputedLevel);
  const { rows } = await sql<CellCountRow & { place: number }>`
    select cell >> ${2 * (precomputedLevel - level)}::int as cell, nullif(survey_id, 0) as survey_id, sum(post_count)::bigint as count,
      bit_xor(ids_xor) as id, bit_xor(cells_xor) as place, min(first_cell) as first, max(last_cell) as last,
      ${boxColumns(sql`cell`)}
    from current_counts_by_cell
    where level = ${precomputedLevel} and cell between ${Math.floor(first / cellSize)} and ${Math.floor(last / cellSize)} and ${condition}
    group by 1, survey_id having sum(post_count) > 0`.execute(tx);
  return rows.map(({ place, ...row }) =>
    toCellCount(row.count === 1 ? { ...row, first: place, last: place } : row, precomputedLevel),
  );
}

/**
 * Counts matching posts in a tile.
 * @param cells range of cells of the finest grid that the tile covers
 * @param level level of the grid to count by
 */
export async function countPostsInTile(
  tx: Tx,
  viewer: Viewer,
  filters: PostFilters,
  cells: CellRange,
  level: number,
): Promise<CellCount[]> {
  const { parts, textToCount } = await buildMatchingQuery(tx, viewer, filters, true);
  const precomputedLevel = findPrecomputedLevel(level);
  const precomputed = parts.flatMap((part) =>
    precomputedLevel === undefined ? [] : (part.precomputed?.cellCondition ?? []),
  );
  const uncountedParts = parts.filter(
    (part) => precomputedLevel === undefined || !part.precomputed?.cellCondition,
  );
  const rows = await countPostsByCell(tx, viewer, uncountedParts, cells, level);
  if (textToCount)
    recordFrequentText(
      textToCount,
      rows.reduce((sum, { count }) => sum + count, 0),
    );
  for (const condition of precomputed)
    rows.push(...(await sumPrecomputedCells(tx, condition, cells, level, precomputedLevel ?? level)));
  return rows;
}

/** Titles of posts by id. Posts without a title are left out. */
export async function readPostTitles(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.selectFrom('posts').select(['id', 'title']).where('id', 'in', ids).execute();
  return new Map(rows.flatMap(({ id, title }) => (title === null ? [] : [[id, title]])));
}
