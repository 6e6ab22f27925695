/** The roles of the deployment, and what they are called. */
import { useQuery } from '@tanstack/react-query';
import { listRoles, type Role } from '@waypost/contract/roles';
import { read } from '../../api/query-client.ts';

/** @param isNeeded whether to ask at all; visitors are refused */
export const useRoles = (isNeeded = true) =>
  useQuery({
    ...read(listRoles, { query: { orderby: 'display_name' } }, { quiet: true }),
    enabled: isNeeded,
  });

export const nameOfRole = (role: Pick<Role, 'name' | 'display_name'>): string =>
  role.display_name || role.name;
