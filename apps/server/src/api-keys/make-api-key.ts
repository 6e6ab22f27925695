/** Making, renewing and revoking API keys (wire 2.20). The log of changes tells of each, never the key. */
import { randomUUID } from 'node:crypto';
import { recordChange } from '../audit/audit.public.ts';
import type { Tx } from '../kernel/db.ts';
import { notFound } from '../kernel/problem.ts';
import { require } from '../kernel/refuse.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { hashOf } from '../people/people.public.ts';
import { apiKeyPrivileges } from './api-keys.rules.ts';
import {
  type ApiKeyRow,
  deleteApiKeyRow,
  findApiKey,
  insertApiKey,
  replaceApiKey,
  touchApiKey,
} from './api-keys.sql.ts';

const resource = 'apikeys';

/** A key with what is kept of it. */
interface Made {
  key: string;
  row: ApiKeyRow;
}

/** 122 bits of chance, in the form that the wire knows. */
function newKey() {
  const key = randomUUID();
  return { key, secret: { hash: hashOf(key), ending: key.slice(-4) } };
}

/** @throws 401 or 403 before 404 */
export async function apiKeyFor(
  tx: Tx,
  viewer: Viewer,
  id: number,
  privilege: 'read' | 'update' | 'delete',
): Promise<ApiKeyRow> {
  require(viewer, apiKeyPrivileges(viewer), privilege, resource, id);
  const row = await findApiKey(tx, id);
  if (!row) throw notFound(resource, id);
  return row;
}

export async function createApiKey(tx: Tx, viewer: Viewer): Promise<Made> {
  require(viewer, apiKeyPrivileges(viewer), 'create', resource);
  const { key, secret } = newKey();
  const row = await insertApiKey(tx, secret);
  await recordChange(tx, viewer, { action: 'create', subject: 'apikeys', id: row.id });
  return { key, row };
}

/** The old key opens nothing from here on. */
export async function renewApiKey(tx: Tx, viewer: Viewer, id: number): Promise<Made> {
  await apiKeyFor(tx, viewer, id, 'update');
  const { key, secret } = newKey();
  const row = await replaceApiKey(tx, id, secret);
  await recordChange(tx, viewer, { action: 'update', subject: 'apikeys', id });
  return { key, row };
}

export async function revokeApiKey(tx: Tx, viewer: Viewer, id: number): Promise<ApiKeyRow> {
  const row = await apiKeyFor(tx, viewer, id, 'delete');
  await deleteApiKeyRow(tx, id);
  await recordChange(tx, viewer, { action: 'delete', subject: 'apikeys', id });
  return row;
}

/** Whether a key is known; if it is, that it was used is noted. */
export const takeApiKey = (tx: Tx, key: string): Promise<boolean> => touchApiKey(tx, hashOf(key));
