import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { deleteRole, type Role } from '@waypost/contract/users/roles';
import { listUsers } from '@waypost/contract/users/users';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { buildResourceKey } from '../../api/query-keys.ts';
import { getRoleDisplayName } from '../../blocks/roles/use-roles.ts';
import { notify } from '../../ui/feedback/toast.tsx';
import { DeleteSection } from '../../ui/form/delete-section.tsx';

/** Nothing for a built-in role. Says how many people become ordinary members. */
export function DeleteRole({ role }: { role: Role }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const mayDelete = role.allowed_privileges.includes('delete');
  const holders = useQuery({
    ...buildEndpointQuery(listUsers, { query: { role: [role.name], limit: 1 } }, { quiet: true }),
    enabled: mayDelete,
  });
  if (!mayDelete) return null;
  const name = getRoleDisplayName(role);
  const count = holders.data?.total_count;
  const text = count === undefined ? t('role.delete.lead') : t('role.delete.holders', { count });
  async function remove() {
    await call(deleteRole, { params: { id: role.id } }, { quiet: true });
    notify('success', t('role.delete.done', { name }));
    await navigate({ to: '/settings/roles', ignoreBlocker: true });
    await cache.invalidateQueries({ queryKey: buildResourceKey('roles') });
    await cache.invalidateQueries({ queryKey: buildResourceKey('users') });
  }
  return (
    <DeleteSection
      title={t('role.delete.action')}
      deleteLabel={t('role.delete.action')}
      confirmation={{ title: t('role.delete.question', { name }), text }}
      onDelete={remove}
      formatErrors={formatErrorMessages}
    >
      {text}
    </DeleteSection>
  );
}
