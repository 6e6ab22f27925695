/**
 * Load shedding: 503 with `Retry-After` at once while the server is overloaded, so that accepted requests are answered in time.
 * The measures are the number of requests that wait for the database and the delay of the event loop. Writes have twice the
 * limit of reads: a map can be loaded again, a report may be lost. So have the reads that clients need when they start
 * (`neededAtStart`), since existing clients do not repeat them. Health, metrics and the files of the client always pass.
 * One network address has at most half of the reads that may wait: with more connections than others it would take all.
 */
import { randomInt } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../http/problem.ts';
import { isLoopback } from './rate-limits.ts';
import { toNetworkPrefix } from './throttle.ts';

/** Interval between two samples of the event loop delay. Each sample wakes the process. */
const sampleIntervalMs = 250;
/** Sampling stops after this time without requests, so that an idle process sleeps. */
const idleAfterMs = 10_000;

const needsDatabase = (request: FastifyRequest) =>
  request.method === 'POST' || /^\/(api\/v3|oauth|storage)\//.test(request.url);

/** Whether a request has the lower limit. */
const isShedFirst = ({ method, routeOptions }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && !routeOptions.config.endpoint?.neededAtStart;

/**
 * Measures the event loop delay: how late a timer runs. A machine that was suspended for a moment causes a single high sample,
 * which is ignored. Samples are taken from a request until `idleAfterMs` after the last one.
 * @returns `recordRequest` starts or prolongs the measurement; `delayMs` is the smaller of the last two samples; `stop` ends it
 */
function monitorEventLoopLag(): { recordRequest: () => void; delayMs: () => number; stop: () => void } {
  let [lastMs, previousMs] = [0, 0];
  let dueAt = 0;
  let lastRequestAt = 0;
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    [lastMs, previousMs] = [0, 0];
  };
  const sample = () => {
    const now = performance.now();
    previousMs = lastMs;
    lastMs = Math.max(0, now - dueAt);
    dueAt = now + sampleIntervalMs;
    if (now - lastRequestAt > idleAfterMs) stop();
  };
  const recordRequest = () => {
    lastRequestAt = performance.now();
    if (timer) return;
    dueAt = lastRequestAt + sampleIntervalMs;
    timer = setInterval(sample, sampleIntervalMs);
    timer.unref();
  };
  return { recordRequest, delayMs: () => Math.min(lastMs, previousMs), stop };
}

/** Counts the reads of each network address from their beginning until their response is ready to be sent. */
function countReadsByAddress(app: FastifyInstance): (request: FastifyRequest) => number {
  const counts = new Map<string, number>();
  const addresses = new WeakMap<FastifyRequest, string>();
  const countDown = async (request: FastifyRequest) => {
    const address = addresses.get(request);
    if (address === undefined) return;
    addresses.delete(request);
    const rest = (counts.get(address) ?? 0) - 1;
    if (rest > 0) counts.set(address, rest);
    else counts.delete(address);
  };
  app.addHook('onSend', countDown);
  // Of a client that has gone there is no response.
  app.addHook('onResponse', countDown);
  return (request) => {
    const address = toNetworkPrefix(request.ip);
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    addresses.set(request, address);
    return count;
  };
}

/**
 * Mounts load shedding.
 * @param waitingCount current number of requests that wait for the database
 * @param limits requests that may wait for a connection, and the event loop delay; 0 is unlimited
 */
export function shedLoad(
  app: FastifyInstance,
  waitingCount: () => number,
  limits: { maxWaiting: number; maxDelayMs: number },
): void {
  const lagMonitor = limits.maxDelayMs > 0 ? monitorEventLoopLag() : undefined;
  app.addHook('onClose', async () => lagMonitor?.stop());
  const isOverloaded = (factor: number) =>
    (limits.maxWaiting > 0 && waitingCount() >= limits.maxWaiting * factor) ||
    (lagMonitor !== undefined && lagMonitor.delayMs() > limits.maxDelayMs * factor);
  const countRead = countReadsByAddress(app);
  // Reads that wait for other servers are counted, too: they are no harm while few wait for the database.
  const exceedsShare = (request: FastifyRequest) =>
    limits.maxWaiting > 0 &&
    !isLoopback(request.ip) &&
    countRead(request) > limits.maxWaiting / 2 &&
    waitingCount() >= limits.maxWaiting / 2;
  app.addHook('onRequest', async (request) => {
    if (!needsDatabase(request)) return;
    lagMonitor?.recordRequest();
    const isRead = isShedFirst(request);
    if (!isOverloaded(isRead ? 1 : 2) && !(isRead && exceedsShare(request))) return;
    // Random, so that clients do not all retry at the same moment.
    throw new Problem('server.busy').withRetryAfter(randomInt(1, 5));
  });
}
