/**
 * Job that fetches the GeoJSON and the styles of layers at an address, so that visitors ask only this site for them, and checks services.
 * What was received before stays until there is something newer.
 */

import { layerLimits, maxLayerMegabytes } from '@waypost/contract/layers/layer-limits';
import { type Db, inTransaction } from '../kernel/db/database.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../kernel/jobs/job.ts';
import { ContentRefusal, toRefusal } from '../kernel/security/content-refusal.ts';
import type { GuardedFetch } from '../kernel/security/guarded-fetch.ts';
import type { SecretBox } from '../kernel/security/secret-box.ts';
import type { DocumentReader } from './documents/document-reader.ts';
import { checkGeoJson } from './geojson/check-geojson.ts';
import { decryptAddress } from './layer-address.ts';
import {
  type DueLayer,
  findDueLayers,
  type LayerContent,
  type ServiceFacts,
  saveFetchFailure,
  saveLayerData,
  saveServiceSuccess,
} from './layer-data.sql.ts';
import { decryptOptions } from './layer-options.ts';
import { fetchStyle } from './styles/fetch-style.ts';
import { fetchTile } from './tiles/fetch-tile.ts';
import { findFirstTile } from './tiles/tile-range.ts';
import { buildTileUrl, type TileSource, toTileSource } from './tiles/tile-url.ts';
import { fetchTileJson } from './tiles/tilejson.ts';

/** Fetches every layer whose time has come. */
export const fetchLayersJob = defineJob({ name: 'fetch-layers', payload: EmptyPayload, maxAttempts: 1 });

const fetchOptions = { maxBytes: layerLimits.bytes, maxRedirects: 5, timeoutMs: 30_000 };

async function fetchGeoJson(
  fetcher: GuardedFetch,
  address: string,
  signal: AbortSignal,
): Promise<LayerContent | ContentRefusal> {
  try {
    const headers = { accept: 'application/geo+json, application/json', 'user-agent': 'Waypost' };
    const { status, body } = await fetcher.fetch(address, { ...fetchOptions, headers, signal });
    return status === 200 ? checkGeoJson(body) : new ContentRefusal('archiveStatus', { status });
  } catch (error) {
    signal.throwIfAborted();
    return toRefusal(error, (cause) => new ContentRefusal('geojsonSize', { max: maxLayerMegabytes }, cause));
  }
}

/** The tiles of a service: those that its document names, or those of its address. */
async function resolveTiles(fetcher: GuardedFetch, source: TileSource, signal: AbortSignal) {
  if (source.type !== 'tilejson')
    return { template: source, minZoom: null, maxZoom: null, bounds: null, attribution: null };
  const { template, ...facts } = await fetchTileJson(fetcher, source.address, signal);
  return { template: toTileSource(template), ...facts };
}

/** Whether a service sends pictures. Of a region it has none of the world, and says so. @throws ContentRefusal */
async function checkService(
  fetcher: GuardedFetch,
  source: TileSource,
  signal: AbortSignal,
): Promise<ServiceFacts> {
  const { template, attribution, ...range } = await resolveTiles(fetcher, source, signal);
  await fetchTile(fetcher, { url: buildTileUrl(template, findFirstTile(range)), format: 'raster' }, signal);
  const { minZoom: min_zoom, maxZoom: max_zoom, bounds } = range;
  return { min_zoom, max_zoom, bounds, attribution };
}

/** Turns a refusal into a result, unless the job was stopped. */
async function catchRefusal<T>(result: Promise<T>, signal: AbortSignal): Promise<T | ContentRefusal> {
  try {
    return await result;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ContentRefusal) return error;
    throw error;
  }
}

/** Creates the handler of the job. */
export function createLayerFetcher(
  db: Db,
  services: { fetcher: GuardedFetch; secretBox: SecretBox; documents: DocumentReader },
): JobHandler<typeof fetchLayersJob> {
  const { fetcher, secretBox } = services;
  const fetchContent = ({ type, options, data_url }: DueLayer, signal: AbortSignal) => {
    const address = decryptAddress(secretBox, data_url);
    if (address === undefined) return new ContentRefusal('layerAddressLost');
    if (type === 'geojson') return fetchGeoJson(fetcher, address, signal);
    if (type === 'style') return catchRefusal(fetchStyle(services, address, signal), signal);
    return catchRefusal(
      checkService(fetcher, { type, options: decryptOptions(secretBox, options), address }, signal),
      signal,
    );
  };
  const fetchLayer = async (layer: DueLayer, signal: AbortSignal) => {
    const result = await fetchContent(layer, signal);
    await inTransaction(db, 'writes', (tx) => {
      if (result instanceof ContentRefusal)
        return saveFetchFailure(tx, layer, { rule: result.rule, params: result.params });
      return 'content' in result ? saveLayerData(tx, layer, result) : saveServiceSuccess(tx, layer, result);
    });
  };
  return async (_payload, { signal }) => {
    const errors: unknown[] = [];
    // A fault with one layer must not keep the others waiting.
    for (const layer of await inTransaction(db, 'reads', findDueLayers))
      await fetchLayer(layer, signal).catch((error: unknown) => {
        signal.throwIfAborted();
        errors.push(error);
      });
    if (errors.length > 0) throw errors[0];
  };
}
