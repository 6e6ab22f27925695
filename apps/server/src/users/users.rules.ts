/** Who may do what to accounts and roles (wire 2.6, 2.8, rulings 34 and 35; docs/decisions/0007). */
import { builtInRoles, type Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

const canManageUsers = (viewer: Viewer) => viewer.can('Manage Users');

/** Whether a role holds rights that the viewer does not hold. The members' never does: whoever registers has it. */
export const exceedsViewerPermissions = (
  viewer: Viewer,
  role: { name: string; permissions: readonly string[] },
): boolean =>
  !viewer.isAdmin &&
  role.name !== builtInRoles.member &&
  (role.name === builtInRoles.admin || !viewer.hasAllPermissions(role.permissions));

/** Whether the viewer may make somebody this. Nobody gives rights that they do not hold. */
export const canAssignRole = (
  viewer: Viewer,
  role: { name: string; permissions: readonly string[] },
): boolean => canManageUsers(viewer) && !exceedsViewerPermissions(viewer, role);

/** Whether the viewer may read an account. It says the same of accounts that do not exist. */
export const canReadUser = (viewer: Viewer, id: number): boolean =>
  canManageUsers(viewer) || viewer.id === id;

/** Nobody deletes their own account. */
export const canDeleteUser = (viewer: Viewer, id: number): boolean =>
  canManageUsers(viewer) && viewer.id !== id;

/**
 * What the viewer may do with an account. Nobody deletes their own.
 * @param exceedingRoles the roles that hold rights which the viewer does not hold: whoever sets a password has what it opens
 */
export function userPrivileges(
  viewer: Viewer,
  user: { id: number; role: string | null },
  exceedingRoles: ReadonlySet<string>,
): Privilege[] {
  const isOwn = viewer.id === user.id;
  if (canManageUsers(viewer)) {
    const all: Privilege[] = ['read', 'create', 'update', 'delete', 'search', 'read_full', 'register'];
    const isStronger = !isOwn && user.role !== null && exceedingRoles.has(user.role);
    return all.filter(
      (privilege) =>
        !(privilege === 'delete' && (isOwn || isStronger)) && !(privilege === 'update' && isStronger),
    );
  }
  return isOwn ? ['read', 'update', 'read_full', 'register'] : ['register'];
}

/** Nobody changes their own role, and only those who manage people change anybody's. */
export const canChangeRole = (viewer: Viewer, user: { id: number }): boolean =>
  canManageUsers(viewer) && viewer.id !== user.id;

/** What the viewer may do with a role. Built-in roles stay, and the administrators' is not changed at all (spec 3 §5). */
export function rolePrivileges(viewer: Viewer, role: { name: string; protected: boolean }): Privilege[] {
  if (!viewer.isSignedIn) return [];
  if (!viewer.isAdmin) return ['read', 'search'];
  const all: Privilege[] = ['read', 'create', 'update', 'delete', 'search'];
  return all.filter(
    (privilege) =>
      !(privilege === 'delete' && role.protected) &&
      !(privilege === 'update' && role.name === builtInRoles.admin),
  );
}
