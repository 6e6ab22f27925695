/** All that keeps one process from being asked more than it can do, mounted in the order in which it is looked at. */
import type { FastifyInstance } from 'fastify';
import type { TokenLookups } from './bearer.ts';
import { type Db, poolOf } from './db.ts';
import type { LoadSettings } from './load-settings.ts';
import { shedLoad } from './pressure.ts';
import type { Pulse } from './pulse.ts';
import { limitRates } from './rates.ts';
import { refuseSlowClients } from './slow-clients.ts';

/** Who asks too much, or more than can be done, is told so before any work is done for them. */
export function boundLoad(
  app: FastifyInstance,
  db: Db,
  load: LoadSettings,
  pulse: Pulse,
  tokens: TokenLookups,
): void {
  if (load.connections > 0) app.server.maxConnections = load.connections;
  shedLoad(app, () => (poolOf(db)?.waitingCount ?? 0) + tokens.waiting, load, pulse);
  limitRates(app, load, pulse);
  refuseSlowClients(app, load.slowest, pulse);
}
