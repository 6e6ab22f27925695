/**
 * Authorization of contacts: only the owner and administrators (API v3 §2.9, §9, ruling 17), these unless personal data is withheld from
 * the response (docs/decisions/0073).
 */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

/** The viewer's privileges for a contact. */
export function contactPrivileges(viewer: Viewer, contact: { user_id: number | null }): Privilege[] {
  if (!viewer.isSignedIn) return [];
  const isOwn = contact.user_id === viewer.id;
  return isOwn || (viewer.isAdmin && viewer.seesPersonalData)
    ? ['read', 'create', 'update', 'delete', 'search']
    : ['search'];
}
