/** From counted cells to the vector tile that the map draws. Pure. */
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { defaultMarkerColor } from '@waypost/survey-logic/post-display';
import type { CellCount } from './clusters.sql.ts';
import { decodeCell, enclosingTile, gridLevels, type Tile, tileBounds } from './map-grid.rules.ts';

/** Units a side of a tile. */
const extent = 4096;
/** A cluster is at most this many levels finer than its tile: 8 by 8 of them. */
const clusterLevelOffset = 3;
/** Where a deployment does not want them, posts are still one where their pins would hide one another: 64 by 64 cells. */
const unclusteredLevelOffset = 6;
/** Cells are counted finer than clusters, so that a cluster stands near its posts. */
const countLevelOffset = clusterLevelOffset + 2;
/** How near to the edge of its cell a cluster may stand, in parts of the cell: neighbours then hardly ever touch. */
const edgeMargin = 0.3;

const clusterLevelOf = (zoom: number, isClustered: boolean): number =>
  Math.min(gridLevels, zoom + (isClustered ? clusterLevelOffset : unclusteredLevelOffset));
/** The level of the grid to count at for a tile. */
export const countLevelOf = (zoom: number, isClustered = true): number =>
  Math.min(gridLevels, zoom + (isClustered ? countLevelOffset : unclusteredLevelOffset));

/** Posts that are drawn as one; `id` is the post itself where there is but one. */
export interface Cluster {
  count: number;
  id: number;
  first: number;
  last: number;
  /** Sums over posts, in cells of the count level. */
  x: number;
  y: number;
  bySurvey: Map<number | null, number>;
}

/** Brings together what was counted finer than clusters are. */
function mergeCells(counted: readonly CellCount[], finer: number): Cluster[] {
  const clusters = new Map<number, Cluster>();
  for (const { cell, survey_id, count, id, first, last } of counted) {
    const key = Math.floor(cell / 4 ** finer);
    const known = clusters.get(key);
    const into = known ?? { count: 0, id, first, last, x: 0, y: 0, bySurvey: new Map() };
    if (!known) clusters.set(key, into);
    const { x, y } = decodeCell(cell);
    into.count += count;
    into.first = Math.min(into.first, first);
    into.last = Math.max(into.last, last);
    into.x += (x + 0.5) * count;
    into.y += (y + 0.5) * count;
    into.bySurvey.set(survey_id, (into.bySurvey.get(survey_id) ?? 0) + count);
  }
  return [...clusters.values()];
}

/**
 * What a tile shows.
 * @param cellCounts at `countLevelOf(tile.zoom, isClustered)`
 */
export const buildClusters = (tile: Tile, cellCounts: readonly CellCount[], isClustered = true): Cluster[] =>
  mergeCells(cellCounts, countLevelOf(tile.zoom, isClustered) - clusterLevelOf(tile.zoom, isClustered));

/** Between the edges of its cell, which is `size` units wide. */
function clampToCell(at: number, size: number): number {
  const start = Math.floor(at / size) * size;
  return Math.min(start + size * (1 - edgeMargin), Math.max(start + size * edgeMargin, at));
}

/** How many colours a cluster tells apart, grey for the rest among them. */
const maxParts = 5;

interface ColorCount {
  color: string;
  count: number;
}

/** The posts of a cluster by the colour of their survey, most first; of as many, those of the oldest survey. */
function countByColor(
  bySurvey: ReadonlyMap<number | null, number>,
  colorOf: (survey: number | null) => string,
): ColorCount[] {
  const counts = new Map<string, number>();
  for (const [survey, count] of [...bySurvey].sort(([a], [b]) => (a ?? Infinity) - (b ?? Infinity))) {
    const color = colorOf(survey);
    counts.set(color, (counts.get(color) ?? 0) + count);
  }
  return [...counts].map(([color, count]) => ({ color, count })).sort((a, b) => b.count - a.count);
}

/** No more parts than can be told apart: those with the fewest posts, and grey ones, become grey and come last. */
export function limitParts(parts: readonly ColorCount[]): ColorCount[] {
  if (parts.length <= maxParts) return [...parts];
  const kept = parts.filter(({ color }) => color !== defaultMarkerColor).slice(0, maxParts - 1);
  const sum = (of: readonly ColorCount[]) => of.reduce((total, { count }) => total + count, 0);
  return [...kept, { color: defaultMarkerColor, count: sum(parts) - sum(kept) }];
}

/**
 * Draws a tile: layer `posts`, a point for each post that stands alone, exact to 0.6 m, and one for each cluster.
 * @param look.getSeriesColor the colour of a survey's posts
 * @param look.titles what single posts are called, for those who cannot see the map
 */
export function drawTile(
  tile: Tile,
  clusters: readonly Cluster[],
  {
    colorOf,
    titles,
    isClustered = true,
  }: {
    colorOf: (survey: number | null) => string;
    titles: ReadonlyMap<number, string>;
    isClustered?: boolean;
  },
): Buffer {
  const level = countLevelOf(tile.zoom, isClustered);
  const clusterLevel = clusterLevelOf(tile.zoom, isClustered);
  const unit = extent / 2 ** (level - tile.zoom);
  const size = extent / 2 ** (clusterLevel - tile.zoom);
  const features = clusters.map((cluster) => {
    const parts = countByColor(cluster.bySurvey, colorOf);
    const color = parts[0]?.color ?? defaultMarkerColor;
    if (cluster.count === 1) {
      const exact = decodeCell(cluster.first);
      const scale = extent / 2 ** (gridLevels - tile.zoom);
      const at = [(exact.x + 0.5) * scale - tile.x * extent, (exact.y + 0.5) * scale - tile.y * extent];
      const title = titles.get(cluster.id);
      const tags = { id: cluster.id, color, ...(title === undefined ? {} : { title }) };
      return { id: cluster.id, type: 1, geometry: [at.map(Math.round)], tags };
    }
    const x = clampToCell((cluster.x / cluster.count) * unit - tile.x * extent, size);
    const y = clampToCell((cluster.y / cluster.count) * unit - tile.y * extent, size);
    const around = enclosingTile(cluster.first, cluster.last);
    const { west, south, east, north } = tileBounds(around);
    const tags = {
      count: cluster.count,
      color,
      parts: limitParts(parts)
        .map((part) => `${part.color}:${part.count}`)
        .join(','),
      z: around.zoom,
      x: around.x,
      y: around.y,
      w: west,
      s: south,
      e: east,
      n: north,
    };
    return { type: 1, geometry: [[Math.round(x), Math.round(y)]], tags };
  });
  const layer = { features } as unknown as Parameters<typeof fromGeojsonVt>[0][string];
  return Buffer.from(fromGeojsonVt({ posts: layer }, { version: 2, extent }));
}
