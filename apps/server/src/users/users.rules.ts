/** Authorization of accounts and roles (API v3 §2.6, §2.8, §9, rulings 34 and 35; docs/decisions/0007). */
import { builtInRoles, type Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

const canManageUsers = (viewer: Viewer) => viewer.can('Manage Users');

/** Whether a role has permissions that the viewer does not have. Never for `user`, which everybody gets by registering. */
export const exceedsViewerPermissions = (
  viewer: Viewer,
  role: { name: string; permissions: readonly string[] },
): boolean =>
  !viewer.isAdmin &&
  role.name !== builtInRoles.member &&
  (role.name === builtInRoles.admin || !viewer.hasAllPermissions(role.permissions));

/** Whether the viewer may assign a role. Nobody can grant permissions that they do not have. */
export const canAssignRole = (
  viewer: Viewer,
  role: { name: string; permissions: readonly string[] },
): boolean => canManageUsers(viewer) && !exceedsViewerPermissions(viewer, role);

/** Whether the viewer may read an account, whether it exists or not. */
export const canReadUser = (viewer: Viewer, id: number): boolean =>
  canManageUsers(viewer) || viewer.id === id;

/** Whether the viewer may delete an account. Nobody can delete their own. */
export const canDeleteUser = (viewer: Viewer, id: number): boolean =>
  canManageUsers(viewer) && viewer.id !== id;

/**
 * The viewer's privileges for an account. Nobody can delete their own.
 * @param exceedingRoles roles with permissions that the viewer does not have. Accounts with them cannot be updated: by
 *   setting a password the viewer would gain these permissions.
 */
export function userPrivileges(
  viewer: Viewer,
  user: { id: number; role: string | null },
  exceedingRoles: ReadonlySet<string>,
): Privilege[] {
  const isOwn = viewer.id === user.id;
  if (canManageUsers(viewer)) {
    const all: Privilege[] = ['read', 'create', 'update', 'delete', 'search', 'read_full', 'register'];
    const exceedsViewer = !isOwn && user.role !== null && exceedingRoles.has(user.role);
    return all.filter(
      (privilege) =>
        !(privilege === 'delete' && (isOwn || exceedsViewer)) && !(privilege === 'update' && exceedsViewer),
    );
  }
  return isOwn ? ['read', 'update', 'read_full', 'register'] : ['register'];
}

/** Whether the viewer may change a user's role: needs Manage Users; nobody can change their own. */
export const canChangeRole = (viewer: Viewer, user: { id: number }): boolean =>
  canManageUsers(viewer) && viewer.id !== user.id;

/** The viewer's privileges for a role. Built-in roles cannot be deleted, that of administrators cannot be changed (spec 3 §5). */
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
