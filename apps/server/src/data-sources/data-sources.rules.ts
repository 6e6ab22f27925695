/** Who may change a data source. Pure. */

import type { Privilege } from '@waypost/contract/common/permissions';
import type { ProviderId } from '@waypost/contract/data-sources/data-providers';
import type { Viewer } from '../kernel/security/viewer.ts';

/** Privileges of a viewer with Manage Settings. Only administrators may change outgoing mail (docs/decisions/0044). */
export const providerPrivileges = (viewer: Viewer, id: ProviderId): Privilege[] =>
  id === 'outgoingemail' && !viewer.isAdmin
    ? ['read', 'search']
    : ['read', 'create', 'update', 'delete', 'search'];
