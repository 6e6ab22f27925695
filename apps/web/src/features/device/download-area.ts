/** Keeping an area: the base map, pins and reports in it, and all surveys, in a store of its own that nothing pushes out. */

import { listPostsGeoJson, readPostTile } from '@waypost/contract/browse/map';
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { listPosts, readPost } from '@waypost/contract/posts/posts';
import { listConfig } from '@waypost/contract/settings/settings';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { call } from '../../api/call.ts';
import { buildEndpointUrl, type CallInput } from '../../api/endpoint-url.ts';
import { getScreenOwner } from '../../api/session.ts';
import { getAuthorizationHeader } from '../../api/tokens.ts';
import { getAreaCachePrefix, getCacheOwner } from '../../blocks/device/cache-names.ts';
import { type SavedArea, storeSavedArea } from '../../blocks/device/saved-areas.ts';
import { buildPostQuery } from '../../blocks/post-search/post-query.ts';
import { buildSurveyQueries } from '../../blocks/survey-form/survey-queries.ts';
import { type BaseMapDownload, planBaseMapDownload } from './base-map-download.ts';
import { type Bounds, listTilesUpToZoom } from './tile-coverage.ts';

/** Tiles of pins at most; how much deeper than what is in view they go; and reports at most. */
const maxCounts = { pins: 200, extraZooms: 4, posts: 200 };
/** Bytes, guessed: what is asked of the server is small beside the map. */
const typicalBytes = { pins: 900, post: 1500, survey: 6000 };

const formatBoundingBox = ({ west, south, east, north }: Bounds) => [west, south, east, north].join(',');
const postsInBounds = (bounds: Bounds) => ({
  ...buildPostQuery({}, 'map'),
  bbox: formatBoundingBox(bounds),
  limit: maxCounts.posts,
});

export interface AreaEstimate {
  bounds: Bounds;
  /** Where the map was. */
  mapPosition: string;
  /** Bytes, about. */
  bytes: number;
  postCount: number;
  baseMap: BaseMapDownload;
  tileUrls: string[];
  surveyIds: number[];
}

/** The address of a read, as calls send it. */
const getReadUrl = <E extends Endpoint>(endpoint: E, input: CallInput<E>): string =>
  buildEndpointUrl(endpoint, input);

/**
 * @param zoom of the map as it is
 * @throws ApiError, TypeError without a network
 */
export async function estimateArea(
  bounds: Bounds,
  at: string,
  zoom: number,
  signal: AbortSignal,
): Promise<AreaEstimate> {
  const base = await planBaseMapDownload((maxZoom) => listTilesUpToZoom(bounds, maxZoom), signal);
  const { results: surveys } = await call(listSurveys, {}, { signal });
  const found = await call(listPosts, { query: { ...postsInBounds(bounds), limit: 1 } }, { signal });
  const posts = Math.min(maxCounts.posts, found.total_count);
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
    baseMap: base,
    tileUrls: pins,
    postCount: posts,
    surveyIds: surveys.map((it) => it.id),
    bytes:
      base.bytes +
      pins.length * typicalBytes.pins +
      posts * typicalBytes.post +
      surveys.length * typicalBytes.survey,
  };
}

/** Everything of a survey that its form reads. */
function getSurveyUrls(id: number): string[] {
  const { survey, tasks, attributes } = buildSurveyQueries(id);
  return [
    getReadUrl(survey.endpoint, survey.input),
    getReadUrl(tasks.endpoint, tasks.input),
    getReadUrl(attributes.endpoint, attributes.input),
  ];
}

const getFirstPinsUrl = () =>
  getReadUrl(listPostsGeoJson, { query: { ...buildPostQuery({}, 'map'), limit: 100 } });

interface DownloadOptions {
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/**
 * Fetches all of it; the area is only on the list once it is whole.
 * @throws what broke it off; nothing of it stays then
 */
export async function downloadArea(
  estimate: AreaEstimate,
  id: string,
  name: string,
  options: DownloadOptions,
): Promise<void> {
  const owner = getCacheOwner(getScreenOwner()?.id);
  const store = getAreaCachePrefix(owner) + id;
  const urls = [
    ...estimate.tileUrls,
    ...estimate.surveyIds.flatMap(getSurveyUrls),
    getReadUrl(buildSurveyQueries(0).categories.endpoint, {}),
    getReadUrl(listSurveys, {}),
    getReadUrl(listConfig, {}),
    getFirstPinsUrl(),
  ];
  const total = urls.length + estimate.baseMap.rangeCount + 1;
  let done = 0;
  let bytes = 0;
  const step = () => {
    done += 1;
    options.onProgress(done / total);
  };
  await caches.delete(store);
  try {
    const cache = await caches.open(store);
    const keep = async (key: string, response: Response) => {
      bytes += (await response.clone().arrayBuffer()).byteLength;
      await cache.put(key, response);
    };
    for (const [key, piece] of await estimate.baseMap.fetch(step)) await keep(key, piece);
    for (const address of urls) {
      const response = await fetch(address, {
        headers: { accept: 'application/json', ...getAuthorizationHeader() },
        signal: options.signal,
      });
      // One that the reader may not see is no reason to keep nothing.
      if (response.ok) await keep(address, response);
      step();
    }
    const { results } = await call(
      listPosts,
      { query: postsInBounds(estimate.bounds) },
      { signal: options.signal },
    );
    for (const post of results)
      await keep(getReadUrl(readPost, { params: { id: post.id } }), Response.json(post));
    step();
    const area: SavedArea = {
      owner,
      name,
      at: estimate.mapPosition,
      bytes,
      posts: results.length,
      savedAt: Date.now(),
    };
    await storeSavedArea(id, area);
  } catch (error) {
    await caches.delete(store);
    throw error;
  }
}
