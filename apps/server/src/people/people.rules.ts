/** Who may do what to accounts and roles (wire 2.6, 2.8, rulings 34 and 35). */
import { builtInRoles, type Privilege } from '@waypost/contract/privileges';
import type { Viewer } from '../kernel/viewer.ts';

const manages = (viewer: Viewer) => viewer.may('Manage Users');

/** What the viewer may do with an account. Nobody deletes their own. */
export function userPrivileges(viewer: Viewer, user: { id: number }): Privilege[] {
  const own = viewer.id === user.id;
  if (manages(viewer)) {
    const all: Privilege[] = ['read', 'create', 'update', 'delete', 'search', 'read_full', 'register'];
    return own ? all.filter((privilege) => privilege !== 'delete') : all;
  }
  return own ? ['read', 'update', 'read_full', 'register'] : ['register'];
}

/** Nobody changes their own role, and only those who manage people change anybody's. */
export const mayChangeRole = (viewer: Viewer, user: { id: number }): boolean =>
  manages(viewer) && viewer.id !== user.id;

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
