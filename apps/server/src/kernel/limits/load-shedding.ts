/**
 * Load shedding: 503 with `Retry-After` at once while the server is overloaded, so that accepted requests are answered in time.
 * The measures are the number of requests that wait for the database and the delay of the event loop. Writes have twice the
 * limit of reads: a map can be loaded again, a report may be lost. Health, metrics and the files of the client always pass.
 */
import { randomInt } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../http/problem.ts';

/** Interval between two samples of the event loop delay. */
const sampleIntervalMs = 500;

const needsDatabase = (request: FastifyRequest) =>
  request.method === 'POST' || /^\/(api\/v3|oauth|storage)\//.test(request.url);

/**
 * Measures the event loop delay. A machine that was suspended for a moment causes a single high sample, which is ignored.
 * @returns `delayMs` is the smaller of the last two samples; `stop` ends the measurement
 */
function monitorEventLoopLag(): { delayMs: () => number; stop: () => void } {
  const resolutionMs = 20;
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  let [lastMs, previousMs] = [0, 0];
  const timer = setInterval(() => {
    // Nothing is recorded while the process is blocked for the whole interval: the next sample has it.
    previousMs = lastMs;
    lastMs = Number.isFinite(histogram.mean) ? Math.max(0, histogram.mean / 1e6 - resolutionMs) : 0;
    histogram.reset();
  }, sampleIntervalMs);
  timer.unref();
  return {
    delayMs: () => Math.min(lastMs, previousMs),
    stop() {
      clearInterval(timer);
      histogram.disable();
    },
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
  app.addHook('onRequest', async (request) => {
    if (!needsDatabase(request)) return;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isOverloaded(isRead ? 1 : 2)) return;
    // Random, so that clients do not all retry at the same moment.
    throw new Problem('server.busy').withRetryAfter(randomInt(1, 5));
  });
}
