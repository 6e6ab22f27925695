/** Who may do what to imports (spec 3 §6, ruling 6). */
import { importPermissions } from '@waypost/contract/imports';
import type { Privilege } from '@waypost/contract/privileges';
import type { Viewer } from '../kernel/viewer.ts';

/** What of an import decides who may see and change it. */
export interface ImportAccess {
  user_id: number | null;
}

export const mayImport = (viewer: Viewer): boolean => viewer.may(...importPermissions);

/** A file may hold what its importer alone may know; those who manage all posts may know it too. */
export function importPrivileges(viewer: Viewer, { user_id }: ImportAccess): Privilege[] {
  if (!mayImport(viewer)) return [];
  const isOwn = viewer.id !== null && viewer.id === user_id;
  const mayAll = isOwn || viewer.may('Manage Posts');
  return mayAll ? ['read', 'create', 'update', 'delete', 'search'] : ['create', 'search'];
}

/** Whose imports somebody is listed; undefined is everybody's. */
export const listedOwner = (viewer: Viewer): number | null | undefined =>
  viewer.may('Manage Posts') ? undefined : viewer.id;
