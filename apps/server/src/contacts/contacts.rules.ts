/** Who may do what to a contact: its owner and administrators (wire 2.9, ruling 17). */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

export function contactPrivileges(viewer: Viewer, contact: { user_id: number | null }): Privilege[] {
  if (!viewer.isSignedIn) return [];
  const isOwn = contact.user_id === viewer.id;
  return isOwn || viewer.isAdmin ? ['read', 'create', 'update', 'delete', 'search'] : ['search'];
}
