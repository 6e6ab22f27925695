/** All that keeps one process from being asked more than it can do, mounted in the order in which it is looked at. */
import type { FastifyInstance } from 'fastify';
import type { TokenLookups } from './bearer.ts';
import { type Db, poolOf } from './db.ts';
import type { LoadSettings } from './load-settings.ts';
import { shedLoad } from './pressure.ts';
import { Problem } from './problem.ts';
import type { Pulse } from './pulse.ts';
import { limitRates } from './rates.ts';
import { refuseSlowClients } from './slow-clients.ts';

/** Whoever still comes while the server ends, on a connection that is open, comes back to the one that follows it. */
function turnAwayAtEnd(app: FastifyInstance): void {
  let isEnding = false;
  app.addHook('preClose', async () => {
    isEnding = true;
  });
  app.addHook('onRequest', async (request) => {
    if (isEnding && !request.url.startsWith('/health/')) throw new Problem('server.busy').after(5);
  });
}

/** Who asks too much, or more than can be done, is told so before any work is done for them. */
export function boundLoad(
  app: FastifyInstance,
  db: Db,
  load: LoadSettings,
  pulse: Pulse,
  tokens: TokenLookups,
): void {
  turnAwayAtEnd(app);
  if (load.connections > 0) app.server.maxConnections = load.connections;
  shedLoad(app, () => (poolOf(db)?.waitingCount ?? 0) + tokens.waiting, load, pulse);
  limitRates(app, load, pulse);
  refuseSlowClients(app, load.slowest, pulse);
}
