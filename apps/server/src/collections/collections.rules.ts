/** Who may do what to collections and saved searches (wire 2.2, 2.3, rulings 39 and 54). */
import type { Privilege } from '@waypost/contract/privileges';
import type { Viewer } from '../kernel/viewer.ts';

/** What of a collection or saved search decides who may see and change it. */
export interface SetAccess {
  user_id: number | null;
  /** Role names; null and empty mean everyone. */
  role: readonly string[] | null;
}

const managesSets = (viewer: Viewer) => viewer.may('Manage Collections and Saved Searches');

const owns = (viewer: Viewer, set: SetAccess) => viewer.id !== null && viewer.id === set.user_id;

/** The same decision as `visibleSets` in `posts.sql.ts`, for one at hand. */
const isReadable = (viewer: Viewer, set: SetAccess) =>
  managesSets(viewer) ||
  owns(viewer, set) ||
  set.role === null ||
  set.role.length === 0 ||
  (viewer.role !== null && set.role.includes(viewer.role));

export function setPrivileges(viewer: Viewer, set: SetAccess): Privilege[] {
  const mayChange = managesSets(viewer) || owns(viewer, set);
  const decided: [Privilege, boolean][] = [
    ['read', isReadable(viewer, set)],
    ['create', viewer.isSignedIn],
    ['update', mayChange],
    ['delete', mayChange],
    ['search', true],
  ];
  return decided.filter(([, may]) => may).map(([privilege]) => privilege);
}

/** What stands first for everybody is for the team to say. */
export const mayFeature = (viewer: Viewer): boolean =>
  viewer.may('Manage Posts', 'Manage Collections and Saved Searches');

/** Whose they must be for the viewer to change them; null when they may be anybody's. */
export const editableOwner = (viewer: Viewer): { user_id: number | null } | null =>
  managesSets(viewer) ? null : { user_id: viewer.id };
