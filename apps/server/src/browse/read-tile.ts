/** One vector tile of posts, as the viewer may see them. */
import { createHash } from 'node:crypto';
import type { PostFilters } from '@waypost/contract/post-filters';
import { markerColor } from '@waypost/survey-logic/post-display';
import type { Tx } from '../kernel/db.ts';
import { Packed } from '../kernel/packed.ts';
import { notFound } from '../kernel/problem.ts';
import { remembered } from '../kernel/remembered.ts';
import { Binary } from '../kernel/route.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { readMap } from '../settings/settings.public.ts';
import { readSurveyColors } from '../surveys/surveys.public.ts';
import { countInTile, readTitles } from './clusters.sql.ts';
import { readDataVersion } from './counted.sql.ts';
import { clustersOf, countLevelOf, drawTile } from './draw-tile.ts';
import { cellsOf, type Tile } from './map-grid.rules.ts';
import { whichPosts } from './which-posts.rules.ts';

/** Beyond it a tile is smaller than a garden. */
const finestZoom = 22;

/** @throws 404 for a tile that the map does not have */
export function checkTile(tile: Tile): Tile {
  const { zoom, x, y } = tile;
  if (zoom > finestZoom || x >= 2 ** zoom || y >= 2 ** zoom) throw notFound('tile', `${zoom}/${x}/${y}`);
  return tile;
}

interface Drawn {
  body: Packed;
  etag: string;
}

/**
 * Who sent no token sees what everyone sees, so that a cache between may answer the next one; whatever a token opened is
 * the holder's own.
 */
const cacheFor = (viewer: Viewer) => (viewer.hasToken ? 'private, no-cache' : 'public, max-age=15');

async function draw(
  tx: Tx,
  viewer: Viewer,
  filters: PostFilters,
  tile: Tile,
  isClustered: boolean,
): Promise<Drawn> {
  const level = countLevelOf(tile.zoom, isClustered);
  const counted = await countInTile(tx, viewer, filters, cellsOf(tile), level);
  const colors = await readSurveyColors(tx, [...new Set(counted.flatMap((it) => it.survey_id ?? []))]);
  const colorOf = (id: number | null) => markerColor(id === null ? null : (colors.get(id) ?? null));
  const clusters = clustersOf(tile, counted, isClustered);
  const alone = clusters.flatMap(({ id, count }) => (count === 1 ? [id] : []));
  const bytes = drawTile(tile, clusters, { colorOf, titles: await readTitles(tx, alone), isClustered });
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  // Weak: the same tile goes out compressed in more than one way.
  return { body: new Packed(bytes), etag: `W/"${hash}"` };
}

/** @throws 404 for a tile that the map does not have */
export async function readTile(tx: Tx, viewer: Viewer, filters: PostFilters, asked: Tile): Promise<Binary> {
  const tile = checkTile(asked);
  const { clustering: isClustered } = await readMap(tx);
  const question = ['tile', tile, isClustered, whichPosts(filters)];
  const sizeOf = ({ body }: Drawn) => body.size;
  const { body, etag } = await remembered(tx, viewer, { version: readDataVersion, question, sizeOf }, () =>
    draw(tx, viewer, filters, tile, isClustered),
  );
  return new Binary(body, {
    'content-type': 'application/vnd.mapbox-vector-tile',
    'cache-control': cacheFor(viewer),
    vary: 'authorization, accept-encoding',
    etag,
  });
}
