/**
 * Turning requests away while there is more to do than can be done: 503 with `Retry-After` at once, so that those who are let
 * in are answered in time. What waits for the database is the measure, and how late the process is. Reports get in longer than
 * reads: a map that is late is asked for again, a report may be lost. Health, figures and the interface's files always pass.
 */
import { randomInt } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';
import type { Pulse } from './pulse.ts';

/** Milliseconds between two looks at how late the process is. */
const pace = 500;

const needsDatabase = (request: FastifyRequest) =>
  request.method === 'POST' || /^\/(api\/v3|oauth|storage)\//.test(request.url);

/**
 * Watches how late timers are. A machine that stood still for a moment is late once, and goes on as if nothing had been.
 * @returns the lesser number of milliseconds of the last two looks, and how to end it
 */
function watchDelay(): { delay: () => number; end: () => void } {
  const resolution = 20;
  const histogram = monitorEventLoopDelay({ resolution });
  histogram.enable();
  let [last, before] = [0, 0];
  const timer = setInterval(() => {
    // Nothing is recorded while the process is blocked for the whole time; the next look then finds it.
    before = last;
    last = Number.isFinite(histogram.mean) ? Math.max(0, histogram.mean / 1e6 - resolution) : 0;
    histogram.reset();
  }, pace);
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
 * @param waiting how many requests wait for the database
 * @param bounds requests that may wait for a connection, and milliseconds that the process may be late; 0 is without bound
 */
export function shedLoad(
  app: FastifyInstance,
  waiting: () => number,
  bounds: { waiting: number; delay: number },
  pulse: Pulse,
): void {
  const watched = bounds.delay > 0 ? watchDelay() : undefined;
  app.addHook('onClose', async () => watched?.end());
  const isTooMuch = (factor: number) =>
    (bounds.waiting > 0 && waiting() >= bounds.waiting * factor) ||
    (watched !== undefined && watched.delay() > bounds.delay * factor);
  app.addHook('onRequest', async (request) => {
    if (!needsDatabase(request)) return;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isTooMuch(isRead ? 1 : 2)) return;
    pulse.refuse('pressure');
    // Not all of them again at the same moment.
    throw new Problem('server.busy').after(randomInt(1, 5));
  });
}
