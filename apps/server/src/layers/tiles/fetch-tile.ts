/** Fetches tiles of services for visitors, who learn neither the address nor a key in it; the service does not learn who looks. */
import { layerLimits } from '@waypost/contract/layers/layer-limits';
import { LRUCache } from 'lru-cache';
import { Problem } from '../../kernel/http/problem.ts';
import { isLoopback } from '../../kernel/limits/rate-limits.ts';
import { ContentRefusal, toRefusal } from '../../kernel/security/content-refusal.ts';
import type { GuardedFetch } from '../../kernel/security/guarded-fetch.ts';
import { ServiceQueue } from './service-queue.ts';
import { acceptOf, createFormatRefusal, readTile, type Tile, type TileFormat } from './tile-formats.ts';
import { hasTile } from './tile-range.ts';
import { buildTileUrl, type TileNumbers, type TileSource, toTileSource } from './tile-url.ts';
import { fetchTileJson, type TileSet } from './tilejson.ts';

const options = { maxBytes: 1_048_576, maxRedirects: 2, timeoutMs: 10_000 };
const cacheOptions = { maxSize: 67_108_864, ttl: 3_600_000 };
/** Milliseconds for which a failure is kept, so that a broken service is not asked by every visitor. */
const failureTtlMs = 30_000;
/** Size in the cache of an outcome without its tile and its address. */
const entryBytes = 500;
/** Requests to all services in a minute: visitors must not be able to flood a service through this site. */
const maxPerMinute = 3000;
/** Requests to services in a minute for the tiles of one network address, so that nobody uses up those of everybody. */
const maxPerMinuteOfClient = 1000;

/** What is requested of a service. */
export interface TileRequest {
  url: string;
  format: TileFormat;
}

/**
 * Fetches a tile.
 * @returns null where the service has none
 * @throws ContentRefusal
 */
export async function fetchTile(
  fetcher: GuardedFetch,
  { url, format }: TileRequest,
  signal?: AbortSignal,
): Promise<Tile | null> {
  try {
    const headers = { accept: acceptOf(format), 'user-agent': 'Waypost' };
    const { status, body } = await fetcher.fetch(url, { ...options, headers, ...(signal && { signal }) });
    if (status === 404 || status === 204 || status === 410) return null;
    if (status !== 200) throw new ContentRefusal('archiveStatus', { status });
    return await readTile(body, format);
  } catch (error) {
    throw toRefusal(error, (cause) => createFormatRefusal(format, cause));
  }
}

/** What a service answered. */
type Outcome = { tile: Tile | null } | { failure: ContentRefusal };

function unwrap(outcome: Outcome): Tile | null {
  if ('failure' in outcome) throw outcome.failure;
  return outcome.tile;
}

/** For whom something is requested. */
export interface TileVisitor {
  layerId: number;
  /** Network address of the visitor. */
  client: string;
}

/** Tiles for visitors, kept for an hour. */
export class TileProxy {
  readonly #fetcher: GuardedFetch;
  readonly #outcomes = new LRUCache<string, Outcome>({
    ...cacheOptions,
    sizeCalculation: (outcome, key) =>
      ('tile' in outcome ? (outcome.tile?.bytes.length ?? 0) : 0) + 2 * key.length + entryBytes,
  });
  /** By their address. */
  readonly #documents = new LRUCache<string, Promise<TileSet>>({
    max: layerLimits.layers,
    ttl: cacheOptions.ttl,
  });
  readonly #running = new Map<string, Promise<Outcome>>();
  /** By the id of the layer: a slow service must not keep the tiles of others waiting. */
  readonly #queues = new Map<number, ServiceQueue>();
  readonly #countsOfClients = new Map<string, number>();
  #minute = 0;
  #countInMinute = 0;

  constructor(fetcher: GuardedFetch) {
    this.#fetcher = fetcher;
  }

  /**
   * A tile of a service.
   * @throws Problem 429 when this visitor needs too many requests to services, 503 when all together do; ContentRefusal
   */
  async read(visitor: TileVisitor, source: TileSource, tile: TileNumbers): Promise<Tile | null> {
    const resolved = await this.#resolve(source, tile);
    return resolved && this.fetch(visitor, { url: buildTileUrl(resolved, tile), format: 'raster' });
  }

  /**
   * A tile, or a file with images of a style, by its address.
   * @throws like `read`
   */
  async fetch({ layerId, client }: TileVisitor, wanted: TileRequest): Promise<Tile | null> {
    const key = `${wanted.format} ${wanted.url}`;
    const earlier = this.#outcomes.get(key) ?? this.#running.get(key);
    if (earlier) return unwrap(await earlier);
    const queue = this.#queues.get(layerId) ?? new ServiceQueue();
    queue.requirePlace(client);
    this.#count(client);
    const request = queue.run(client, () => this.#fetch(key, wanted));
    this.#queues.set(layerId, queue);
    this.#running.set(key, request);
    try {
      return unwrap(await request);
    } finally {
      this.#running.delete(key);
      if (queue.isEmpty) this.#queues.delete(layerId);
    }
  }

  /** The tiles that a document names, null for a tile that it excludes; other services are their own. */
  async #resolve(source: TileSource, tile: TileNumbers): Promise<TileSource | null> {
    if (source.type !== 'tilejson') return source;
    const tiles = await this.#readDocument(source.address);
    return hasTile(tiles, tile) ? toTileSource(tiles.template) : null;
  }

  #readDocument(address: string): Promise<TileSet> {
    const earlier = this.#documents.get(address);
    if (earlier) return earlier;
    const document = fetchTileJson(this.#fetcher, address);
    this.#documents.set(address, document);
    document.catch(() => this.#documents.set(address, document, { ttl: failureTtlMs }));
    return document;
  }

  async #fetch(key: string, wanted: TileRequest): Promise<Outcome> {
    try {
      const outcome = { tile: await fetchTile(this.#fetcher, wanted) };
      this.#outcomes.set(key, outcome);
      return outcome;
    } catch (error) {
      if (!(error instanceof ContentRefusal)) throw error;
      const outcome = { failure: error };
      this.#outcomes.set(key, outcome, { ttl: failureTtlMs });
      return outcome;
    }
  }

  #count(client: string): void {
    const minute = Math.floor(Date.now() / 60_000);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#countInMinute = 0;
      this.#countsOfClients.clear();
    }
    if (this.#countInMinute >= maxPerMinute) throw new Problem('server.busy');
    const countOfClient = this.#countsOfClients.get(client) ?? 0;
    // A proxy on this machine may stand for all visitors.
    if (countOfClient >= maxPerMinuteOfClient && !isLoopback(client))
      throw new Problem('request.too-many').withRetryAfter(60);
    this.#countInMinute += 1;
    this.#countsOfClients.set(client, countOfClient + 1);
  }
}
