/** Who may do what to messages (API v3 §9, ruling 16): Manage Posts reads and answers; what came in stays as it came. */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Viewer } from '../kernel/security/viewer.ts';

export function messagePrivileges(
  viewer: Viewer,
  message: { direction: 'incoming' | 'outgoing' },
): Privilege[] {
  if (!viewer.can('Manage Posts')) return [];
  return message.direction === 'outgoing'
    ? ['read', 'create', 'update', 'search']
    : ['read', 'create', 'search'];
}
