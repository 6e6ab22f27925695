/** The box around the places of the posts that the viewer may see. */
import type { PostExtent } from '@waypost/contract/browse/map';
import type { PostFilters } from '@waypost/contract/browse/post-filters';
import type { z } from 'zod';
import { readThroughCache } from '../../kernel/cache/versioned-cache.ts';
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { readDataVersion } from '../counts/precomputed-counts.sql.ts';
import { filterCacheKey } from '../filters/filter-key.rules.ts';
import { countPostsInTile } from './clusters.sql.ts';
import { boxToDegrees, type CellBox, cellRangeOfTile, gridLevels } from './map-grid.rules.ts';

type Extent = z.output<typeof PostExtent>;

/** Posts are counted on a grid of 256 by 256 cells; each count carries the box of its posts. */
const countLevel = 8;
const columnsOfWorld = 2 ** gridLevels;

/**
 * The smallest box around all boxes. It crosses the antimeridian where that is shorter: it leaves out the widest gap between
 * columns. Pure.
 */
export function enclosingExtent(boxes: readonly CellBox[]): Extent['bbox'] {
  const [first, ...others] = boxes.toSorted((a, b) => a.west - b.west);
  if (!first) return null;
  let [west, east, gap, reached] = [first.west, first.east, -1, first.east];
  for (const box of others) {
    if (box.west - reached > gap) [west, east, gap] = [box.west, reached, box.west - reached];
    reached = Math.max(reached, box.east);
  }
  // The gap from the last column around the world to the first.
  if (others.length === 0 || first.west + columnsOfWorld - reached >= gap)
    [west, east] = [first.west, reached];
  const north = Math.min(...boxes.map((box) => box.north));
  const south = Math.max(...boxes.map((box) => box.south));
  const degrees = boxToDegrees({ west, east, north, south });
  return [degrees.west, degrees.south, degrees.east, degrees.north];
}

/** Reads the box, cached per visibility class. */
export const readExtent = (tx: Tx, viewer: Viewer, filters: PostFilters): Promise<Extent> =>
  readThroughCache(
    tx,
    viewer,
    { version: readDataVersion, keyParts: ['extent', filterCacheKey(filters)], sizeInBytes: () => 100 },
    async () => {
      const world = cellRangeOfTile({ zoom: 0, x: 0, y: 0 });
      const counts = await countPostsInTile(tx, viewer, filters, world, countLevel);
      return { bbox: enclosingExtent(counts.map(({ box }) => box)) };
    },
  );

/** Levels of the grid below the one on which the extent is about one cell: dots of a picture stand apart. */
const dotLevelOffset = 5;

/** Posts of one survey that are close together. */
interface MapDotCount {
  lat: number;
  lon: number;
  count: number;
  survey_id: number | null;
}

/** Counts the matching posts by cells of a grid that is fine enough for a picture of the extent. */
export async function readMapDots(
  tx: Tx,
  viewer: Viewer,
  filters: PostFilters,
  [west, south, east, north]: Readonly<NonNullable<Extent['bbox']>>,
): Promise<MapDotCount[]> {
  const width = (east < west ? east + 360 : east) - west;
  const extentLevel = Math.floor(Math.log2(360 / Math.max(width, 2 * (north - south), 0.1)));
  const level = Math.min(gridLevels, extentLevel + dotLevelOffset);
  const world = cellRangeOfTile({ zoom: 0, x: 0, y: 0 });
  const counts = await countPostsInTile(tx, viewer, filters, world, level);
  return counts.map(({ box, count, survey_id }) => {
    const degrees = boxToDegrees(box);
    return {
      lat: (degrees.north + degrees.south) / 2,
      lon: (degrees.west + degrees.east) / 2,
      count,
      survey_id,
    };
  });
}
