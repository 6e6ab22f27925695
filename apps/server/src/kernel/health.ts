/**
 * Addresses for those who watch a server: whether it lives, whether it can serve, and its figures for Prometheus. None of them
 * says anything about people; the figures are for callers on this machine, or for those who know the operator's token.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { briefly } from './briefly.ts';
import { type Db, poolOf, probeOf } from './db.ts';
import type { FileStore } from './file-store.ts';
import { filesAnswer } from './files-answer.ts';
import { jobFigures } from './jobs/tables.sql.ts';
import type { Pulse } from './pulse.ts';
import { rememberedFigures } from './remembered.ts';

/** Milliseconds to connect to the database, and to be answered, before a server is said not to be ready; as many for the files. */
const patience = 1000;

/** Milliseconds that it is known whether the files can be had: balancers ask several times a minute. */
const filesAge = 10_000;

/** Below 250 ms in steps that show where a fast server slows down. */
const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const hashOf = (text: string) => createHash('sha256').update(text).digest();
const isLoopback = /^(127\.|::1$|::ffff:127\.)/;

/** A proxy on this machine calls from here for everybody: it says so in a header. */
const isFromHere = ({ headers, socket }: FastifyRequest) =>
  isLoopback.test(socket.remoteAddress ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers['forwarded'] === undefined &&
  headers['x-real-ip'] === undefined;

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return isFromHere(request);
  const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return given !== undefined && timingSafeEqual(hashOf(given), hashOf(token));
}

/** Those who watch would otherwise make a server look busy that nobody uses. */
const isWatched = (request: FastifyRequest) => !/^\/(health\/|metrics)/.test(request.url);

/** The address as it was declared: what people ask for would make figures without end, and tell what they look at. */
const routeOf = (request: FastifyRequest) => request.routeOptions.url ?? 'none';

let ofProcess: Registry | undefined;

/** Memory, garbage collection and so on: once per process however many apps it builds, since their observers cannot be ended. */
function processFigures(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

/** What is watched. */
interface Watched {
  db: Db;
  /** Told of every answer. */
  pulse: Pulse;
  files: Pick<FileStore, 'reach'>;
}

/** @param haveFiles whether the files can be had */
function figuresOf(
  app: FastifyInstance,
  { db, pulse }: Watched,
  haveFiles: () => Promise<boolean>,
): Registry {
  const registry = new Registry();
  const registers = [registry];
  const labelNames = ['method', 'route', 'status'] as const;
  const took = new Histogram({
    name: 'waypost_request_seconds',
    help: 'How long requests took, by declared address',
    labelNames,
    buckets: seconds,
    registers,
  });
  const failed = new Counter({
    name: 'waypost_requests_given_up_total',
    help: 'Requests whose callers went away before the answer was sent',
    registers,
  });
  app.addHook('onResponse', async (request, reply) => {
    const status = String(reply.statusCode);
    took.observe({ method: request.method, route: routeOf(request), status }, reply.elapsedTime / 1000);
    if (isWatched(request)) pulse.answered(reply.statusCode, reply.elapsedTime);
  });
  app.addHook('onRequestAbort', async (_request) => failed.inc());
  registry.registerMetric(
    new Counter({
      name: 'waypost_requests_turned_away_total',
      help: 'Requests turned away: under pressure, beyond the bound of an address or a token, or too slow',
      labelNames: ['why'],
      registers: [],
      collect() {
        this.reset();
        for (const [why, count] of Object.entries(pulse.turnedAway)) this.inc({ why }, count);
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
        const pool = poolOf(db);
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
        this.set((await haveFiles()) ? 1 : 0);
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
        const { found, made } = rememberedFigures();
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
        this.set(rememberedFigures().bytes);
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
        const figures = await jobFigures(db);
        for (const [state, count] of Object.entries(figures)) this.set({ state }, count);
      },
    }),
  );
  return Registry.merge([processFigures(), registry]);
}

/**
 * Mounts `/health/live`, `/health/ready` and `/metrics`. Before any other address, so that each is counted. A server whose files
 * are away is ready: all but files it can serve, and every other process has the same ones. It says so.
 * @param token opens the figures to callers from elsewhere; undefined: to this machine alone
 */
export function serveHealth(app: FastifyInstance, watched: Watched, token?: string): void {
  let isEnding = false;
  app.addHook('preClose', async () => {
    isEnding = true;
  });
  const look = briefly(filesAge, () => filesAnswer(watched.files, patience));
  const haveFiles = () => look('');
  const registry = figuresOf(app, watched, haveFiles);
  const probe = probeOf(watched.db, patience);
  app.addHook('onClose', () => probe.close());
  app.get('/health/live', { logLevel: 'warn' }, () => ({ status: 'ok' }));
  app.get('/health/ready', { logLevel: 'warn' }, async (_request, reply) => {
    const [isAnswering, areThere] = await Promise.all([!isEnding && probe.isAnswering(), haveFiles()]);
    if (isAnswering) return areThere ? { status: 'ok' } : { status: 'ok', files: 'away' };
    void reply.code(503).header('retry-after', '5');
    return { status: isEnding ? 'ending' : 'no database' };
  });
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (!mayRead(request, token)) return reply.code(404).send({ status: 'not found' });
    void reply.type(registry.contentType).header('cache-control', 'no-store');
    return registry.metrics();
  });
}
