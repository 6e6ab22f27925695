/** The addresses of accounts, roles, permissions and tokens. */
import { tokenErrors } from '@waypost/contract/oauth';
import { permissions } from '@waypost/contract/privileges';
import * as rolesContract from '@waypost/contract/roles';
import * as usersContract from '@waypost/contract/users';
import { type ConfirmationCodes, contactsOf } from '../contacts/contacts.public.ts';
import type { Tx } from '../kernel/db.ts';
import { sliceOf } from '../kernel/paging.ts';
import { Faults, notFound } from '../kernel/problem.ts';
import { refused } from '../kernel/refuse.ts';
import { type Asked, Later, type Mount, route } from '../kernel/route.ts';
import { callerOf } from '../kernel/throttle.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { type Addresses, listEnvelope } from '../kernel/wire.ts';
import type { Outbox } from '../mail/mail.public.ts';
import { confirmMyEmail, sendMyCode } from './confirm-email.ts';
import { searchRoles, searchUsers, type UserRow } from './people.sql.ts';
import { viewRole, viewUser, viewUsers } from './people.view.ts';
import { inviteUser } from './reset-password.ts';
import { createRole, deleteRole, readableRole, updateRole } from './save-role.ts';
import { createUser, deleteUser, readableUser, updateUser } from './save-user.ts';
import { viewSession } from './sessions.view.ts';
import { signIn } from './sign-in.ts';
import { sweep, sweepSometimes } from './sweep.ts';

/** What people are written to by. */
interface Senders {
  /** Takes invitations. */
  outbox: Outbox;
  codes: ConfirmationCodes;
}

/** A visitor has no account: not there, rather than forbidden (ruling 50). */
function ownId(viewer: Viewer): number {
  if (viewer.id === null) throw notFound('users', 'me');
  return viewer.id;
}

/** @param tokensAMinute for one address, visitors' tokens too; kept in memory, since it only bounds the work */
function mountTokens({ app, db }: Mount, tokensAMinute: number): void {
  const rateLimit = { max: tokensAMinute, timeWindow: '1 minute' };
  app.addHook('onReady', () => sweep(db));
  app.post('/oauth/token', { config: { rateLimit } }, async (request, reply) => {
    const outcome = await signIn(db, request.body, callerOf(request.ip), request.headers['user-agent']);
    await sweepSometimes(db);
    reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
    if (!('refused' in outcome)) return outcome;
    const { status, message } = tokenErrors[outcome.refused];
    if (outcome.refused === 'invalid_client') reply.header('www-authenticate', 'Basic realm="OAuth"');
    const error = outcome.refused === 'invalid_refresh_token' ? 'invalid_request' : outcome.refused;
    const { hint, retryAfter } = outcome;
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    return reply.code(status).send({
      error,
      message,
      ...(hint ? { hint } : {}),
      ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
    });
  });
}

