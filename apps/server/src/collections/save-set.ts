/** Creates, updates and deletes collections and saved searches (API v3 §2.2, §2.3). */
import { CollectionChange, CollectionInput } from '@waypost/contract/collections/collections';
import { limits } from '@waypost/contract/common/limits';
import type { z } from 'zod';
import type { Tx } from '../kernel/db/database.ts';
import { lockRow } from '../kernel/db/lock-row.ts';
import { requireFieldSizesWithinLimits } from '../kernel/http/field-sizes.ts';
import { notFound, validationError } from '../kernel/http/problem.ts';
import { requireBelowAccountLimit } from '../kernel/limits/account-limit.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import { accessDenied, requirePrivilege, requireVisible } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { findExistingRoleNames } from '../users/users.public.ts';
import { canFeature, setPrivileges } from './collections.rules.ts';
import {
  countSetsOfUser,
  deleteSetRow,
  findSet,
  insertSet,
  type SetKind,
  type SetRow,
  updateSetRow,
} from './collections.sql.ts';

/** Names of the resources in the API, for messages and paths. */
export const resourceNames = { collection: 'collections', savedsearch: 'savedsearches' } as const;

/** Saved searches have filters, collections none. */
interface FilterInput {
  filter?: Record<string, unknown> | undefined;
}

/**
 * A collection or saved search for which the viewer has a privilege.
 * @throws Problem 404 when the viewer may not read it or it does not exist; 401 or 403 when the viewer may only read it
 */
export async function readAuthorizedSet(
  tx: Tx,
  viewer: Viewer,
  kind: SetKind,
  id: number,
  privilege: 'read' | 'update' | 'delete',
): Promise<SetRow> {
  const set = await findSet(tx, kind, id);
  if (!set) throw notFound(resourceNames[kind], id);
  requireVisible(viewer, setPrivileges(viewer, set), privilege, resourceNames[kind], id);
  return set;
}

/**
 * A collection to which the viewer may add posts. That a number is taken is no secret from accounts, and existing clients expect a
 * refusal (docs/decisions/0048).
 * @throws Problem 404 when it does not exist, and for callers without an account when they may not read it; else 401 or 403
 *   when the viewer may not change it
 */
export async function requireExtensibleCollection(tx: Tx, viewer: Viewer, id: number): Promise<SetRow> {
  if (viewer.id === null) return readAuthorizedSet(tx, viewer, 'collection', id, 'update');
  const set = await findSet(tx, 'collection', id);
  if (!set) throw notFound(resourceNames.collection, id);
  requirePrivilege(viewer, setPrivileges(viewer, set), 'update', resourceNames.collection, id);
  return set;
}

/**
 * The roles that may see it; null and an empty list, which stays one, mean everyone.
 * @param before its current roles: a role that was deleted may stay, or the collection would become visible to everyone
 * @throws ValidationError at `/role` for an unknown role
 */
async function validateRoles(
  tx: Tx,
  kind: SetKind,
  requestedRoles: readonly string[] | null,
  before: readonly string[] | null,
): Promise<string[] | null> {
  if (requestedRoles === null) return null;
  const role = [...new Set(requestedRoles)];
  const existingRoles = await findExistingRoleNames(tx, role);
  const unknown = role.find((name) => !existingRoles.has(name) && !before?.includes(name));
  if (unknown !== undefined) throw validationError(resourceNames[kind], 'role', 'exists', { value: unknown });
  return role;
}

const toJson = (value: object | null) => value && JSON.stringify(value);

/** @throws Problem 401 for visitors, who may create none */
const requireCreatePrivilege = (viewer: Viewer, kind: SetKind): void =>
  requirePrivilege(
    viewer,
    setPrivileges(viewer, { user_id: viewer.id, role: null }),
    'create',
    resourceNames[kind],
  );

/** @throws ValidationError at `/name` */
const requireSetsWithinLimit = (tx: Tx, viewer: Viewer, kind: SetKind): Promise<void> =>
  requireBelowAccountLimit(
    tx,
    viewer.id,
    { resource: resourceNames[kind], field: 'name', max: limits.setsPerAccount, rule: 'limitSets' },
    (id) => countSetsOfUser(tx, kind, id),
  );

/** Creates a collection or saved search of the viewer. @param input checked after the viewer's rights */
export async function createSet(
  tx: Tx,
  viewer: Viewer,
  kind: SetKind,
  input: z.output<typeof CollectionInput> & FilterInput,
): Promise<SetRow> {
  const resource = resourceNames[kind];
  requireCreatePrivilege(viewer, kind);
  if (input.featured && !canFeature(viewer)) throw accessDenied(viewer, 'create', resource);
  requireFieldSizesWithinLimits(resource, CollectionInput, input);
  await requireSetsWithinLimit(tx, viewer, kind);
  const row = {
    kind,
    user_id: viewer.id,
    name: input.name,
    description: input.description ?? null,
    view: input.view,
    view_options: toJson(input.view_options ?? null),
    role: await validateRoles(tx, kind, input.role ?? null, null),
    featured: input.featured,
    filter: toJson(input.filter ?? null),
    updated: null,
  };
  const id = await insertSet(tx, row);
  return readAuthorizedSet(tx, viewer, kind, id, 'read');
}

/** Updates the fields that are present. @param change checked after the viewer's rights */
export async function updateSet(
  tx: Tx,
  viewer: Viewer,
  kind: SetKind,
  id: number,
  change: z.output<typeof CollectionChange> & FilterInput,
): Promise<SetRow> {
  await lockRow(tx, 'sets', id);
  const before = await readAuthorizedSet(tx, viewer, kind, id, 'update');
  if (change.featured !== undefined && change.featured !== before.featured && !canFeature(viewer))
    throw accessDenied(viewer, 'update', resourceNames[kind], id);
  requireFieldSizesWithinLimits(resourceNames[kind], CollectionChange, change, { ...before });
  const { role, view_options, filter, ...rest } = change;
  await updateSetRow(tx, id, {
    ...omitUndefined(rest),
    ...(role === undefined ? {} : { role: await validateRoles(tx, kind, role, before.role) }),
    ...(view_options === undefined ? {} : { view_options: toJson(view_options) }),
    ...(filter === undefined ? {} : { filter: toJson(filter) }),
  });
  return readAuthorizedSet(tx, viewer, kind, id, 'update');
}

/** Deletes a collection or saved search. @returns the deleted row */
export async function deleteSet(tx: Tx, viewer: Viewer, kind: SetKind, id: number): Promise<SetRow> {
  await lockRow(tx, 'sets', id);
  const set = await readAuthorizedSet(tx, viewer, kind, id, 'delete');
  await deleteSetRow(tx, id);
  return set;
}
