/** Protects one process from overload. The checks are mounted in the order in which they run. */
import type { FastifyInstance } from 'fastify';
import type { LoadSettings } from '../config/load-settings.ts';
import { type Db, getConnectionPool } from '../db/database.ts';
import { Problem } from '../http/problem.ts';
import type { ProcessMetrics } from '../observability/process-metrics.ts';
import type { TokenLookup } from '../security/bearer-token.ts';
import { shedLoad } from './load-shedding.ts';
import { installRateLimits } from './rate-limits.ts';
import { disconnectSlowClients } from './slow-clients.ts';

/** Refuses requests on open connections while the server shuts down: clients retry at the process that follows. */
function rejectDuringShutdown(app: FastifyInstance): void {
  let isShuttingDown = false;
  app.addHook('preClose', async () => {
    isShuttingDown = true;
  });
  app.addHook('onRequest', async (request) => {
    if (isShuttingDown && !request.url.startsWith('/health/'))
      throw new Problem('server.busy').withRetryAfter(5);
  });
}

/** Mounts load shedding, rate limits and the check for slow clients. They run before any work is done for a request. */
export function installLoadLimits(
  app: FastifyInstance,
  db: Db,
  load: LoadSettings,
  metrics: ProcessMetrics,
  tokens: TokenLookup,
): void {
  rejectDuringShutdown(app);
  if (load.maxConnections > 0) app.server.maxConnections = load.maxConnections;
  shedLoad(app, () => (getConnectionPool(db)?.waitingCount ?? 0) + tokens.waitingCount, load);
  installRateLimits(app, load, metrics);
  disconnectSlowClients(app, load.minBytesPerSecond, metrics);
}
