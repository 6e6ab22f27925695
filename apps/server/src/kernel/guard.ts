/** Who gets past the door of an endpoint (wire 1.5): token, scope, permission, closed deployment, trial that is over. */
import type { Endpoint } from '@waypost/contract/endpoint';
import { Problem } from './problem.ts';
import { refused } from './refuse.ts';
import type { Standing } from './standing.ts';
import type { Viewer } from './viewer.ts';

/** Open even when the deployment is closed: what a browser needs to show the login (wire 1.13). */
const openWhenClosed: ReadonlySet<string> = new Set([
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
const ownAccount: ReadonlySet<string> = new Set([
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
const writtenAfterTrial: ReadonlySet<string> = new Set([
  'register',
  'passwordreset',
  'tos',
  'exports',
  'hxl',
  'unsubscribe',
]);

const endsAfterTrial: ReadonlySet<string> = new Set(['endMySessions', 'endMySession', 'releaseLocks']);

const isWrittenAfterTrial = (endpoint: Endpoint) =>
  endsAfterTrial.has(endpoint.name) || writtenAfterTrial.has(resourceOf(endpoint));

/**
 * Whether the viewer gets into a closed deployment: "signed-in users with privileges" (spec 1 §6). Who holds no permission
 * may still be told who they are; accounts are made there by those who manage people alone.
 */
const isInside = (viewer: Viewer, endpoint: Endpoint) =>
  endpoint.name !== 'register' &&
  (viewer.hasPermission || (viewer.isSignedIn && ownAccount.has(endpoint.name)));

/** @throws Problem for whoever does not get past */
export function guard(standing: Standing, viewer: Viewer, endpoint: Endpoint): void {
  if (endpoint.token === 'required' && !viewer.hasToken) throw new Problem('request.no-token');
  if (!viewer.inScope(endpoint.scope))
    throw new Problem('request.scope-missing', { scope: endpoint.scope ?? '' });
  const privilege = endpoint.kind === 'reads' ? 'read' : 'update';
  const resource = resourceOf(endpoint);
  if (endpoint.needs && !viewer.may(...endpoint.needs)) throw refused(viewer, privilege, resource);
  if (standing.isClosed && !openWhenClosed.has(endpoint.name) && !isInside(viewer, endpoint))
    throw refused(viewer, privilege, resource);
  if (standing.isOver && endpoint.kind === 'writes' && !isWrittenAfterTrial(endpoint))
    throw new Problem('server.trial-over');
}

/** The wire's name of what an address is about: `posts` for `/posts/{id}`. */
export const resourceOf = (endpoint: Endpoint) => endpoint.path.split('/')[1] ?? 'request';
