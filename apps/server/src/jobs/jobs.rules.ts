/** Who may look after work that nobody waits for: administrators. */
import type { Privilege } from '@waypost/contract/privileges';
import type { Viewer } from '../kernel/viewer.ts';

export const jobPrivileges = (viewer: Viewer): Privilege[] =>
  viewer.isAdmin ? ['read', 'update', 'delete', 'search'] : [];
