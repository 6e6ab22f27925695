/** The roles of the deployment. */

import { useQuery } from '@tanstack/react-query';
import { listRoles, type Role } from '@waypost/contract/users/roles';
import { buildEndpointQuery } from '../../api/query-client.ts';

/** Fetches the roles. @param isNeeded false to send no request; visitors are not allowed to read them */
export const useRoles = (isNeeded = true) =>
  useQuery({
    ...buildEndpointQuery(listRoles, { query: { orderby: 'display_name' } }),
    enabled: isNeeded,
  });

/** The display name of a role. */
export const getRoleDisplayName = (role: Pick<Role, 'name' | 'display_name'>): string =>
  role.display_name || role.name;
