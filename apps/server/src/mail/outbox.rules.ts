/** Who may read the outbox. The content of mails can give access to accounts, so only administrators read it. */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

/** Privileges of a viewer on mails; `read_full` includes recipient and text. */
export function outboxPrivileges(viewer: Viewer): Privilege[] {
  if (viewer.isAdmin) return ['read', 'search', 'read_full'];
  return viewer.can('Manage Settings') ? ['read', 'search'] : [];
}
