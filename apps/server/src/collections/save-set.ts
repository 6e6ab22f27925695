/** Making, changing and deleting collections and saved searches (wire 2.2, 2.3). */
import type { CollectionChange, CollectionInput } from '@waypost/contract/collections';
import type { z } from 'zod';
import type { Tx } from '../kernel/db.ts';
import { defined } from '../kernel/defined.ts';
import { fault, notFound, translating } from '../kernel/problem.ts';
import { refused, require, requireVisible } from '../kernel/refuse.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { knownRoles } from '../people/people.public.ts';
import { mayFeature, setPrivileges } from './collections.rules.ts';
import {
  deleteSetRow,
  findSet,
  insertSet,
  type SetKind,
  type SetRow,
  updateSetRow,
} from './collections.sql.ts';

/** The wire's names of the two, for messages and addresses. */
export const resourceOf = { collection: 'collections', savedsearch: 'savedsearches' } as const;

/** Filters of posts; collections have none. */
type Filter = Record<string, unknown>;

/**
 * One that the viewer may do something with.
 * @throws 404 when there is none of that kind that the viewer may read; 401 or 403 when the viewer may read it and do no more
 */
export async function setFor(
  tx: Tx,
  viewer: Viewer,
  kind: SetKind,
  id: number,
  privilege: 'read' | 'update' | 'delete',
): Promise<SetRow> {
  const set = await findSet(tx, kind, id);
  if (!set) throw notFound(resourceOf[kind], id);
  requireVisible(viewer, setPrivileges(viewer, set), privilege, resourceOf[kind], id);
  return set;
}

/**
 * The roles that it is for; null is everyone.
 * @param before roles it has: one that is gone since may stay, or the collection would open to everyone
 * @throws Faults at `/role`
 */
async function rolesFor(
  tx: Tx,
  kind: SetKind,
  asked: readonly string[] | null,
  before: readonly string[] | null,
): Promise<string[] | null> {
  const role = [...new Set(asked ?? [])];
  const known = await knownRoles(tx, role);
  const unknown = role.find((name) => !known.has(name) && !before?.includes(name));
  if (unknown !== undefined) throw fault(resourceOf[kind], 'role', 'exists', { value: unknown });
  return role.length === 0 ? null : role;
}

/** Whoever is deleted while they save something has nothing to own. */
const promises = (kind: SetKind) => ({
  sets_user_id_fkey: () => fault(resourceOf[kind], 'user', 'exists', { value: '' }),
});

const asJson = (value: object | null) => value && JSON.stringify(value);

/** @throws 401 or 403 for whoever may make none */
export const requireCreate = (viewer: Viewer, kind: SetKind): void =>
  require(viewer, setPrivileges(viewer, { user_id: viewer.id, role: null }), 'create', resourceOf[kind]);

export async function createSet(
  tx: Tx,
  viewer: Viewer,
  kind: SetKind,
  input: z.output<typeof CollectionInput>,
  filter: Filter | null = null,
): Promise<SetRow> {
  const resource = resourceOf[kind];
  requireCreate(viewer, kind);
  if (input.featured && !mayFeature(viewer)) throw refused(viewer, 'create', resource);
  const row = {
    kind,
    user_id: viewer.id,
    name: input.name,
    description: input.description ?? null,
    view: input.view,
    view_options: asJson(input.view_options ?? null),
    role: await rolesFor(tx, kind, input.role ?? null, null),
    featured: input.featured,
    filter: asJson(filter),
    updated: null,
  };
  const id = await translating(promises(kind), () => insertSet(tx, row));
  return setFor(tx, viewer, kind, id, 'read');
}

/** Changes what is given. */
export async function updateSet(
  tx: Tx,
  viewer: Viewer,
  kind: SetKind,
  id: number,
  change: z.output<typeof CollectionChange>,
  filter?: Filter,
): Promise<SetRow> {
  const before = await setFor(tx, viewer, kind, id, 'update');
  const { featured = before.featured, role, view_options, ...rest } = change;
  if (featured !== before.featured && !mayFeature(viewer))
    throw refused(viewer, 'update', resourceOf[kind], id);
  await updateSetRow(tx, id, {
    ...defined(rest),
    featured,
    ...(role === undefined ? {} : { role: await rolesFor(tx, kind, role, before.role) }),
    ...(view_options === undefined ? {} : { view_options: asJson(view_options) }),
    ...(filter === undefined ? {} : { filter: asJson(filter) }),
  });
  return setFor(tx, viewer, kind, id, 'update');
}

/** @returns it as it was */
export async function deleteSet(tx: Tx, viewer: Viewer, kind: SetKind, id: number): Promise<SetRow> {
  const set = await setFor(tx, viewer, kind, id, 'delete');
  await deleteSetRow(tx, id);
  return set;
}
