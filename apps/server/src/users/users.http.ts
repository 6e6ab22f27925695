/** HTTP routes of accounts, roles, permissions and tokens (API v3 §1.4, §2.6, §2.8). */

import { offeredPermissions, permissions } from '@waypost/contract/common/permissions';
import { tokenErrors } from '@waypost/contract/users/oauth';
import * as rolesContract from '@waypost/contract/users/roles';
import * as usersContract from '@waypost/contract/users/users';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type ConfirmationCodes, findContactsByUserIds } from '../contacts/contacts.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { slicePage } from '../kernel/db/paging.ts';
import { listEnvelope, type UrlBuilder } from '../kernel/http/api-format.ts';
import { notFound, ValidationError } from '../kernel/http/problem.ts';
import { DeferredResponse } from '../kernel/http/responses.ts';
import { type MountContext, type RequestContext, route } from '../kernel/http/route.ts';
import { toNetworkPrefix } from '../kernel/limits/throttle.ts';
import { accessDenied } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import type { Outbox } from '../mail/mail.public.ts';
import { purgeExpired, purgeExpiredOccasionally } from './authentication/purge-expired.ts';
import { signIn } from './authentication/sign-in.ts';
import { confirmLoginEmail, sendLoginEmailCode } from './registration/confirm-email.ts';
import { inviteUser } from './registration/reset-password.ts';
import { createRole, deleteRole, readAuthorizedRole, updateRole } from './roles/save-role.ts';
import { createUser, deleteUser, readAuthorizedUser, updateUser } from './save-user.ts';
import { viewSession } from './sessions/sessions.view.ts';
import { searchRoles, searchUsers, type UserRow } from './users.sql.ts';
import { viewRole, viewUser, viewUsers } from './users.view.ts';

/** How messages to users are sent. */
interface UserMessaging {
  /** For invitations. */
  outbox: Outbox;
  confirmationCodes: ConfirmationCodes;
}

/** @throws Problem 404 for visitors, who have no account (API v3 §9, ruling 50) */
function requireUserId(viewer: Viewer): number {
  if (viewer.id === null) throw notFound('users', 'me');
  return viewer.id;
}

