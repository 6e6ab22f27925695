/** Who may ask for what is kept about a contact, and have it erased: administrators, as with others' contacts (ruling 17). */
import type { Privilege } from '@waypost/contract/privileges';
import type { Viewer } from '../kernel/viewer.ts';

export const contactDataPrivileges = (viewer: Viewer): Privilege[] =>
  viewer.isAdmin ? ['read', 'delete', 'search'] : [];
