/** Authorization of collections and saved searches (API v3 §2.2, §2.3, §9, rulings 39 and 54). */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

/** The fields of a collection or saved search that decide who may see and change it. */
export interface SetAccess {
  user_id: number | null;
  /** Names of roles; null and empty mean everyone. */
  role: readonly string[] | null;
}

const canManageSets = (viewer: Viewer) => viewer.can('Manage Collections and Saved Searches');

const isOwner = (viewer: Viewer, set: SetAccess) => viewer.id !== null && viewer.id === set.user_id;

/** The same rule as `visibleSets` of the posts, for a row that has been read. */
const canReadSet = (viewer: Viewer, set: SetAccess) =>
  canManageSets(viewer) ||
  isOwner(viewer, set) ||
  set.role === null ||
  set.role.length === 0 ||
  (viewer.role !== null && set.role.includes(viewer.role));

/** The viewer's privileges for a collection or saved search. */
export function setPrivileges(viewer: Viewer, set: SetAccess): Privilege[] {
  const canEdit = canManageSets(viewer) || isOwner(viewer, set);
  const decisions: [Privilege, boolean][] = [
    ['read', canReadSet(viewer, set)],
    ['create', viewer.isSignedIn],
    ['update', canEdit],
    ['delete', canEdit],
    ['search', true],
  ];
  return decisions.filter(([, isGranted]) => isGranted).map(([privilege]) => privilege);
}

/** Whether the viewer may mark collections and saved searches as featured, which lists them first for everybody. */
export const canFeature = (viewer: Viewer): boolean =>
  viewer.can('Manage Posts', 'Manage Collections and Saved Searches');

/** The owner that a collection must have for the viewer to edit it; null when the viewer may edit all. */
export const requiredOwner = (viewer: Viewer): { user_id: number | null } | null =>
  canManageSets(viewer) ? null : { user_id: viewer.id };
