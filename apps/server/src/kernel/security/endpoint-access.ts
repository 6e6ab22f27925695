/** Who gets past the door of an endpoint (wire 1.5): token, scope, permission, closed deployment, trial that is over. */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { Problem } from '../http/problem.ts';
import type { DeploymentState } from './deployment-state.ts';
import { accessDenied } from './require-privilege.ts';
import type { Viewer } from './viewer.ts';

/** Open even when the deployment is closed: what a browser needs to show the login (wire 1.13). */
const endpointsOpenWhenClosed: ReadonlySet<string> = new Set([
  'readIndex',
  'listConfig',
  'readConfig',
  'configPrivileges',
  'requestPasswordReset',
  'confirmPasswordReset',
  // Has a door of its own.
  'writeBackPost',
  'readUnsubscription',
  'unsubscribe',
]);

/** What is about nobody but the caller: open in a closed deployment to whoever has signed in. */
const ownAccountEndpoints: ReadonlySet<string> = new Set([
  'readMe',
  'updateMe',
  'sendMyCode',
  'confirmMyEmail',
  'listMySessions',
  'endMySessions',
  'endMySession',
  'listAgreements',
  'agree',
]);

/** Still written when a trial is over (wire 6.3): what lets people in, out, and their data with them. */
const resourcesWritableAfterTrial: ReadonlySet<string> = new Set([
  'register',
  'passwordreset',
  'tos',
  'exports',
  'hxl',
  'unsubscribe',
]);

const endpointsOpenAfterTrial: ReadonlySet<string> = new Set([
  'endMySessions',
  'endMySession',
  'releaseLocks',
]);

const isWritableAfterTrial = (endpoint: Endpoint) =>
  endpointsOpenAfterTrial.has(endpoint.name) || resourcesWritableAfterTrial.has(resourceOf(endpoint));

/**
 * Whether the viewer gets into a closed deployment: "signed-in users with privileges" (spec 1 §6). Who holds no permission
 * may still be told who they are; accounts are made there by those who manage people alone.
 */
const mayEnterClosedDeployment = (viewer: Viewer, endpoint: Endpoint) =>
  endpoint.name !== 'register' &&
  (viewer.hasAnyPermission || (viewer.isSignedIn && ownAccountEndpoints.has(endpoint.name)));

/** @throws Problem for whoever does not get past */
export function requireEndpointAccess(
  deploymentState: DeploymentState,
  viewer: Viewer,
  endpoint: Endpoint,
): void {
  if (endpoint.token === 'required' && !viewer.hasToken) throw new Problem('request.no-token');
  if (!viewer.hasScope(endpoint.scope))
    throw new Problem('request.scope-missing', { scope: endpoint.scope ?? '' });
  const privilege = endpoint.kind === 'reads' ? 'read' : 'update';
  const resource = resourceOf(endpoint);
  if (endpoint.needs && !viewer.can(...endpoint.needs)) throw accessDenied(viewer, privilege, resource);
  if (
    deploymentState.isClosed &&
    !endpointsOpenWhenClosed.has(endpoint.name) &&
    !mayEnterClosedDeployment(viewer, endpoint)
  )
    throw accessDenied(viewer, privilege, resource);
  if (deploymentState.isTrialOver && endpoint.kind === 'writes' && !isWritableAfterTrial(endpoint))
    throw new Problem('server.trial-over');
}

/** The wire's name of what an address is about: `posts` for `/posts/{id}`. */
export const resourceOf = (endpoint: Endpoint) => endpoint.path.split('/')[1] ?? 'request';
