/** Who may see which mails are under way; what is in them may open accounts, and is for administrators. */
import type { Privilege } from '@waypost/contract/privileges';
import type { Viewer } from '../kernel/viewer.ts';

export function outboxPrivileges(viewer: Viewer): Privilege[] {
  if (viewer.isAdmin) return ['read', 'search', 'read_full'];
  return viewer.may('Manage Settings') ? ['read', 'search'] : [];
}
