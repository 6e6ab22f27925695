/** What a viewer may do with media (API v3 §2.12, ruling 18). */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

/**
 * What the viewer may do with a picture. A visitor's upload has no owner: only Manage Posts may change it.
 * @param isShown whether the viewer may read a post that shows it; true also for the uploader in response to the upload
 */
export function mediaPrivileges(
  viewer: Viewer,
  media: { user_id: number | null },
  isShown: boolean,
): Privilege[] {
  const isOwner = viewer.id !== null && viewer.id === media.user_id;
  return isOwner || viewer.can('Manage Posts')
    ? ['read', 'create', 'update', 'delete', 'search']
    : isShown
      ? ['read', 'create', 'search']
      : ['create', 'search'];
}
