import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { deleteRole, type Role } from '@waypost/contract/roles';
import { listUsers } from '@waypost/contract/users';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { problemTexts } from '../../api/fault-text.ts';
import { read } from '../../api/query-client.ts';
import { forResource } from '../../api/query-keys.ts';
import { nameOfRole } from '../../blocks/roles/use-roles.ts';
import { DeleteSection } from '../../ui/delete-section.tsx';
import { notify } from '../../ui/notice.tsx';

/** Nothing for a built-in role. Says how many people become ordinary members. */
export function DeleteRole({ role }: { role: Role }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const mayDelete = role.allowed_privileges.includes('delete');
  const holders = useQuery({
    ...read(listUsers, { query: { role: [role.name], limit: 1 } }, { quiet: true }),
    enabled: mayDelete,
  });
  if (!mayDelete) return null;
  const name = nameOfRole(role);
  const count = holders.data?.total_count;
  const text = count === undefined ? t('role.delete.lead') : t('role.delete.holders', { count });
  async function remove() {
    await call(deleteRole, { params: { id: role.id } }, { quiet: true });
    notify('success', t('role.delete.done', { name }));
    await navigate({ to: '/settings/roles', ignoreBlocker: true });
    await cache.invalidateQueries({ queryKey: forResource('roles') });
    await cache.invalidateQueries({ queryKey: forResource('users') });
  }
  return (
    <DeleteSection
      title={t('role.delete.action')}
      action={t('role.delete.action')}
      question={{ title: t('role.delete.question', { name }), text }}
      onDelete={remove}
      textsOf={problemTexts}
    >
      {text}
    </DeleteSection>
  );
}
