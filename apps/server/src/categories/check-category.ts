/** Validation of categories: two levels, and children have the roles of their parent (API v3 §2.5, spec 3 §4). */
import type { Tx } from '../kernel/db/database.ts';
import { validationError } from '../kernel/http/problem.ts';
import { findExistingRoleNames } from '../users/users.public.ts';
import { type CategoryRow, findCategory } from './categories.sql.ts';

const hasSameRoles = (a: readonly string[] | null, b: readonly string[] | null) =>
  [...(a ?? [])].sort().join('\n') === [...(b ?? [])].sort().join('\n');

/**
 * The category that is to become a parent.
 * @param child the category that moves below it; undefined for a new one
 * @throws ValidationError at `/parent_id` when it does not exist, or there would be more than two levels
 */
export async function requireParent(tx: Tx, id: number, child?: CategoryRow): Promise<CategoryRow> {
  const parent = await findCategory(tx, id);
  if (!parent) throw validationError('tags', 'parent_id', 'exists', { value: id });
  if (parent.parent_id !== null || parent.id === child?.id)
    throw validationError('tags', 'parent_id', 'parentIsChild');
  if (child && child.children.length > 0) throw validationError('tags', 'parent_id', 'parentHasChildren');
  return parent;
}

/**
 * The roles that may see a category, without duplicates. An empty list and null both mean everyone, and are kept apart for clients.
 * @param requestedRoles undefined when the request does not contain them
 * @param parent its parent, if any: a child has the same roles
 * @param before its current roles: a role that was deleted may stay, or the category would become visible to everyone
 * @throws ValidationError at `/role` for an unknown role, and for roles that differ from the parent's
 */
export async function resolveRoles(
  tx: Tx,
  requestedRoles: readonly string[] | null | undefined,
  parent: CategoryRow | undefined,
  before: readonly string[] | null = null,
): Promise<string[] | null> {
  const role = requestedRoles ? [...new Set(requestedRoles)] : null;
  const existingRoles = await findExistingRoleNames(tx, role ?? []);
  const unknown = role?.find((name) => !existingRoles.has(name) && !before?.includes(name));
  if (unknown !== undefined) throw validationError('tags', 'role', 'exists', { value: unknown });
  if (!parent) return role;
  if (requestedRoles !== undefined && !hasSameRoles(role, parent.role))
    throw validationError('tags', 'role', 'sameRoleAsParent');
  return parent.role;
}
