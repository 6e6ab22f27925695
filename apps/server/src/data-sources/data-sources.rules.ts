/** Who may change a data source. Pure. */
import type { ProviderId } from '@waypost/contract/data-providers';
import type { Privilege } from '@waypost/contract/privileges';
import type { Viewer } from '../kernel/viewer.ts';

/** Manage Settings; where account mail leaves is for administrators alone (docs/decisions/0044). */
export const providerPrivileges = (viewer: Viewer, id: ProviderId): Privilege[] =>
  id === 'outgoingemail' && !viewer.isAdmin
    ? ['read', 'search']
    : ['read', 'create', 'update', 'delete', 'search'];
