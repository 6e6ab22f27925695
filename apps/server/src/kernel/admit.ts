/** Who asks, and whether they get in: the first questions of every request, sent at the same time. */
import type { Endpoint } from '@waypost/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { bearerOf } from './bearer.ts';
import type { Tx } from './db.ts';
import { guard } from './guard.ts';
import { Problem } from './problem.ts';
import type { Standing } from './standing.ts';
import { passerBy, type Viewer } from './viewer.ts';

/** What the rest of the server knows of who may come in. */
export interface Doorkeeper {
  /** Finds who holds a token, or nobody. */
  authenticate: (tx: Tx, token: string) => Promise<Viewer | undefined>;
  standing: (tx: Tx) => Promise<Standing>;
}

async function viewerOf({ authenticate }: Doorkeeper, tx: Tx, request: FastifyRequest): Promise<Viewer> {
  const token = bearerOf(request);
  if (token === undefined) return passerBy;
  const viewer = await authenticate(tx, token);
  if (!viewer) throw new Problem('request.bad-token');
  return viewer;
}

/** @throws Problem for whoever does not get past */
export async function admit(
  doorkeeper: Doorkeeper,
  tx: Tx,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<{ viewer: Viewer; standing: Standing }> {
  const asked = viewerOf(doorkeeper, tx, request);
  // Whether anything is served comes first; until then nobody would hear of a bad token.
  asked.catch(() => undefined);
  const standing = await doorkeeper.standing(tx);
  if (standing.isDown) throw new Problem('server.maintenance');
  const viewer = await asked;
  guard(standing, viewer, endpoint);
  return { viewer: viewer.upTo(standing.lastPost), standing };
}
