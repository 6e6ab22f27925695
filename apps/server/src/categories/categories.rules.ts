/** Authorization of categories (API v3 §2.5, spec 3 §2). */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

/** The fields of a category that decide who sees it. */
export interface CategoryAccess {
  /** Names of roles; null and empty mean everyone. */
  role: readonly string[] | null;
  /** Roles of the parent; null at the top level. */
  parent_role: readonly string[] | null;
}

const isOpenToRole = (viewer: Viewer, roles: readonly string[] | null) =>
  roles === null || roles.length === 0 || (viewer.role !== null && roles.includes(viewer.role));

/** Whether a category is visible to the viewer. A child is never visible to more roles than its parent. */
export const isCategoryVisible = (viewer: Viewer, category: CategoryAccess): boolean =>
  viewer.can('Manage Settings') ||
  (isOpenToRole(viewer, category.role) && isOpenToRole(viewer, category.parent_role));

/** The viewer's privileges for a category. */
export function categoryPrivileges(viewer: Viewer, category: CategoryAccess): Privilege[] {
  if (viewer.can('Manage Settings')) return ['read', 'create', 'update', 'delete', 'search'];
  return isCategoryVisible(viewer, category) ? ['read', 'search'] : [];
}

/** Whether the viewer may create categories, also by an import. */
export const canCreateCategories = (viewer: Viewer): boolean =>
  categoryPrivileges(viewer, { role: null, parent_role: null }).includes('create');