/** @param maxTokensPerMinute token requests per network address, visitors' included; counted in memory, since it only limits load */
function mountTokens({ app, db }: MountContext, maxTokensPerMinute: number): void {
  const rateLimit = { max: maxTokensPerMinute, timeWindow: '1 minute' };
  app.addHook('onReady', () => purgeExpired(db));
  // A body that the framework refuses: of an unsupported type, or too large. Its other errors have the format of the API.
  const errorHandler = (error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void => {
    if (!error.code?.startsWith('FST_ERR_CTP_')) throw error;
    const { status, message } = tokenErrors.invalid_request;
    const hint = 'The body must be a JSON object or a form';
    void reply.code(status).send({ error: 'invalid_request', message, hint });
  };
  app.post('/oauth/token', { config: { rateLimit }, errorHandler }, async (request, reply) => {
    const result = await signIn(db, request.body, toNetworkPrefix(request.ip), request.headers['user-agent']);
    await purgeExpiredOccasionally(db);
    reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
    if (!('errorCode' in result)) return result;
    const { errorCode, hint, retryAfterSeconds } = result;
    const { status, message } = tokenErrors[errorCode];
    if (errorCode === 'invalid_client') reply.header('www-authenticate', 'Basic realm="OAuth"');
    const error = errorCode === 'invalid_refresh_token' ? 'invalid_request' : errorCode;
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
    return reply.code(status).send({
      error,
      message,
      ...(hint ? { hint } : {}),
      ...(retryAfterSeconds === undefined ? {} : { retry_after: retryAfterSeconds }),
    });
  });
}

function mountUsers(mount: MountContext, { outbox, confirmationCodes: codes }: UserMessaging): void {
  route(mount, usersContract.listUsers, async ({ tx, viewer, urls, query }) => {
    const { results, total } = await searchUsers(tx, query);
    const users = await viewUsers(tx, viewer, urls, results);
    return listEnvelope(urls, '/users', query, { results: users, total });
  });
  route(mount, usersContract.createUser, async ({ tx, viewer, urls, body }) => {
    const user = await createUser(tx, viewer, body);
    const invitation = body.invite ? await inviteUser(tx, outbox, mount.publicUrl, user) : undefined;
    return { ...(await viewUser(tx, viewer, urls, user, [])), ...(invitation ? { invitation } : {}) };
  });
  const viewWithContacts = async (
    { tx, viewer, urls }: { tx: Tx; viewer: Viewer; urls: UrlBuilder },
    user: UserRow,
  ) => viewUser(tx, viewer, urls, user);
  route(mount, usersContract.readMe, async (context) =>
    viewWithContacts(
      context,
      await readAuthorizedUser(context.tx, context.viewer, requireUserId(context.viewer)),
    ),
  );
  const update = async (context: RequestContext<typeof usersContract.updateMe>, id: number) => {
    const { tx, viewer, body, txHooks } = context;
    const { user, endedSessions } = await updateUser(tx, viewer, id, body, { db: mount.db, txHooks });
    const view = await viewWithContacts(context, user);
    const isOwnPassword = viewer.id === id && body.password !== undefined;
    return isOwnPassword
      ? { ...view, ended_sessions: endedSessions.map((session) => viewSession(viewer, session)) }
      : view;
  };
  route(mount, usersContract.updateMe, async (context) => update(context, requireUserId(context.viewer)));
  route(mount, usersContract.sendMyCode, async ({ tx, viewer }) =>
    sendLoginEmailCode(tx, await readAuthorizedUser(tx, viewer, requireUserId(viewer)), codes),
  );
  route(mount, usersContract.confirmMyEmail, async (context) => {
    const { tx, viewer } = context;
    const me = await readAuthorizedUser(tx, viewer, requireUserId(viewer));
    const confirmed = await confirmLoginEmail(tx, me, context.body.code, codes);
    // Thrown after the commit, or the attempt would not count.
    return confirmed instanceof ValidationError
      ? new DeferredResponse(() => Promise.reject(confirmed))
      : viewWithContacts(context, confirmed);
  });
  route(mount, usersContract.readUser, async (context) =>
    viewWithContacts(context, await readAuthorizedUser(context.tx, context.viewer, context.params.id)),
  );
  route(mount, usersContract.updateUser, async (context) => update(context, context.params.id));
  // The answer holds the contacts, which are deleted with the account.
  route(mount, usersContract.deleteUser, async ({ tx, viewer, urls, params }) => {
    const contacts = (await findContactsByUserIds(tx, [params.id])).get(params.id) ?? [];
    return viewUser(tx, viewer, urls, await deleteUser(tx, viewer, params.id), contacts);
  });
}

function mountRoles(mount: MountContext): void {
  route(mount, rolesContract.listRoles, async ({ tx, viewer, urls, query }) => {
    if (!viewer.isSignedIn) throw accessDenied(viewer, 'search', 'roles');
    const { results, total } = await searchRoles(tx, query);
    const roles = results.map((role) => viewRole(viewer, urls, role));
    return listEnvelope(urls, '/roles', query, { results: roles, total });
  });
  route(mount, rolesContract.readRole, async ({ tx, viewer, urls, params }) =>
    viewRole(viewer, urls, await readAuthorizedRole(tx, viewer, params.id)),
  );
  route(mount, rolesContract.createRole, async ({ tx, viewer, urls, body }) =>
    viewRole(viewer, urls, await createRole(tx, viewer, body)),
  );
  route(mount, rolesContract.updateRole, async ({ tx, viewer, urls, params, body }) =>
    viewRole(viewer, urls, await updateRole(tx, viewer, params.id, body)),
  );
  route(mount, rolesContract.deleteRole, async ({ tx, viewer, urls, params }) =>
    viewRole(viewer, urls, await deleteRole(tx, viewer, params.id)),
  );
}

/** Permissions are defined in the contract; the id of a permission is its position there, from 1. */
function mountPermissions(mount: MountContext): void {
  const viewPermission = (urls: UrlBuilder, name: string, index: number) => ({
    id: index + 1,
    url: urls.entity('permission', index + 1),
    name,
    description: null,
    allowed_privileges: ['read' as const, 'search' as const],
  });
  route(mount, rolesContract.listPermissions, async ({ urls, query }) => {
    const all = offeredPermissions.map((name) => viewPermission(urls, name, permissions.indexOf(name)));
    return listEnvelope(urls, '/permissions', query, slicePage(all, query));
  });
  route(mount, rolesContract.readPermission, async ({ urls, params }) => {
    const name = permissions[params.id - 1];
    if (!name) throw notFound('permissions', params.id);
    return viewPermission(urls, name, params.id - 1);
  });
}

/** Mounts all routes of this file. @param maxTokensPerMinute token requests allowed per network address */
export function mountUsersAndRoles(
  mount: MountContext,
  messaging: UserMessaging,
  maxTokensPerMinute: number,
): void {
  mountTokens(mount, maxTokensPerMinute);
  mountUsers(mount, messaging);
  mountRoles(mount);
  mountPermissions(mount);
}
