/** All pins as GeoJSON, 200 posts a page, five pages at a time (spec 2 §9, wire 7.3). */
import { listPostsGeo } from '@waypost/contract/map';
import { call } from '../../api/call.ts';
import type { PostFeatureCollection } from '../../blocks/map-canvas/map-types.ts';
import type { postQuery } from '../../blocks/post-search/default-query.ts';

const page = 200;
const atOnce = 5;

export async function fetchAllPins(
  query: ReturnType<typeof postQuery>,
  signal: AbortSignal,
): Promise<PostFeatureCollection> {
  const pageAt = (offset: number) =>
    call(listPostsGeo, { query: { ...query, limit: page, offset } }, { signal, quiet: true });
  const first = await pageAt(0);
  const pages = Math.max(0, Math.ceil(first.total / page) - 1);
  const offsets = Array.from({ length: pages }, (_, at) => (at + 1) * page);
  const features = [...first.features];
  while (offsets.length > 0) {
    const more = await Promise.all(offsets.splice(0, atOnce).map(pageAt));
    features.push(...more.flatMap((it) => it.features));
  }
  return { type: 'FeatureCollection', features: features as PostFeatureCollection['features'] };
}
