/** Who may have other programs told of posts: Manage Settings (ruling 26). */
import type { Privilege } from '@waypost/contract/privileges';
import type { Viewer } from '../kernel/viewer.ts';

export const webhookPrivileges = (viewer: Viewer): Privilege[] =>
  viewer.may('Manage Settings') ? ['read', 'create', 'update', 'delete', 'search'] : [];
