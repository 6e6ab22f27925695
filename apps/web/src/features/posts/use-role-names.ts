import { useQuery } from '@tanstack/react-query';
import { listRoles } from '@waypost/contract/users/roles';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { getRoleDisplayName } from '../../blocks/roles/use-roles.ts';

/** Names of roles on screen. */
export function useRoleNames(names: readonly string[]): string[] {
  const { t } = useTranslation();
  const { data } = useQuery({
    ...buildEndpointQuery(listRoles, {}),
    enabled: names.length > 0,
    retry: false,
  });
  return names.map((name) =>
    getRoleDisplayName(data?.results.find((role) => role.name === name) ?? { name, display_name: null }, t),
  );
}
