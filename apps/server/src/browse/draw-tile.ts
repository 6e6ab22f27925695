/** From counted cells to the vector tile that the map draws. Pure. */
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { neutralColor } from '@waypost/survey-logic/post-display';
import type { Counted } from './clusters.sql.ts';
import { boundsOf, columnAndRow, levels, type Tile, tileAround } from './map-grid.rules.ts';

/** Units a side of a tile. */
const extent = 4096;
/** A cluster is at most this many levels finer than its tile: 8 by 8 of them. */
const clusterLevels = 3;
/** Where a deployment does not want them, posts are still one where their pins would hide one another: 64 by 64 cells. */
const unclusteredLevels = 6;
/** Cells are counted finer than clusters, so that a cluster stands near its posts. */
const countLevels = clusterLevels + 2;
/** How near to the edge of its cell a cluster may stand, in parts of the cell: neighbours then hardly ever touch. */
const edge = 0.3;

const clusterLevelOf = (zoom: number, isClustered: boolean): number =>
  Math.min(levels, zoom + (isClustered ? clusterLevels : unclusteredLevels));
/** The level of the grid to count at for a tile. */
export const countLevelOf = (zoom: number, isClustered = true): number =>
  Math.min(levels, zoom + (isClustered ? countLevels : unclusteredLevels));

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
function gather(counted: readonly Counted[], finer: number): Cluster[] {
  const clusters = new Map<number, Cluster>();
  for (const { cell, survey_id, count, id, first, last } of counted) {
    const key = Math.floor(cell / 4 ** finer);
    const known = clusters.get(key);
    const into = known ?? { count: 0, id, first, last, x: 0, y: 0, bySurvey: new Map() };
    if (!known) clusters.set(key, into);
    const { x, y } = columnAndRow(cell);
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
 * @param counted at `countLevelOf(tile.zoom, isClustered)`
 */
export const clustersOf = (tile: Tile, counted: readonly Counted[], isClustered = true): Cluster[] =>
  gather(counted, countLevelOf(tile.zoom, isClustered) - clusterLevelOf(tile.zoom, isClustered));

/** Between the edges of its cell, which is `size` units wide. */
function clamped(at: number, size: number): number {
  const start = Math.floor(at / size) * size;
  return Math.min(start + size * (1 - edge), Math.max(start + size * edge, at));
}

/** How many colours a cluster tells apart, grey for the rest among them. */
const mostParts = 5;

interface Part {
  color: string;
  count: number;
}

/** The posts of a cluster by the colour of their survey, most first; of as many, those of the oldest survey. */
function byColor(
  bySurvey: ReadonlyMap<number | null, number>,
  colorOf: (survey: number | null) => string,
): Part[] {
  const counts = new Map<string, number>();
  for (const [survey, count] of [...bySurvey].sort(([a], [b]) => (a ?? Infinity) - (b ?? Infinity))) {
    const color = colorOf(survey);
    counts.set(color, (counts.get(color) ?? 0) + count);
  }
  return [...counts].map(([color, count]) => ({ color, count })).sort((a, b) => b.count - a.count);
}

/** No more parts than can be told apart: those with the fewest posts, and grey ones, become grey and come last. */
export function fewParts(parts: readonly Part[]): Part[] {
  if (parts.length <= mostParts) return [...parts];
  const kept = parts.filter(({ color }) => color !== neutralColor).slice(0, mostParts - 1);
  const sum = (of: readonly Part[]) => of.reduce((total, { count }) => total + count, 0);
  return [...kept, { color: neutralColor, count: sum(parts) - sum(kept) }];
}

/**
 * Draws a tile: layer `posts`, a point for each post that stands alone, exact to 0.6 m, and one for each cluster.
 * @param look.colorOf the colour of a survey's posts
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
    const parts = byColor(cluster.bySurvey, colorOf);
    const color = parts[0]?.color ?? neutralColor;
    if (cluster.count === 1) {
      const exact = columnAndRow(cluster.first);
      const scale = extent / 2 ** (levels - tile.zoom);
      const at = [(exact.x + 0.5) * scale - tile.x * extent, (exact.y + 0.5) * scale - tile.y * extent];
      const title = titles.get(cluster.id);
      const tags = { id: cluster.id, color, ...(title === undefined ? {} : { title }) };
      return { id: cluster.id, type: 1, geometry: [at.map(Math.round)], tags };
    }
    const x = clamped((cluster.x / cluster.count) * unit - tile.x * extent, size);
    const y = clamped((cluster.y / cluster.count) * unit - tile.y * extent, size);
    const around = tileAround(cluster.first, cluster.last);
    const { west, south, east, north } = boundsOf(around);
    const tags = {
      count: cluster.count,
      color,
      parts: fewParts(parts)
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
