/** The roles of the deployment, and what they are called. */
import { useQuery } from '@tanstack/react-query';
import { listRoles, type Role } from '@waypost/contract/users/roles';
import { buildEndpointQuery } from '../../api/query-client.ts';

/** @param isNeeded whether to ask at all; visitors are refused */
export const useRoles = (isNeeded = true) =>
  useQuery({
    ...buildEndpointQuery(listRoles, { query: { orderby: 'display_name' } }, { quiet: true }),
    enabled: isNeeded,
  });

export const getRoleDisplayName = (role: Pick<Role, 'name' | 'display_name'>): string =>
  role.display_name || role.name;
