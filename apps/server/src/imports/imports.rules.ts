/** Authorization of imports (spec 3 §6, API v3 §9, ruling 6). */

import type { Privilege } from '@waypost/contract/common/permissions';
import { importPermissions } from '@waypost/contract/imports/imports';
import type { Viewer } from '../kernel/security/viewer.ts';

/** The field of an import that decides who may see and change it. */
export interface ImportAccess {
  user_id: number | null;
}

/** Whether the viewer may import posts. */
export const canImport = (viewer: Viewer): boolean => viewer.can(...importPermissions);

/** The viewer's privileges for an import. Its file may be confidential: only its owner and Manage Posts may read it. */
export function importPrivileges(viewer: Viewer, { user_id }: ImportAccess): Privilege[] {
  if (!canImport(viewer)) return [];
  const isOwn = viewer.id !== null && viewer.id === user_id;
  const hasAccess = isOwn || viewer.can('Manage Posts');
  return hasAccess ? ['read', 'create', 'update', 'delete', 'search'] : ['create', 'search'];
}

/** The owner whose imports the viewer may list; undefined: those of all users. */
export const visibleOwner = (viewer: Viewer): number | null | undefined =>
  viewer.can('Manage Posts') ? undefined : viewer.id;
