/** Who may see which mails are under way; what is in them may open accounts, and is for administrators. */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

export function outboxPrivileges(viewer: Viewer): Privilege[] {
  if (viewer.isAdmin) return ['read', 'search', 'read_full'];
  return viewer.can('Manage Settings') ? ['read', 'search'] : [];
}
