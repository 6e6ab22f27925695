/** Who may use the tools for personal data. Pure. */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

/** Privileges to export and erase the data about a contact: administrators, as for others' contacts (API v3 §9, ruling 17). */
export const contactDataPrivileges = (viewer: Viewer): Privilege[] =>
  viewer.isAdmin ? ['read', 'delete', 'search'] : [];

/** Privileges for the rules that delete posts after a time: administrators, since they delete without Manage Posts. */
export const retentionPrivileges = (viewer: Viewer): Privilege[] =>
  viewer.isAdmin ? ['read', 'update'] : [];
