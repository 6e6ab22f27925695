/** Authorization of map archives: who manages settings may do everything, everybody else reads the active ones. */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

/** Whether the viewer may change archives, and see those that are not on the map. */
export const canManageArchives = (viewer: Viewer): boolean => viewer.can('Manage Settings');

/** The viewer's privileges for an archive. */
export function mapArchivePrivileges(
  viewer: Viewer,
  archive: { active: boolean; state: string },
): Privilege[] {
  if (canManageArchives(viewer)) return ['read', 'create', 'update', 'delete', 'search'];
  return archive.active && archive.state === 'ready' ? ['read'] : [];
}
