/** HTTP routes of the viewer's own sessions: list, sign out, sign out everywhere. */
import { createHmac } from 'node:crypto';
import { endMySession, endMySessions, listMySessions, readDeviceKey } from '@waypost/contract/users/sessions';
import { recordChange } from '../../audit/audit.public.ts';
import { inTransaction, type Tx } from '../../kernel/db/database.ts';
import { notFound, Problem } from '../../kernel/http/problem.ts';
import { type MountContext, route } from '../../kernel/http/route.ts';
import { readBearerToken } from '../../kernel/security/bearer-token.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { readSigningKey } from '../../settings/settings.public.ts';
import { deleteLoginDeviceOfSession, deleteLoginDevices } from '../authentication/login-devices.sql.ts';
import {
  deleteSession,
  deleteSessions,
  deleteTokenAndSession,
  findSessions,
} from '../authentication/tokens.sql.ts';
import { hashSecret } from '../authentication/tokens.ts';
import { viewSession } from './sessions.view.ts';

async function listSessionsOf(tx: Tx, viewer: Viewer) {
  if (viewer.id === null) throw notFound('users', 'me');
  const results = (await findSessions(tx, viewer.id)).map((row) => viewSession(viewer, row));
  return { userId: viewer.id, list: { count: results.length, results } };
}

/** A key for data stored on the user's devices, derived from the deployment's secret. Clients delete it on logout. */
async function deriveDeviceKey(tx: Tx, userId: number): Promise<string> {
  const secret = await readSigningKey(tx);
  return createHmac('sha256', secret).update(`device key of ${userId}`).digest('base64');
}

/** Mounts the routes of sessions and token revocation. */
export function mountSessions(mount: MountContext): void {
  route(mount, listMySessions, async ({ tx, viewer }) => (await listSessionsOf(tx, viewer)).list);
  route(mount, readDeviceKey, async ({ tx, viewer }) => {
    if (viewer.id === null) throw notFound('users', 'me');
    return { key: await deriveDeviceKey(tx, viewer.id) };
  });
  route(mount, endMySessions, async ({ tx, viewer }) => {
    const { userId, list } = await listSessionsOf(tx, viewer);
    await deleteSessions(tx, userId);
    await deleteLoginDevices(tx, userId);
    const details = { changed: ['sessions'] };
    await recordChange(tx, viewer, { action: 'update', subject: 'users', id: userId, details });
    return list;
  });
  route(mount, endMySession, async ({ tx, viewer, params }) => {
    const { userId, list } = await listSessionsOf(tx, viewer);
    const ended = list.results.find((session) => session.id === params.id);
    if (!ended) throw notFound('sessions', params.id);
    // The session may belong to somebody who guessed the password: the device counts as unknown again.
    await deleteLoginDeviceOfSession(tx, userId, params.id);
    await deleteSession(tx, userId, params.id);
    return ended;
  });
  // Outside the base path of the API, like `POST /oauth/token`. An unknown token counts as revoked.
  mount.app.delete('/oauth/token', async (request, reply) => {
    const token = readBearerToken(request);
    if (token === undefined) throw new Problem('request.no-token');
    await inTransaction(mount.db, 'writes', (tx) => deleteTokenAndSession(tx, hashSecret(token)));
    // The browser's cache holds private pictures, which client scripts cannot delete.
    return reply.code(204).header('clear-site-data', '"cache"').send();
  });
}
