/** Protects one process from overload. The checks are mounted in the order in which they run. */
import type { FastifyInstance } from 'fastify';
import type { LoadSettings } from '../config/load-settings.ts';
import { type Db, getConnectionPool } from '../db/database.ts';
import type { ProcessMetrics } from '../observability/process-metrics.ts';
import type { TokenLookup } from '../security/bearer-token.ts';
import { shedLoad } from './load-shedding.ts';
import { answerPipelinedRequestsInTurn } from './pipelined-requests.ts';
import { installRateLimits } from './rate-limits.ts';
import { closeUnusedConnections, rejectDuringShutdown } from './shutdown.ts';
import { disconnectSlowClients } from './slow-clients.ts';

/** Mounts load shedding, rate limits and the check for slow clients. They run before any work is done for a request. */
export function installLoadLimits(
  app: FastifyInstance,
  db: Db,
  load: LoadSettings,
  metrics: ProcessMetrics,
  tokens: TokenLookup,
): void {
  rejectDuringShutdown(app);
  closeUnusedConnections(app);
  if (load.maxConnections > 0) app.server.maxConnections = load.maxConnections;
  answerPipelinedRequestsInTurn(app);
  shedLoad(app, () => (getConnectionPool(db)?.waitingCount ?? 0) + tokens.waitingCount, load);
  installRateLimits(app, load, metrics);
  disconnectSlowClients(app, load.minBytesPerSecond, metrics);
}
