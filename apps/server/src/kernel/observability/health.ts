/**
 * Endpoints for monitoring: liveness, readiness, and metrics for Prometheus. None of them has personal data. Metrics are for
 * callers on this machine, or with the token of the operator.
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
import { outageOf } from '../outage.ts';
import type { ProcessMetrics } from './process-metrics.ts';

/** Timeout of the readiness check for the database connection, its query, and the file store. */
const probeTimeoutMs = 1000;

/** How long the state of the file store is cached: load balancers ask several times a minute. */
const fileStateTtlMs = 10_000;

/** Upper bounds in seconds. Few, and by status class instead of route: each combination of labels is a line per bucket. */
const durationBuckets = [0.01, 0.05, 0.25, 1, 5];

const hashOf = (text: string) => createHash('sha256').update(text).digest();
const loopbackPattern = /^(127\.|::1$|::ffff:127\.)/;

/** A proxy on this machine sends requests of everybody: it adds a header. */
const isFromThisMachine = ({ headers, socket }: FastifyRequest) =>
  loopbackPattern.test(socket.remoteAddress ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers['forwarded'] === undefined &&
  headers['x-real-ip'] === undefined;

function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return isFromThisMachine(request);
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return bearer !== undefined && timingSafeEqual(hashOf(bearer), hashOf(token));
}

/** Excludes monitoring, which would make an unused server look busy. */
const isCounted = (request: FastifyRequest) => !/^\/(health\/|metrics)/.test(request.url);

/** The pattern of the route: requested URLs would make labels without bound, and disclose what people read. */
const routeOf = (request: FastifyRequest) => request.routeOptions.url ?? 'none';

let processRegistry: Registry | undefined;

/**
 * Interval of the timer that measures the delay of the event loop, in milliseconds; it is part of each measured delay. The default of
 * 10 ms takes 0.4 % of a core while nothing happens.
 */
const eventLoopPrecisionMs = 1000;

/** Memory, garbage collection and so on: one registry per process, since its observers cannot be stopped. */
function defaultMetrics(): Registry {
  if (!processRegistry) {
    processRegistry = new Registry();
    collectDefaultMetrics({
      register: processRegistry,
      eventLoopMonitoringPrecision: eventLoopPrecisionMs,
    });
  }
  return processRegistry;
}

/** What is monitored. */
interface HealthOptions {
  db: Db;
  /** Gets every response. */
  metrics: ProcessMetrics;
  fileStore: Pick<FileStore, 'ping'>;
}

function createRegistry(
  app: FastifyInstance,
  { db, metrics }: HealthOptions,
  isFileStoreReachable: () => Promise<boolean>,
): Registry {
  const registry = new Registry();
  const registers = [registry];
  const requestSeconds = new Histogram({
    name: 'waypost_request_seconds',
    help: 'Duration of requests, by method and status class',
    labelNames: ['method', 'status'],
    buckets: durationBuckets,
    registers,
  });
  const routeLabels = ['method', 'route'] as const;
  const routeRequests = new Counter({
    name: 'waypost_route_requests_total',
    help: 'Number of requests, by route',
    labelNames: routeLabels,
    registers,
  });
  const routeSeconds = new Counter({
    name: 'waypost_route_seconds_total',
    help: 'Sum of the durations of requests, by route',
    labelNames: routeLabels,
    registers,
  });
  const abortedRequests = new Counter({
    name: 'waypost_requests_given_up_total',
    help: 'Requests whose clients disconnected before the response was sent',
    registers,
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request;
    const seconds = reply.elapsedTime / 1000;
    requestSeconds.observe({ method, status: `${Math.floor(reply.statusCode / 100)}xx` }, seconds);
    const labels = { method, route: routeOf(request) };
    routeRequests.inc(labels);
    routeSeconds.inc(labels, seconds);
    if (isCounted(request)) metrics.recordResponse(request, reply.statusCode, reply.elapsedTime);
  });
  app.addHook('onRequestAbort', async (_request) => abortedRequests.inc());
  registry.registerMetric(
    new Counter({
      name: 'waypost_requests_turned_away_total',
      help: 'Requests rejected: overload, rate limit of an address or a token, or a slow client',
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
      help: 'Whether the file store is reachable: 1 or 0',
      registers: [],
      async collect() {
        this.set((await isFileStoreReachable()) ? 1 : 0);
      },
    }),
  );
  registry.registerMetric(
    new Counter({
      name: 'waypost_remembered_answers_total',
      help: 'Reads of the cache for map tiles, lists and counts: hits (found) and misses (made)',
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
      help: 'Memory of the cache for map tiles, lists and counts',
      registers: [],
      collect() {
        this.set(getVersionedCacheStats().bytes);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'waypost_jobs',
      help: 'Jobs in the queue, by state',
      labelNames: ['state'],
      registers: [],
      async collect() {
        this.reset();
        // During an outage of the database the other metrics matter most.
        const counts = await countJobsByGroup(db).catch((error: unknown) => {
          if (outageOf(error)) return {};
          throw error;
        });
        for (const [state, count] of Object.entries(counts)) this.set({ state }, count);
      },
    }),
  );
  return Registry.merge([defaultMetrics(), registry]);
}

/**
 * Mounts `/health/live`, `/health/ready` and `/metrics`. Call it before other routes, so that all are measured. A server whose
 * file store is unreachable is ready, and reports it: it can serve everything else, and other processes have the same store.
 * @param token allows `/metrics` from other machines; undefined: only from this one
 */
export function serveHealth(app: FastifyInstance, options: HealthOptions, token?: string): void {
  let isShuttingDown = false;
  app.addHook('preClose', async () => {
    isShuttingDown = true;
  });
  const cachedPing = ttlCache(fileStateTtlMs, () => pingFileStore(options.fileStore, probeTimeoutMs));
  const isFileStoreReachable = () => cachedPing('');
  const registry = createRegistry(app, options, isFileStoreReachable);
  const probe = createDatabaseProbe(options.db, probeTimeoutMs);
  app.addHook('onClose', () => probe.close());
  app.get('/health/live', { logLevel: 'warn' }, () => ({ status: 'ok' }));
  app.get('/health/ready', { logLevel: 'warn' }, async (_request, reply) => {
    const [answer, hasFiles] = await Promise.all([
      isShuttingDown ? 'silent' : probe.ask(),
      isFileStoreReachable(),
    ]);
    if (answer === 'ok') return hasFiles ? { status: 'ok' } : { status: 'ok', files: 'away' };
    void reply.code(503).header('retry-after', '5');
    return { status: isShuttingDown ? 'ending' : 'no database' };
  });
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (!mayReadMetrics(request, token)) return reply.code(404).send({ status: 'not found' });
    void reply.type(registry.contentType).header('cache-control', 'no-store');
    return registry.metrics();
  });
}
