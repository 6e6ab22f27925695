/** Who asks, and whether they get in: the first questions of every request, sent at the same time. */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Tx } from '../db/database.ts';
import { Problem } from '../http/problem.ts';
import { readBearerToken } from './bearer-token.ts';
import type { DeploymentState } from './deployment-state.ts';
import { requireEndpointAccess } from './endpoint-access.ts';
import { anonymousViewer, type Viewer } from './viewer.ts';

/** What the rest of the server knows of who may come in. */
export interface Authorization {
  /** Finds who holds a token, or nobody. */
  authenticate: (tx: Tx, token: string) => Promise<Viewer | undefined>;
  readDeploymentState: (tx: Tx) => Promise<DeploymentState>;
}

async function authenticateViewer(
  { authenticate }: Authorization,
  tx: Tx,
  request: FastifyRequest,
): Promise<Viewer> {
  const token = readBearerToken(request);
  if (token === undefined) return anonymousViewer;
  const viewer = await authenticate(tx, token);
  if (!viewer) throw new Problem('request.bad-token');
  return viewer;
}

/** @throws Problem for whoever does not get past */
export async function authorize(
  authorization: Authorization,
  tx: Tx,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<{ viewer: Viewer; deploymentState: DeploymentState }> {
  const pendingViewer = authenticateViewer(authorization, tx, request);
  // Whether anything is served comes first; until then nobody would hear of a bad token.
  pendingViewer.catch(() => undefined);
  const deploymentState = await authorization.readDeploymentState(tx);
  if (deploymentState.isUnderMaintenance) throw new Problem('server.maintenance');
  const viewer = await pendingViewer;
  requireEndpointAccess(deploymentState, viewer, endpoint);
  return { viewer: viewer.limitedTo(deploymentState.lastVisiblePostId), deploymentState };
}
