/** Vector tiles of the posts that the viewer may see. */
import { createHash } from 'node:crypto';
import type { PostFilters } from '@waypost/contract/browse/post-filters';
import { readThroughCache } from '../../kernel/cache/versioned-cache.ts';
import type { Tx } from '../../kernel/db/database.ts';
import { CompressedBody } from '../../kernel/http/compressed-body.ts';
import { notFound } from '../../kernel/http/problem.ts';
import { BinaryResponse } from '../../kernel/http/responses.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { readMap } from '../../settings/settings.public.ts';
import { readDataVersion } from '../counts/precomputed-counts.sql.ts';
import { filterCacheKey } from '../filters/filter-key.rules.ts';
import { countPostsInTile, readPostTitles } from './clusters.sql.ts';
import { buildClusters, countLevelOf, drawTile } from './draw-tile.ts';
import { cellRangeOfTile, type Tile } from './map-grid.rules.ts';
import { readSurveyPins } from './survey-pins.ts';

/** The highest zoom level; its tiles are about ten metres wide. */
const maxZoom = 22;

/** Returns the tile. @throws Problem 404 when the map has no such tile */
export function checkTile(tile: Tile): Tile {
  const { zoom, x, y } = tile;
  if (zoom > maxZoom || x >= 2 ** zoom || y >= 2 ** zoom) throw notFound('tile', `${zoom}/${x}/${y}`);
  return tile;
}

interface RenderedTile {
  body: CompressedBody;
  etag: string;
}

/**
 * Responses without a token are the same for everybody and may be cached by proxies. Responses to a token are private.
 */
const cacheControlFor = (viewer: Viewer) => (viewer.hasToken ? 'private, no-cache' : 'public, max-age=15');

async function renderTile(
  tx: Tx,
  viewer: Viewer,
  filters: PostFilters,
  tile: Tile,
  isClustered: boolean,
): Promise<RenderedTile> {
  const level = countLevelOf(tile.zoom, isClustered);
  const cellCounts = await countPostsInTile(tx, viewer, filters, cellRangeOfTile(tile), level);
  const pinOf = await readSurveyPins(tx, viewer, cellCounts);
  const clusters = buildClusters(tile, cellCounts, isClustered);
  const singlePostIds = clusters.flatMap(({ id, count }) => (count === 1 ? [id] : []));
  const titles = await readPostTitles(tx, singlePostIds);
  const bytes = drawTile(tile, clusters, { pinOf, titles, isClustered });
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  // Weak, because the same tile is sent with different compressions.
  return { body: new CompressedBody(bytes), etag: `W/"${hash}"` };
}

/** Reads a vector tile, cached per visibility class. @throws Problem 404 when the map has no such tile */
export async function readTile(
  tx: Tx,
  viewer: Viewer,
  filters: PostFilters,
  requestedTile: Tile,
): Promise<BinaryResponse> {
  const tile = checkTile(requestedTile);
  const { clustering: isClustered } = await readMap(tx);
  const keyParts = ['tile', tile, isClustered, filterCacheKey(filters)];
  const sizeInBytes = ({ body }: RenderedTile) => body.maxMemoryBytes;
  const { body, etag } = await readThroughCache(
    tx,
    viewer,
    { version: readDataVersion, keyParts, sizeInBytes },
    () => renderTile(tx, viewer, filters, tile, isClustered),
  );
  return new BinaryResponse(body, {
    'content-type': 'application/vnd.mapbox-vector-tile',
    'cache-control': cacheControlFor(viewer),
    vary: 'authorization, accept-encoding',
    etag,
  });
}
