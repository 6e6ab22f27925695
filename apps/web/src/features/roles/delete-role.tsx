import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { deleteRole, type Role } from '@waypost/contract/users/roles';
import { listUsers } from '@waypost/contract/users/users';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { buildResourceKey } from '../../api/query-keys.ts';
import { useCall } from '../../api/use-call.ts';
import { getRoleDisplayName } from '../../blocks/roles/use-roles.ts';
import { notify } from '../../ui/feedback/toast.tsx';
import { DeleteSection } from '../../ui/form/delete-section.tsx';

/** Deletes a role; renders nothing for a built-in one. Says how many users become members. */
export function DeleteRole({ role }: { role: Role }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayDelete = role.allowed_privileges.includes('delete');
  const holders = useQuery({
    ...buildEndpointQuery(listUsers, { query: { role: [role.name], limit: 1 } }),
    enabled: mayDelete,
  });
  const name = getRoleDisplayName(role, t);
  const remove = useCall(deleteRole, {
    async onSuccess() {
      notify('success', t('role.delete.done', { name }));
      await navigate({ to: '/settings/roles', ignoreBlocker: true });
    },
    invalidates: [buildResourceKey('roles'), buildResourceKey('users')],
  });
  if (!mayDelete) return null;
  const count = holders.data?.total_count;
  const text = count === undefined ? t('role.delete.lead') : t('role.delete.holders', { count });
  return (
    <DeleteSection
      title={t('role.delete.action')}
      deleteLabel={t('role.delete.action')}
      confirmation={{ title: t('role.delete.question', { name }), text }}
      onDelete={() => remove.mutateAsync({ params: { id: role.id } })}
      formatErrors={formatErrorMessages}
    >
      {text}
    </DeleteSection>
  );
}
