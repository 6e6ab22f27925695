/** Access to an endpoint (API v3 §1.5): token, scope, permission, private deployment, features, ended trial. */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { Problem } from '../http/problem.ts';
import { type DeploymentState, isClosedTo } from './deployment-state.ts';
import { accessDenied } from './require-privilege.ts';
import type { Viewer } from './viewer.ts';

/** Open when the deployment is private: what a browser needs to show the login (API v3 §1.13). */
const endpointsOpenWhenClosed: ReadonlySet<string> = new Set([
  'readApiIndex',
  'listConfig',
  'readConfig',
  'readConfigPrivileges',
  'requestPasswordReset',
  'confirmPasswordReset',
  // The token stands for the right: it was given by somebody who may create accounts.
  'checkInvitation',
  'acceptInvitation',
  // Checks a signature of its own.
  'writeBackPost',
  'readUnsubscription',
  // The receipt stands for the right: its holder sees one report, and may withdraw it.
  'openReceipt',
  'readReceiptReport',
  'correctReceiptReport',
  'changeReceiptConsent',
  'withdrawReceiptReport',
  'answerWithReceipt',
  'unsubscribe',
]);

/** About the caller alone: open in a private deployment to every signed-in account. */
const ownAccountEndpoints: ReadonlySet<string> = new Set([
  'readMe',
  'updateMe',
  'sendMyCode',
  'confirmMyEmail',
  'listMySessions',
  'endMySessions',
  'endMySession',
  'listAgreements',
  'createAgreement',
]);

/** Writable after the end of a trial (API v3 §6.3): registration, sign-out, and exporting the data. */
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
  'openReceipt',
  'withdrawReceiptReport',
]);

const isWritableAfterTrial = (endpoint: Endpoint) =>
  endpointsOpenAfterTrial.has(endpoint.name) || resourcesWritableAfterTrial.has(resourceOf(endpoint));

/**
 * Whether the viewer may use an endpoint of a private deployment: "signed-in users with privileges" (spec 1 §6). Accounts without
 * a permission may use the endpoints about their own account. Only user managers create accounts there.
 */
const mayEnterClosedDeployment = (state: DeploymentState, viewer: Viewer, endpoint: Endpoint) =>
  endpoint.name !== 'register' &&
  (!isClosedTo(viewer, state) || (viewer.isSignedIn && ownAccountEndpoints.has(endpoint.name)));

/** Checks that the viewer may use an endpoint. @throws Problem 401, 403, 404 or 503 */
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
    !mayEnterClosedDeployment(deploymentState, viewer, endpoint)
  )
    throw accessDenied(viewer, privilege, resource);
  if (endpoint.feature && deploymentState.disabledFeatures.has(endpoint.feature))
    // The answer for an unknown path; imports have always been refused with 403 (API v3 §6.1).
    throw endpoint.feature === 'data-import'
      ? accessDenied(viewer, privilege, resource)
      : new Problem('request.no-route');
  if (deploymentState.isTrialOver && endpoint.kind === 'writes' && !isWritableAfterTrial(endpoint))
    throw new Problem('server.trial-over');
}

/** The API's name of the resource of an endpoint: `posts` for `/posts/{id}`. */
export const resourceOf = (endpoint: Endpoint) => endpoint.path.split('/')[1] ?? 'request';
