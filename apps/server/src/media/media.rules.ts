/** Who may do what to pictures (wire 2.12, ruling 18). */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

/**
 * What the viewer may do with a picture. A visitor's upload belongs to nobody: only Manage Posts changes it.
 * @param isShown whether a post that the viewer may read shows it; true also for who just sent it
 */
export function mediaPrivileges(
  viewer: Viewer,
  media: { user_id: number | null },
  isShown: boolean,
): Privilege[] {
  const own = viewer.id !== null && viewer.id === media.user_id;
  return own || viewer.can('Manage Posts')
    ? ['read', 'create', 'update', 'delete', 'search']
    : isShown
      ? ['read', 'create', 'search']
      : ['create', 'search'];
}
