/** Authorization to export and erase the data about a contact: administrators, as for others' contacts (API v3 §9, ruling 17). */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

/** The viewer's privileges for contact data. */
export const contactDataPrivileges = (viewer: Viewer): Privilege[] =>
  viewer.isAdmin ? ['read', 'delete', 'search'] : [];
