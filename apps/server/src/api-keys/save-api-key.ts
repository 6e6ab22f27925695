/** Creates, renews and revokes API keys (API v3 §2.20). All are recorded in the audit log, without the key. */
import { randomUUID } from 'node:crypto';
import { recordChange } from '../audit/audit.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { notFound } from '../kernel/http/problem.ts';
import { requirePrivilege } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { hashSecret } from '../users/users.public.ts';
import { apiKeyPrivileges } from './api-keys.rules.ts';
import {
  type ApiKeyRow,
  deleteApiKeyRow,
  findApiKey,
  insertApiKey,
  markApiKeyUsed,
  replaceApiKey,
} from './api-keys.sql.ts';

const resource = 'apikeys';

/** A new key with its row. */
interface CreatedApiKey {
  key: string;
  row: ApiKeyRow;
}

/** A key of 122 random bits in the format of API v3, a UUID. */
function generateApiKey() {
  const key = randomUUID();
  return { key, secret: { hash: hashSecret(key), last_characters: key.slice(-4) } };
}

/** An API key for which the viewer has a privilege. @throws Problem 401 or 403 before 404 */
export async function readAuthorizedApiKey(
  tx: Tx,
  viewer: Viewer,
  id: number,
  privilege: 'read' | 'update' | 'delete',
): Promise<ApiKeyRow> {
  requirePrivilege(viewer, apiKeyPrivileges(viewer), privilege, resource, id);
  const row = await findApiKey(tx, id);
  if (!row) throw notFound(resource, id);
  return row;
}

/** Creates an API key. */
export async function createApiKey(tx: Tx, viewer: Viewer): Promise<CreatedApiKey> {
  requirePrivilege(viewer, apiKeyPrivileges(viewer), 'create', resource);
  const { key, secret } = generateApiKey();
  const row = await insertApiKey(tx, secret);
  await recordChange(tx, viewer, { action: 'create', subject: 'apikeys', id: row.id });
  return { key, row };
}

/** Replaces an API key by a new one. The old key is invalid from then on. */
export async function renewApiKey(tx: Tx, viewer: Viewer, id: number): Promise<CreatedApiKey> {
  await readAuthorizedApiKey(tx, viewer, id, 'update');
  const { key, secret } = generateApiKey();
  const row = await replaceApiKey(tx, id, secret);
  await recordChange(tx, viewer, { action: 'update', subject: 'apikeys', id });
  return { key, row };
}

/** Deletes an API key, which is invalid from then on. */
export async function revokeApiKey(tx: Tx, viewer: Viewer, id: number): Promise<ApiKeyRow> {
  const row = await readAuthorizedApiKey(tx, viewer, id, 'delete');
  await deleteApiKeyRow(tx, id);
  await recordChange(tx, viewer, { action: 'delete', subject: 'apikeys', id });
  return row;
}

/** Whether a key exists. Records its use. */
export const verifyApiKey = (tx: Tx, key: string): Promise<boolean> => markApiKeyUsed(tx, hashSecret(key));
