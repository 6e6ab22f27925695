import { listPostsGeoJson } from '@waypost/contract/browse/map';
import { call } from '../../../api/call.ts';
import type { PostFeatureCollection } from '../../../blocks/map-canvas/map-types.ts';
import type { buildPostQuery } from '../../../blocks/post-search/post-query.ts';

const pageSize = 200;
const maxConcurrentRequests = 5;

/** Fetches all pins as GeoJSON, 200 posts per page and five pages at a time (spec 2 §9, API v3 §7.3). */
export async function fetchAllPins(
  query: ReturnType<typeof buildPostQuery>,
  signal: AbortSignal,
): Promise<PostFeatureCollection> {
  const pageAt = (offset: number) =>
    call(listPostsGeoJson, { query: { ...query, limit: pageSize, offset } }, { signal });
  const first = await pageAt(0);
  const pages = Math.max(0, Math.ceil(first.total / pageSize) - 1);
  const offsets = Array.from({ length: pages }, (_, at) => (at + 1) * pageSize);
  const features = [...first.features];
  while (offsets.length > 0) {
    const nextPages = await Promise.all(offsets.splice(0, maxConcurrentRequests).map(pageAt));
    features.push(...nextPages.flatMap((page) => page.features));
  }
  return { type: 'FeatureCollection', features: features as PostFeatureCollection['features'] };
}
