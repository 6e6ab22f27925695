/** One vector tile of posts, as the viewer may see them. */
import { createHash } from 'node:crypto';
import type { PostFilters } from '@waypost/contract/browse/post-filters';
import { markerColor } from '@waypost/survey-logic/post-display';
import { readThroughCache } from '../../kernel/cache/versioned-cache.ts';
import type { Tx } from '../../kernel/db/database.ts';
import { CompressedBody } from '../../kernel/http/compressed-body.ts';
import { notFound } from '../../kernel/http/problem.ts';
import { BinaryResponse } from '../../kernel/http/route.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { readMap } from '../../settings/settings.public.ts';
import { readSurveyColors } from '../../surveys/surveys.public.ts';
import { readDataVersion } from '../counts/precomputed-counts.sql.ts';
import { filterCacheKey } from '../filters/filter-key.rules.ts';
import { countPostsInTile, readPostTitles } from './clusters.sql.ts';
import { buildClusters, countLevelOf, drawTile } from './draw-tile.ts';
import { cellRangeOfTile, type Tile } from './map-grid.rules.ts';

/** Beyond it a tile is smaller than a garden. */
const maxZoom = 22;

/** @throws 404 for a tile that the map does not have */
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
 * Who sent no token sees what everyone sees, so that a cache between may answer the next one; whatever a token opened is
 * the holder's own.
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
  const counted = await countPostsInTile(tx, viewer, filters, cellRangeOfTile(tile), level);
  const colors = await readSurveyColors(tx, [...new Set(counted.flatMap((it) => it.survey_id ?? []))]);
  const colorOf = (id: number | null) => markerColor(id === null ? null : (colors.get(id) ?? null));
  const clusters = buildClusters(tile, counted, isClustered);
  const alone = clusters.flatMap(({ id, count }) => (count === 1 ? [id] : []));
  const bytes = drawTile(tile, clusters, { colorOf, titles: await readPostTitles(tx, alone), isClustered });
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  // Weak: the same tile goes out compressed in more than one way.
  return { body: new CompressedBody(bytes), etag: `W/"${hash}"` };
}

/** @throws 404 for a tile that the map does not have */
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
