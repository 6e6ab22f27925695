/** Authorization of areas: who manages settings may do everything, everybody else reads. */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

/** The viewer's privileges for a set of areas. */
export const areaSetPrivileges = (viewer: Viewer): Privilege[] =>
  viewer.can('Manage Settings') ? ['read', 'create', 'update', 'delete', 'search'] : ['read', 'search'];
