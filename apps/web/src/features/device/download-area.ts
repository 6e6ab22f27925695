/** Stores an area: its world map and street maps, pins and reports, and all surveys, in a cache of its own that is never evicted. */
import { readPostExtent, readPostTile } from '@waypost/contract/browse/map';
import { deviceCacheHeader } from '@waypost/contract/common/device-cache';
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { listMapArchives } from '@waypost/contract/map-archives/map-archives';
import { listPosts, readPost } from '@waypost/contract/posts/posts';
import { listConfig } from '@waypost/contract/settings/settings';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { parseApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { buildEndpointUrl, type CallInput } from '../../api/endpoint-url.ts';
import { isFromServer } from '../../api/is-from-server.ts';
import { getScreenOwner } from '../../api/session.ts';
import { getAuthorizationHeader } from '../../api/tokens.ts';
import type { Bounds } from '../../blocks/device/area-bounds.ts';
import { getAreaCachePrefix, getCacheOwner } from '../../blocks/device/cache-names.ts';
import { type SavedArea, storeSavedArea } from '../../blocks/device/saved-areas.ts';
import { toArchiveLayer } from '../../blocks/map-canvas/archives/archive-layer.ts';
import { buildPostQuery } from '../../blocks/post-search/post-query.ts';
import { defaultPageSize } from '../../blocks/post-search/post-search.ts';
import { buildSurveyQueries, buildSurveyUrls } from '../../blocks/survey-form/survey-queries.ts';
import { type MapDownload, planArchiveDownloads, planBaseMapDownload } from './base-map-download.ts';
import { listTilesUpToZoom } from './tile-coverage.ts';

/** Maximum number of pin tiles, of zoom levels below the current one, and of reports. */
const maxCounts = { pins: 200, extraZooms: 4, posts: 200 };
/** Estimated bytes of what is few compared with the maps. A tile of pins is mostly empty; a report is in one of each zoom. */
const typicalBytes = { pins: 30, post: 2000, survey: 5000, settings: 5000 };

const formatBoundingBox = ({ west, south, east, north }: Bounds) => [west, south, east, north].join(',');
/** An area across the 180th meridian ends beyond it, so that its west is less than its east. */
const toBox = ({ west, south, east, north }: Bounds): [number, number, number, number] => [
  west,
  south,
  east < west ? east + 360 : east,
  north,
];
const postsInBounds = (bounds: Bounds) => ({
  ...buildPostQuery({}, 'map'),
  bbox: formatBoundingBox(bounds),
  limit: maxCounts.posts,
});

export interface AreaEstimate {
  bounds: Bounds;
  /** Position of the map: `lat,lon,zoom`. */
  mapPosition: string;
  /** Estimated bytes. */
  bytes: number;
  postCount: number;
  /** The world map, and the map archives in the area. */
  maps: MapDownload[];
  tileUrls: string[];
  surveyIds: number[];
}

/** The URL of a read, as `call` sends it. */
const getReadUrl = <E extends Endpoint>(endpoint: E, input: CallInput<E>): string =>
  buildEndpointUrl(endpoint, input);

/**
 * Estimates the size of an area.
 * @param at position of the map: `lat,lon,zoom`
 * @throws ApiError, TypeError without a network
 */
export async function estimateArea(bounds: Bounds, at: string, signal: AbortSignal): Promise<AreaEstimate> {
  const zoom = Number(at.split(',')[2] ?? 0);
  const archives = await call(listMapArchives, {}, { signal });
  const layers = archives.results.flatMap((archive) => toArchiveLayer(archive) ?? []);
  const maps = [
    await planBaseMapDownload(bounds, signal),
    ...(await planArchiveDownloads(layers, bounds, signal)),
  ];
  const { results: surveys } = await call(listSurveys, {}, { signal });
  const firstPost = await call(listPosts, { query: { ...postsInBounds(bounds), limit: 1 } }, { signal });
  const posts = Math.min(maxCounts.posts, firstPost.total_count);
  const deepest = Math.min(18, Math.round(zoom) + maxCounts.extraZooms);
  const pins = listTilesUpToZoom(bounds, deepest, maxCounts.pins).map(({ z, x, y }) =>
    getReadUrl(readPostTile, {
      params: { zoom: String(z), x: String(x), y: String(y) },
      query: buildPostQuery({}, 'map'),
    }),
  );
  return {
    bounds,
    mapPosition: at,
    maps,
    tileUrls: pins,
    postCount: posts,
    surveyIds: surveys.map((it) => it.id),
    bytes:
      typicalBytes.settings +
      maps.reduce((sum, it) => sum + it.bytes, 0) +
      pins.length * typicalBytes.pins +
      posts * typicalBytes.post +
      surveys.length * typicalBytes.survey,
  };
}

/** The list beside the map, as it opens. */
const getListUrl = () =>
  getReadUrl(listPosts, { query: { ...buildPostQuery({}, 'list'), limit: defaultPageSize, offset: 0 } });
const getExtentUrl = () => getReadUrl(readPostExtent, { query: buildPostQuery({}, 'map') });

/** What the user may not see, or what was deleted meanwhile, is left out of an area. */
const leftOutStatuses = new Set([401, 403, 404, 410]);

/**
 * A response that may be kept (docs/decisions/0103). Where the user's own may not, since it holds what only the team sees, it is the
 * one that everyone gets.
 * @returns undefined where neither may be kept, or the user may not see it
 * @throws ApiError when the server fails or something else responds, TypeError without a network
 */
async function fetchForDevice(url: string, signal: AbortSignal): Promise<Response | undefined> {
  const authorization = getAuthorizationHeader();
  for (const headers of 'authorization' in authorization ? [authorization, {}] : [{}]) {
    const response = await fetch(url, {
      headers: { accept: 'application/json', ...headers },
      // Nothing that the device has stored before.
      cache: 'reload',
      signal,
    });
    const isUsable = response.ok || leftOutStatuses.has(response.status);
    if (!isUsable || !(await isFromServer(response))) throw parseApiError(response.status, undefined);
    if (response.ok && response.headers.has(deviceCacheHeader)) return response;
  }
  return undefined;
}

interface DownloadOptions {
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/**
 * Downloads an area; it is listed only when it is complete.
 * @throws the error that stopped the download, after removing what was stored
 */
export async function downloadArea(
  estimate: AreaEstimate,
  id: string,
  name: string,
  options: DownloadOptions,
): Promise<void> {
  const owner = getCacheOwner(getScreenOwner()?.id);
  const cacheName = getAreaCachePrefix(owner) + id;
  await navigator.locks.request(cacheName, async () => {
    try {
      await storeSavedArea(id, { owner, name, ...(await fillCache(cacheName, estimate, options)) });
    } catch (error) {
      await caches.delete(cacheName);
      throw error;
    }
  });
}

/** Downloads the contents of an area into its cache. */
async function fillCache(
  cacheName: string,
  estimate: AreaEstimate,
  options: DownloadOptions,
): Promise<Omit<SavedArea, 'owner' | 'name'>> {
  const urls = [
    ...estimate.tileUrls,
    ...estimate.surveyIds.flatMap(buildSurveyUrls),
    getReadUrl(buildSurveyQueries(0).categories.endpoint, {}),
    getReadUrl(listSurveys, {}),
    getReadUrl(listConfig, {}),
    getReadUrl(listMapArchives, {}),
    getExtentUrl(),
    getListUrl(),
  ];
  const rangeCount = estimate.maps.reduce((sum, it) => sum + it.rangeCount, 0);
  const total = urls.length + rangeCount + 1;
  let done = 0;
  let bytes = 0;
  const step = () => {
    done += 1;
    options.onProgress(done / total);
  };
  const cache = await caches.open(cacheName);
  const keep = async (key: string, response: Response) => {
    bytes += (await response.clone().arrayBuffer()).byteLength;
    await cache.put(key, response);
  };
  for (const map of estimate.maps)
    for (const [key, piece] of await map.fetch(step, options.signal)) await keep(key, piece);
  for (const address of urls) {
    const response = await fetchForDevice(address, options.signal);
    // A report that the user may not see does not stop the download.
    if (response) await keep(address, response);
    step();
  }
  const list = await fetchForDevice(
    getReadUrl(listPosts, { query: postsInBounds(estimate.bounds) }),
    options.signal,
  );
  const { results } = list ? listPosts.response.parse(await list.json()) : { results: [] };
  for (const post of results)
    await keep(
      getReadUrl(readPost, { params: { id: post.id } }),
      Response.json(post, { headers: { [deviceCacheHeader]: list?.headers.get(deviceCacheHeader) ?? '' } }),
    );
  step();
  return {
    at: estimate.mapPosition,
    bounds: toBox(estimate.bounds),
    bytes,
    posts: results.length,
    savedAt: Date.now(),
  };
}
