/** What a category must be to fit among the others: two levels, and a child for whom its parent is (API v3 §2.5, spec 3 §4). */
import type { Tx } from '../kernel/db/database.ts';
import { validationError } from '../kernel/http/problem.ts';
import { knownRoles } from '../users/users.public.ts';
import { type CategoryRow, findCategory } from './categories.sql.ts';

/** No role is every role: the wire has both null and an empty list for it. */
export const rolesOrNull = (roles: readonly string[] | null): string[] | null =>
  roles === null || roles.length === 0 ? null : [...new Set(roles)];

const hasSameRoles = (one: readonly string[] | null, other: readonly string[] | null) =>
  [...(one ?? [])].sort().join('\n') === [...(other ?? [])].sort().join('\n');

/**
 * The category to stand below.
 * @param child the category that is to move there; undefined for a new one
 * @throws ValidationError at `/parent_id`
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
 * The roles that a category is for.
 * @param requestedRoles undefined when the caller left them out
 * @param parent what it stands below, if anything: it is for the same roles
 * @param before roles it has: one that is gone since may stay, or the category would open to everyone
 * @throws ValidationError at `/role`
 */
export async function resolveRoles(
  tx: Tx,
  requestedRoles: readonly string[] | null | undefined,
  parent: CategoryRow | undefined,
  before: readonly string[] | null = null,
): Promise<string[] | null> {
  const role = rolesOrNull(requestedRoles ?? null);
  const known = await knownRoles(tx, role ?? []);
  const unknown = role?.find((name) => !known.has(name) && !before?.includes(name));
  if (unknown !== undefined) throw validationError('tags', 'role', 'exists', { value: unknown });
  if (!parent) return role;
  if (requestedRoles !== undefined && !hasSameRoles(role, parent.role))
    throw validationError('tags', 'role', 'sameRoleAsParent');
  return parent.role;
}
