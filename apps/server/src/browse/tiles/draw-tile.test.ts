/** Positions of the points of a tile. Their counts are tested in `tiles.test.ts`. */
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { expect, test } from 'vitest';
import { type Cluster, drawTile } from './draw-tile.ts';

const worldTile = { zoom: 0, x: 0, y: 0 };
/** Size of a cluster's cell on the tile of the world: 8 by 8 cells in 4096 units. */
const size = 512;
/** Size of the counted cells: a quarter of a cluster's. */
const unit = 128;

/** The point of two posts with their center at this distance from the corner of the tile. */
function pointOf(x: number, y: number): { x: number; y: number } | undefined {
  const cluster: Cluster = {
    count: 2,
    id: 1,
    first: 0,
    last: 3,
    box: { west: 0, east: 1, north: 0, south: 1 },
    x: (2 * x) / unit,
    y: (2 * y) / unit,
    bySurvey: new Map([[1, 2]]),
  };
  const drawn = drawTile(worldTile, [cluster], {
    pinOf: () => ({ color: '#A51A1A', radius: undefined }),
    titles: new Map(),
  });
  return new VectorTile(new PbfReader(drawn)).layers['posts']?.feature(0).loadGeometry()[0]?.[0];
}

test.each([
  ['in the middle it stays', [250, 260], [250, 260]],
  ['near the west and north it moves in', [10, 20], [154, 154]],
  ['near the east and south it moves in', [500, 510], [358, 358]],
  ['each direction by itself', [250, 500], [250, 358]],
  ['in another cell of the tile as in the first', [3 * size + 500, 2 * size + 10], [1894, 1178]],
])('a cluster stands away from the edges of its cell: %s', (_name, [x = 0, y = 0], [toX, toY]) => {
  expect(pointOf(x, y)).toMatchObject({ x: toX, y: toY });
});
