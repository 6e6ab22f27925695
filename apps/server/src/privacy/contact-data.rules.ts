/** Who may ask for what is kept about a contact, and have it erased: administrators, as with others' contacts (API v3 §9 ruling 17). */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

export const contactDataPrivileges = (viewer: Viewer): Privilege[] =>
  viewer.isAdmin ? ['read', 'delete', 'search'] : [];
