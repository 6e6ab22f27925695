/** Draws vector tiles from the counts of cells. Pure. */

import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { defaultMarkerColor } from '@waypost/survey-logic/post-display';
import { toWorldLength } from '@waypost/survey-logic/world-length';
import type { CellCount } from './clusters.sql.ts';
import {
  boxToDegrees,
  type CellBox,
  decodeCell,
  enclosingTile,
  gridLevels,
  type Tile,
  uniteBoxes,
} from './map-grid.rules.ts';
import type { FindSurveyPin } from './survey-pins.ts';

/** Width and height of a tile in tile units. */
const extent = 4096;
/** Levels by which the grid of clusters is finer than the tile: 8 by 8 cells. */
const clusterLevelOffset = 3;
/** The same without clustering, 64 by 64 cells: posts are still merged where their markers would cover each other. */
const unclusteredLevelOffset = 6;
/** Counts use a finer grid than clusters, so that a cluster is drawn near its posts. */
const countLevelOffset = clusterLevelOffset + 2;
/** Minimum distance of a cluster from the edge of its cell, as a fraction of the cell: neighbours rarely overlap. */
const edgeMargin = 0.3;

const clusterLevelOf = (zoom: number, isClustered: boolean): number =>
  Math.min(gridLevels, zoom + (isClustered ? clusterLevelOffset : unclusteredLevelOffset));
/** The level of the grid at which the posts of a tile are counted. */
export const countLevelOf = (zoom: number, isClustered = true): number =>
  Math.min(gridLevels, zoom + (isClustered ? countLevelOffset : unclusteredLevelOffset));

/** Posts that are drawn as one marker. `id` is the post when there is only one. */
export interface Cluster {
  count: number;
  id: number;
  first: number;
  last: number;
  box: CellBox;
  /** Sums of the posts' coordinates, in cells of the count level. */
  x: number;
  y: number;
  bySurvey: Map<number | null, number>;
}

/** Merges counts of fine cells to clusters. @param levelDifference levels by which the counts are finer */
function mergeCells(cellCounts: readonly CellCount[], levelDifference: number): Cluster[] {
  const clusters = new Map<number, Cluster>();
  for (const { cell, survey_id, count, id, first, last, box } of cellCounts) {
    const key = Math.floor(cell / 4 ** levelDifference);
    const existing = clusters.get(key);
    const cluster = existing ?? { count: 0, id, first, last, box, x: 0, y: 0, bySurvey: new Map() };
    if (!existing) clusters.set(key, cluster);
    const { x, y } = decodeCell(cell);
    cluster.count += count;
    cluster.first = Math.min(cluster.first, first);
    cluster.last = Math.max(cluster.last, last);
    cluster.box = uniteBoxes(cluster.box, box);
    cluster.x += (x + 0.5) * count;
    cluster.y += (y + 0.5) * count;
    cluster.bySurvey.set(survey_id, (cluster.bySurvey.get(survey_id) ?? 0) + count);
  }
  return [...clusters.values()];
}

/**
 * The clusters of a tile.
 * @param cellCounts counted at `countLevelOf(tile.zoom, isClustered)`
 */
export const buildClusters = (tile: Tile, cellCounts: readonly CellCount[], isClustered = true): Cluster[] =>
  mergeCells(cellCounts, countLevelOf(tile.zoom, isClustered) - clusterLevelOf(tile.zoom, isClustered));

/** Moves a coordinate away from the edges of its cell, which is `cellSize` units wide. */
function clampToCell(position: number, cellSize: number): number {
  const start = Math.floor(position / cellSize) * cellSize;
  return Math.min(start + cellSize * (1 - edgeMargin), Math.max(start + cellSize * edgeMargin, position));
}

/** Maximum number of colors in a cluster, including grey for the rest. */
const maxParts = 5;

interface ColorCount {
  color: string;
  count: number;
}

