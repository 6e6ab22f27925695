import { useQuery } from '@tanstack/react-query';
import { listRoles } from '@waypost/contract/users/roles';
import { buildEndpointQuery } from '../../api/query-client.ts';

/** Display names of roles; the internal name where the user may not read roles. */
export function useRoleNames(names: readonly string[]): string[] {
  const { data } = useQuery({
    ...buildEndpointQuery(listRoles, {}),
    enabled: names.length > 0,
    retry: false,
  });
  return names.map((name) => data?.results.find((role) => role.name === name)?.display_name || name);
}
