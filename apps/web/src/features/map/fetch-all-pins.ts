/** All pins as GeoJSON, 200 posts a page, five pages at a time (spec 2 §9, wire 7.3). */
import { listPostsGeo } from '@waypost/contract/map';
import { call } from '../../api/call.ts';
import type { PostFeatureCollection } from '../../blocks/map-canvas/map-types.ts';

const page = 200;
const atOnce = 5;

/** @param filters as the address of the call has them */
export async function fetchAllPins(
  filters: URLSearchParams,
  signal: AbortSignal,
): Promise<PostFeatureCollection> {
  const query: Record<string, string | string[]> = {};
  for (const [key, value] of filters) {
    const name = key.replace(/\[\]$/, '');
    query[name] = key === name ? value : [...[query[name] ?? []].flat(), value];
  }
  const pageAt = (offset: number) =>
    call(listPostsGeo, { query: { ...query, limit: page, offset } }, { signal, quiet: true });
  const first = await pageAt(0);
  const offsets = Array.from(
    { length: Math.max(0, Math.ceil(first.total / page) - 1) },
    (_, at) => (at + 1) * page,
  );
  const features = [...first.features];
  while (offsets.length > 0) {
    const pages = await Promise.all(offsets.splice(0, atOnce).map(pageAt));
    features.push(...pages.flatMap((it) => it.features));
  }
  return { type: 'FeatureCollection', features: features as PostFeatureCollection['features'] };
}