/** Posts of a cluster by the color of their survey, the most frequent first; of equal ones, the oldest survey's. */
function countByColor(bySurvey: ReadonlyMap<number | null, number>, pinOf: FindSurveyPin): ColorCount[] {
  const counts = new Map<string, number>();
  for (const [survey, count] of [...bySurvey].sort(([a], [b]) => (a ?? Infinity) - (b ?? Infinity))) {
    const { color } = pinOf(survey);
    counts.set(color, (counts.get(color) ?? 0) + count);
  }
  return [...counts].map(([color, count]) => ({ color, count })).sort((a, b) => b.count - a.count);
}

/** Limits the number of colors: those with the fewest posts, and grey, are merged into grey, which comes last. */
export function limitParts(parts: readonly ColorCount[]): ColorCount[] {
  if (parts.length <= maxParts) return [...parts];
  const keptParts = parts.filter(({ color }) => color !== defaultMarkerColor).slice(0, maxParts - 1);
  const sum = (counted: readonly ColorCount[]) => counted.reduce((total, { count }) => total + count, 0);
  return [...keptParts, { color: defaultMarkerColor, count: sum(parts) - sum(keptParts) }];
}

/** Metres that the real places of posts at one place are away at most; undefined if some are exact or elsewhere. */
function findCommonRadius({ first, last, bySurvey }: Cluster, pinOf: FindSurveyPin): number | undefined {
  const radii = [...bySurvey.keys()].map((survey) => pinOf(survey).radius ?? 0);
  return first === last && Math.min(...radii) > 0 ? Math.max(...radii) : undefined;
}

/**
 * Draws a tile. The layer `posts` has a point for each single post, exact to 0.6 m, and for each cluster.
 * @param style.pinOf how a survey's posts are drawn
 * @param style.titles titles of single posts, for people who cannot see the map
 */
export function drawTile(
  tile: Tile,
  clusters: readonly Cluster[],
  {
    pinOf,
    titles,
    isClustered = true,
  }: {
    pinOf: FindSurveyPin;
    titles: ReadonlyMap<number, string>;
    isClustered?: boolean;
  },
): Buffer {
  const level = countLevelOf(tile.zoom, isClustered);
  const clusterLevel = clusterLevelOf(tile.zoom, isClustered);
  const unitsPerCell = extent / 2 ** (level - tile.zoom);
  const clusterCellSize = extent / 2 ** (clusterLevel - tile.zoom);
  const features = clusters.map((cluster) => {
    const parts = countByColor(cluster.bySurvey, pinOf);
    const color = parts[0]?.color ?? defaultMarkerColor;
    const radius = findCommonRadius(cluster, pinOf);
    const area = radius === undefined ? {} : { area: toWorldLength(radius, boxToDegrees(cluster.box).north) };
    if (cluster.count === 1) {
      const exact = decodeCell(cluster.first);
      const scale = extent / 2 ** (gridLevels - tile.zoom);
      const point = [(exact.x + 0.5) * scale - tile.x * extent, (exact.y + 0.5) * scale - tile.y * extent];
      const title = titles.get(cluster.id);
      const tags = { id: cluster.id, color, ...(title === undefined ? {} : { title }), ...area };
      return { id: cluster.id, type: 1, geometry: [point.map(Math.round)], tags };
    }
    const x = clampToCell((cluster.x / cluster.count) * unitsPerCell - tile.x * extent, clusterCellSize);
    const y = clampToCell((cluster.y / cluster.count) * unitsPerCell - tile.y * extent, clusterCellSize);
    const enclosing = enclosingTile(cluster.first, cluster.last);
    const { west, south, east, north } = boxToDegrees(cluster.box);
    const tags = {
      count: cluster.count,
      color,
      parts: limitParts(parts)
        .map((part) => `${part.color}:${part.count}`)
        .join(','),
      z: enclosing.zoom,
      x: enclosing.x,
      y: enclosing.y,
      w: west,
      s: south,
      e: east,
      n: north,
      ...area,
    };
    return { type: 1, geometry: [[Math.round(x), Math.round(y)]], tags };
  });
  const layer = { features } as unknown as Parameters<typeof fromGeojsonVt>[0][string];
  return Buffer.from(fromGeojsonVt({ posts: layer }, { version: 2, extent }));
}