function mountUsers(mount: Mount, { outbox, codes }: Senders): void {
  route(mount, usersContract.listUsers, async ({ tx, viewer, addresses, query }) => {
    const { results, total } = await searchUsers(tx, query);
    const people = await viewUsers(tx, viewer, addresses, results);
    return listEnvelope(addresses, '/users', query, { results: people, total });
  });
  route(mount, usersContract.createUser, async ({ tx, viewer, addresses, body }) => {
    const user = await createUser(tx, viewer, body);
    if (body.invite) {
      await inviteUser(tx, outbox, mount.publicUrl, user);
    }
    return viewUser(tx, viewer, addresses, user, []);
  });
  const one = async (
    { tx, viewer, addresses }: { tx: Tx; viewer: Viewer; addresses: Addresses },
    user: UserRow,
  ) => viewUser(tx, viewer, addresses, user);
  route(mount, usersContract.readMe, async (asked) =>
    one(asked, await readableUser(asked.tx, asked.viewer, ownId(asked.viewer))),
  );
  const update = async (asked: Asked<typeof usersContract.updateMe>, id: number) => {
    const { tx, viewer, body, outcome } = asked;
    const { user, ended } = await updateUser(tx, viewer, id, body, { db: mount.db, outcome });
    const view = await one(asked, user);
    const isOwnPassword = viewer.id === id && body.password !== undefined;
    return isOwnPassword
      ? { ...view, ended_sessions: ended.map((session) => viewSession(viewer, session)) }
      : view;
  };
  route(mount, usersContract.updateMe, async (asked) => update(asked, ownId(asked.viewer)));
  route(mount, usersContract.sendMyCode, async ({ tx, viewer }) =>
    sendMyCode(tx, await readableUser(tx, viewer, ownId(viewer)), codes),
  );
  route(mount, usersContract.confirmMyEmail, async (asked) => {
    const { tx, viewer } = asked;
    const me = await readableUser(tx, viewer, ownId(viewer));
    const confirmed = await confirmMyEmail(tx, me, asked.body.code, codes);
    // Thrown after the commit, or the try would not count.
    return confirmed instanceof Faults ? new Later(() => Promise.reject(confirmed)) : one(asked, confirmed);
  });
  route(mount, usersContract.readUser, async (asked) =>
    one(asked, await readableUser(asked.tx, asked.viewer, asked.params.id)),
  );
  route(mount, usersContract.updateUser, async (asked) => update(asked, asked.params.id));
  // As it was before: its contacts go with it.
  route(mount, usersContract.deleteUser, async ({ tx, viewer, addresses, params }) => {
    const contacts = (await contactsOf(tx, [params.id])).get(params.id) ?? [];
    return viewUser(tx, viewer, addresses, await deleteUser(tx, viewer, params.id), contacts);
  });
}

function mountRoles(mount: Mount): void {
  route(mount, rolesContract.listRoles, async ({ tx, viewer, addresses, query }) => {
    if (!viewer.isSignedIn) throw refused(viewer, 'search', 'roles');
    const { results, total } = await searchRoles(tx, query);
    const roles = results.map((role) => viewRole(viewer, addresses, role));
    return listEnvelope(addresses, '/roles', query, { results: roles, total });
  });
  route(mount, rolesContract.readRole, async ({ tx, viewer, addresses, params }) =>
    viewRole(viewer, addresses, await readableRole(tx, viewer, params.id)),
  );
  route(mount, rolesContract.createRole, async ({ tx, viewer, addresses, body }) =>
    viewRole(viewer, addresses, await createRole(tx, viewer, body)),
  );
  route(mount, rolesContract.updateRole, async ({ tx, viewer, addresses, params, body }) =>
    viewRole(viewer, addresses, await updateRole(tx, viewer, params.id, body)),
  );
  route(mount, rolesContract.deleteRole, async ({ tx, viewer, addresses, params }) =>
    viewRole(viewer, addresses, await deleteRole(tx, viewer, params.id)),
  );
}

/** Permissions are words of the contract; their numbers are their places in it. */
function mountPermissions(mount: Mount): void {
  const viewPermission = (addresses: Addresses, name: string, index: number) => ({
    id: index + 1,
    url: addresses.entity('permission', index + 1),
    name,
    description: null,
    allowed_privileges: ['read' as const, 'search' as const],
  });
  route(mount, rolesContract.listPermissions, async ({ addresses, query }) => {
    const all = permissions.map((name, index) => viewPermission(addresses, name, index));
    return listEnvelope(addresses, '/permissions', query, sliceOf(all, query));
  });
  route(mount, rolesContract.readPermission, async ({ addresses, params }) => {
    const name = permissions[params.id - 1];
    if (!name) throw notFound('permissions', params.id);
    return viewPermission(addresses, name, params.id - 1);
  });
}

/** @param tokensAMinute tokens that one address may ask for */
export function mountPeople(mount: Mount, senders: Senders, tokensAMinute: number): void {
  mountTokens(mount, tokensAMinute);
  mountUsers(mount, senders);
  mountRoles(mount);
  mountPermissions(mount);
}
