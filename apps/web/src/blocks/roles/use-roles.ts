/** The roles of the deployment. keys: roleName.* role.initial.* */

import { useQuery } from '@tanstack/react-query';
import { initialRoles, listRoles, type Role } from '@waypost/contract/users/roles';
import type { TFunction } from 'i18next';
import { buildEndpointQuery } from '../../api/query-client.ts';

/** Fetches the roles. @param isNeeded false to send no request; visitors are not allowed to read them */
export const useRoles = (isNeeded = true) =>
  useQuery({
    ...buildEndpointQuery(listRoles, { query: { orderby: 'display_name' } }),
    enabled: isNeeded,
  });

/**
 * The name of a role on screen. The initial name of a built-in or standard role is translated, also when the reader may not read
 * the role and `display_name` is null.
 */
export function getRoleDisplayName(role: Pick<Role, 'name' | 'display_name'>, t: TFunction): string {
  const initial = initialRoles.find(({ name }) => name === role.name);
  if (initial && (role.display_name || initial.display_name) === initial.display_name)
    return t(`roleName.${initial.name}`);
  return role.display_name || role.name;
}

/** The description of a role, likewise. Its translations are loaded with the settings. */
export function getRoleDescription(role: Pick<Role, 'name' | 'description'>, t: TFunction): string {
  const initial = initialRoles.find(({ name }) => name === role.name);
  if (initial && initial.description === role.description) return t(`role.initial.${initial.name}`);
  return role.description ?? '';
}
