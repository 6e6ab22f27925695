/**
 * Turning requests away while there is more to do than can be done: 503 with `Retry-After` at once, so that those who are let
 * in are answered in time. What waits for the database is the measure, and how late the process is. Reports get in longer than
 * reads: a map that is late is asked for again, a report may be lost. Health, figures and the interface's files always pass.
 */
import { randomInt } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../http/problem.ts';
import type { ProcessMetrics } from '../observability/process-metrics.ts';

/** Milliseconds between two looks at how late the process is. */
const sampleIntervalMs = 500;

const needsDatabase = (request: FastifyRequest) =>
  request.method === 'POST' || /^\/(api\/v3|oauth|storage)\//.test(request.url);

/**
 * Watches how late timers are. A machine that stood still for a moment is late once, and goes on as if nothing had been.
 * @returns the lesser number of milliseconds of the last two looks, and how to end it
 */
function monitorEventLoopLag(): { delay: () => number; end: () => void } {
  const resolution = 20;
  const histogram = monitorEventLoopDelay({ resolution });
  histogram.enable();
  let [last, before] = [0, 0];
  const timer = setInterval(() => {
    // Nothing is recorded while the process is blocked for the whole time; the next look then finds it.
    before = last;
    last = Number.isFinite(histogram.mean) ? Math.max(0, histogram.mean / 1e6 - resolution) : 0;
    histogram.reset();
  }, sampleIntervalMs);
  timer.unref();
  return {
    delay: () => Math.min(last, before),
    end() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}

/**
 * Sheds what is too much.
 * @param waitingCount how many requests wait for the database
 * @param limits requests that may wait for a connection, and milliseconds that the process may be late; 0 is without bound
 */
export function shedLoad(
  app: FastifyInstance,
  waitingCount: () => number,
  limits: { maxWaiting: number; maxDelayMs: number },
  metrics: ProcessMetrics,
): void {
  const lagMonitor = limits.maxDelayMs > 0 ? monitorEventLoopLag() : undefined;
  app.addHook('onClose', async () => lagMonitor?.end());
  const isOverloaded = (factor: number) =>
    (limits.maxWaiting > 0 && waitingCount() >= limits.maxWaiting * factor) ||
    (lagMonitor !== undefined && lagMonitor.delay() > limits.maxDelayMs * factor);
  app.addHook('onRequest', async (request) => {
    if (!needsDatabase(request)) return;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isOverloaded(isRead ? 1 : 2)) return;
    metrics.countRejection('pressure');
    // Not all of them again at the same moment.
    throw new Problem('server.busy').withRetryAfter(randomInt(1, 5));
  });
}
