/** Who may do what to imports (spec 3 §6, API v3 §9 ruling 6). */

import type { Privilege } from '@waypost/contract/common/permissions';
import { importPermissions } from '@waypost/contract/imports/imports';
import type { Viewer } from '../kernel/security/viewer.ts';

/** What of an import decides who may see and change it. */
export interface ImportAccess {
  user_id: number | null;
}

export const canImport = (viewer: Viewer): boolean => viewer.can(...importPermissions);

/** A file may hold what its importer alone may know; those who manage all posts may know it too. */
export function importPrivileges(viewer: Viewer, { user_id }: ImportAccess): Privilege[] {
  if (!canImport(viewer)) return [];
  const isOwn = viewer.id !== null && viewer.id === user_id;
  const mayAll = isOwn || viewer.can('Manage Posts');
  return mayAll ? ['read', 'create', 'update', 'delete', 'search'] : ['create', 'search'];
}

/** Whose imports somebody is listed; undefined is everybody's. */
export const visibleOwner = (viewer: Viewer): number | null | undefined =>
  viewer.can('Manage Posts') ? undefined : viewer.id;
