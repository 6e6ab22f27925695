/** Who may do what to messages (ruling 16): Manage Posts reads and answers; what came in stays as it came. */
import type { Privilege } from '@waypost/contract/privileges';
import type { Viewer } from '../kernel/viewer.ts';

export function messagePrivileges(
  viewer: Viewer,
  message: { direction: 'incoming' | 'outgoing' },
): Privilege[] {
  if (!viewer.may('Manage Posts')) return [];
  return message.direction === 'outgoing'
    ? ['read', 'create', 'update', 'search']
    : ['read', 'create', 'search'];
}
