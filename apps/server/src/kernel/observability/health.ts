/**
 * Addresses for those who watch a server: whether it lives, whether it can serve, and its figures for Prometheus. None of them
 * says anything about people; the figures are for callers on this machine, or for those who know the operator's token.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { ttlCache } from '../cache/ttl-cache.ts';
import { getVersionedCacheStats } from '../cache/versioned-cache.ts';
import { createDatabaseProbe, type Db, getConnectionPool } from '../db/database.ts';
import type { FileStore } from '../files/file-store.ts';
import { pingFileStore } from '../files/ping-file-store.ts';
import { countJobsByGroup } from '../jobs/jobs.sql.ts';
import type { ProcessMetrics } from './process-metrics.ts';

/** Milliseconds to connect to the database, and to be answered, before a server is said not to be ready; as many for the files. */
const probeTimeoutMs = 1000;

/** Milliseconds that it is known whether the files can be had: balancers ask several times a minute. */
const fileStateTtlMs = 10_000;

/** Below 250 ms in steps that show where a fast server slows down. */
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const hashOf = (text: string) => createHash('sha256').update(text).digest();
const loopbackPattern = /^(127\.|::1$|::ffff:127\.)/;

/** A proxy on this machine calls from here for everybody: it says so in a header. */
const isFromThisMachine = ({ headers, socket }: FastifyRequest) =>
  loopbackPattern.test(socket.remoteAddress ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers['forwarded'] === undefined &&
  headers['x-real-ip'] === undefined;

function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return isFromThisMachine(request);
  const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return given !== undefined && timingSafeEqual(hashOf(given), hashOf(token));
}

/** Those who watch would otherwise make a server look busy that nobody uses. */
const isCounted = (request: FastifyRequest) => !/^\/(health\/|metrics)/.test(request.url);

/** The address as it was declared: what people ask for would make figures without end, and tell what they look at. */
const routeOf = (request: FastifyRequest) => request.routeOptions.url ?? 'none';

let processRegistry: Registry | undefined;

/** Memory, garbage collection and so on: once per process however many apps it builds, since their observers cannot be ended. */
function defaultMetrics(): Registry {
  if (!processRegistry) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
  }
  return processRegistry;
}

/** What is watched. */
interface HealthOptions {
  db: Db;
  /** Told of every answer. */
  metrics: ProcessMetrics;
  fileStore: Pick<FileStore, 'ping'>;
}

/** @param isFileStoreReachable whether the files can be had */
function createRegistry(
  app: FastifyInstance,
  { db, metrics }: HealthOptions,
  isFileStoreReachable: () => Promise<boolean>,
): Registry {
  const registry = new Registry();
  const registers = [registry];
  const labelNames = ['method', 'route', 'status'] as const;
  const requestSeconds = new Histogram({
    name: 'waypost_request_seconds',
    help: 'How long requests took, by declared address',
    labelNames,
    buckets: durationBuckets,
    registers,
  });
  const abortedRequests = new Counter({
    name: 'waypost_requests_given_up_total',
    help: 'Requests whose callers went away before the answer was sent',
    registers,
  });
  app.addHook('onResponse', async (request, reply) => {
    const status = String(reply.statusCode);
    requestSeconds.observe(
      { method: request.method, route: routeOf(request), status },
      reply.elapsedTime / 1000,
    );
    if (isCounted(request)) metrics.recordResponse(reply.statusCode, reply.elapsedTime);
  });
  app.addHook('onRequestAbort', async (_request) => abortedRequests.inc());
  registry.registerMetric(
    new Counter({
      name: 'waypost_requests_turned_away_total',
      help: 'Requests turned away: under pressure, beyond the bound of an address or a token, or too slow',
      labelNames: ['why'],
      registers: [],
      collect() {
        this.reset();
        for (const [reason, count] of Object.entries(metrics.rejections)) this.inc({ why: reason }, count);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'waypost_database_connections',
      help: 'Connections of the pool, and requests that wait for one',
      labelNames: ['state'],
      registers: [],
      collect() {
        const pool = getConnectionPool(db);
        if (!pool) return;
        this.set({ state: 'open' }, pool.totalCount);
        this.set({ state: 'idle' }, pool.idleCount);
        this.set({ state: 'awaited' }, pool.waitingCount);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'waypost_files_answer',
      help: 'Whether pictures and other files can be had: 1, or 0 while their store is away',
      registers: [],
      async collect() {
        this.set((await isFileStoreReachable()) ? 1 : 0);
      },
    }),
  );
  registry.registerMetric(
    new Counter({
      name: 'waypost_remembered_answers_total',
      help: 'Tiles of the map, lists and counts that were found in memory, or had to be made',
      labelNames: ['outcome'],
      registers: [],
      collect() {
        this.reset();
        const { found, made } = getVersionedCacheStats();
        this.inc({ outcome: 'found' }, found);
        this.inc({ outcome: 'made' }, made);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'waypost_remembered_bytes',
      help: 'Memory that tiles, lists and counts take which are kept until the data change',
      registers: [],
      collect() {
        this.set(getVersionedCacheStats().bytes);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'waypost_jobs',
      help: 'Jobs in the queue by how they stand',
      labelNames: ['state'],
      registers: [],
      async collect() {
        const figures = await countJobsByGroup(db);
        for (const [state, count] of Object.entries(figures)) this.set({ state }, count);
      },
    }),
  );
  return Registry.merge([defaultMetrics(), registry]);
}

/**
 * Mounts `/health/live`, `/health/ready` and `/metrics`. Before any other address, so that each is counted. A server whose files
 * are away is ready: all but files it can serve, and every other process has the same ones. It says so.
 * @param token opens the figures to callers from elsewhere; undefined: to this machine alone
 */
export function serveHealth(app: FastifyInstance, options: HealthOptions, token?: string): void {
  let isEnding = false;
  app.addHook('preClose', async () => {
    isEnding = true;
  });
  const pingCached = ttlCache(fileStateTtlMs, () => pingFileStore(options.fileStore, probeTimeoutMs));
  const isFileStoreReachable = () => pingCached('');
  const registry = createRegistry(app, options, isFileStoreReachable);
  const probe = createDatabaseProbe(options.db, probeTimeoutMs);
  app.addHook('onClose', () => probe.close());
  app.get('/health/live', { logLevel: 'warn' }, () => ({ status: 'ok' }));
  app.get('/health/ready', { logLevel: 'warn' }, async (_request, reply) => {
    const [isAnswering, hasFiles] = await Promise.all([
      !isEnding && probe.isAnswering(),
      isFileStoreReachable(),
    ]);
    if (isAnswering) return hasFiles ? { status: 'ok' } : { status: 'ok', files: 'away' };
    void reply.code(503).header('retry-after', '5');
    return { status: isEnding ? 'ending' : 'no database' };
  });
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (!mayReadMetrics(request, token)) return reply.code(404).send({ status: 'not found' });
    void reply.type(registry.contentType).header('cache-control', 'no-store');
    return registry.metrics();
  });
}
