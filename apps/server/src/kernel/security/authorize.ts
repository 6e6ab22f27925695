/** Authentication and authorization: the first queries of every request, sent at the same time. */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { personalDataOnRequest } from '@waypost/contract/common/media-types';
import type { FastifyRequest } from 'fastify';
import type { Tx } from '../db/database.ts';
import { Problem } from '../http/problem.ts';
import { readBearerToken } from './bearer-token.ts';
import type { DeploymentState } from './deployment-state.ts';
import { requireEndpointAccess } from './endpoint-access.ts';
import { anonymousViewer, type Viewer } from './viewer.ts';

/** Queries that authorization needs from the rest of the server. */
export interface Authorization {
  /** Finds the viewer of a token; undefined for an unknown one. */
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

const asksForNoPersonalData = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.replaceAll(' ', '').includes(personalDataOnRequest) ?? false;

/** Identifies the viewer and checks access to an endpoint. @throws Problem 401, 403 or 503 */
export async function authorize(
  authorization: Authorization,
  tx: Tx,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<{ viewer: Viewer; deploymentState: DeploymentState }> {
  const pendingViewer = authenticateViewer(authorization, tx, request);
  // Maintenance is reported first; without a handler the error of a bad token would count as unhandled until then.
  pendingViewer.catch(() => undefined);
  const deploymentState = await authorization.readDeploymentState(tx);
  if (deploymentState.isUnderMaintenance) throw new Problem('server.maintenance');
  const viewer = await pendingViewer;
  requireEndpointAccess(deploymentState, viewer, endpoint);
  const withholdsPersonalData = deploymentState.needsPersonalDataReason || asksForNoPersonalData(request);
  const visible = viewer.limitedTo(deploymentState.lastVisiblePostId);
  return { viewer: withholdsPersonalData ? visible.withoutPersonalData : visible, deploymentState };
}
