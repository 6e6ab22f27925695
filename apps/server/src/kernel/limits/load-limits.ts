/** All that keeps one process from being asked more than it can do, mounted in the order in which it is looked at. */
import type { FastifyInstance } from 'fastify';
import type { LoadSettings } from '../config/load-settings.ts';
import { type Db, getConnectionPool } from '../db/database.ts';
import { Problem } from '../http/problem.ts';
import type { ProcessMetrics } from '../observability/process-metrics.ts';
import type { TokenLookup } from '../security/bearer-token.ts';
import { shedLoad } from './load-shedding.ts';
import { installRateLimits } from './rate-limits.ts';
import { disconnectSlowClients } from './slow-clients.ts';

/** Whoever still comes while the server ends, on a connection that is open, comes back to the one that follows it. */
function rejectDuringShutdown(app: FastifyInstance): void {
  let isEnding = false;
  app.addHook('preClose', async () => {
    isEnding = true;
  });
  app.addHook('onRequest', async (request) => {
    if (isEnding && !request.url.startsWith('/health/')) throw new Problem('server.busy').withRetryAfter(5);
  });
}

/** Who asks too much, or more than can be done, is told so before any work is done for them. */
export function installLoadLimits(
  app: FastifyInstance,
  db: Db,
  load: LoadSettings,
  metrics: ProcessMetrics,
  tokens: TokenLookup,
): void {
  rejectDuringShutdown(app);
  if (load.maxConnections > 0) app.server.maxConnections = load.maxConnections;
  shedLoad(app, () => (getConnectionPool(db)?.waitingCount ?? 0) + tokens.waitingCount, load, metrics);
  installRateLimits(app, load, metrics);
  disconnectSlowClients(app, load.minBytesPerSecond, metrics);
}
