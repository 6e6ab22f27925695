/** Who may access messages (API v3 §9, ruling 16): Manage Posts reads and replies; incoming messages cannot be changed. */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

/** Privileges of a viewer on a message. */
export function messagePrivileges(
  viewer: Viewer,
  message: { direction: 'incoming' | 'outgoing' },
): Privilege[] {
  if (!viewer.can('Manage Posts')) return [];
  return message.direction === 'outgoing'
    ? ['read', 'create', 'update', 'search']
    : ['read', 'create', 'search'];
}
