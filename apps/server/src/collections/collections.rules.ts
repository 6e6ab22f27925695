/** Who may do what to collections and saved searches (API v3 §2.2, §2.3, §9 rulings 39 and 54). */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

/** What of a collection or saved search decides who may see and change it. */
export interface SetAccess {
  user_id: number | null;
  /** Role names; null and empty mean everyone. */
  role: readonly string[] | null;
}

const canManageSets = (viewer: Viewer) => viewer.can('Manage Collections and Saved Searches');

const isOwner = (viewer: Viewer, set: SetAccess) => viewer.id !== null && viewer.id === set.user_id;

/** The same decision as `isSetVisibleTo` in `posts.sql.ts`, for one at hand. */
const canReadSet = (viewer: Viewer, set: SetAccess) =>
  canManageSets(viewer) ||
  isOwner(viewer, set) ||
  set.role === null ||
  set.role.length === 0 ||
  (viewer.role !== null && set.role.includes(viewer.role));

export function setPrivileges(viewer: Viewer, set: SetAccess): Privilege[] {
  const mayChange = canManageSets(viewer) || isOwner(viewer, set);
  const decided: [Privilege, boolean][] = [
    ['read', canReadSet(viewer, set)],
    ['create', viewer.isSignedIn],
    ['update', mayChange],
    ['delete', mayChange],
    ['search', true],
  ];
  return decided.filter(([, may]) => may).map(([privilege]) => privilege);
}

/** What stands first for everybody is for the team to say. */
export const canFeature = (viewer: Viewer): boolean =>
  viewer.can('Manage Posts', 'Manage Collections and Saved Searches');

/** Whose they must be for the viewer to change them; null when they may be anybody's. */
export const requiredOwner = (viewer: Viewer): { user_id: number | null } | null =>
  canManageSets(viewer) ? null : { user_id: viewer.id };
