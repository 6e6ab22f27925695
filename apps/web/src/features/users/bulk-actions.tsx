/** Changes the role of several users, or deletes them, after a confirmation; lists the failures. */
import { NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { deleteUser, updateUser } from '@waypost/contract/users/users';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/api-error.ts';
import { formatErrorMessage } from '../../api/error-text.ts';
import { buildResourceKey } from '../../api/query-keys.ts';
import { useAccount } from '../../api/session.ts';
import { useCall } from '../../api/use-call.ts';
import { getRoleDisplayName, useRoles } from '../../blocks/roles/use-roles.ts';
import { BulkDialog, type BulkItem } from '../../ui/dialog/bulk-dialog.tsx';
import { notify } from '../../ui/feedback/toast.tsx';

interface Props {
  items: readonly BulkItem[];
  /** Called with the ids of the users that were changed. */
  onDone: (ids: readonly number[]) => void;
  onClose: () => void;
}

/** Shared by both: the error for the user's own account, the toast with the number, and the refetch of the list. */
function useBulkAction(ownAccountText: string, doneText: (count: number) => string, onDone: Props['onDone']) {
  const cache = useQueryClient();
  const me = useAccount()?.id;
  return {
    formatError: (error: unknown, { id }: BulkItem) =>
      id === me && isApiError(error) && error.status === 403 ? ownAccountText : formatErrorMessage(error),
    onDone: (done: readonly BulkItem[]) => {
      onDone(done.map(({ id }) => id));
      if (done.length > 0) notify('success', doneText(done.length));
      void cache.invalidateQueries({ queryKey: buildResourceKey('users') });
    },
  };
}

/** Gives several users another role. */
export function BulkChangeRole({ items, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const update = useCall(updateUser, { invalidates: [] });
  const roles = useRoles().data?.results ?? [];
  const [role, setRole] = useState('');
  const bulk = useBulkAction(t('user.ownRole'), (count) => t('user.bulk.role.done', { count }), onDone);
  return (
    <BulkDialog
      title={t('user.bulk.role.title')}
      confirmLabel={t('user.bulk.role.action')}
      canStart={role !== ''}
      items={items}
      processItem={({ id }) => update.mutateAsync({ params: { id }, body: { role } })}
      {...bulk}
      onClose={onClose}
    >
      <p>{t('user.bulk.role.text', { count: items.length })}</p>
      <NativeSelect
        size="md"
        label={t('field.role')}
        value={role}
        onChange={(event) => setRole(event.currentTarget.value)}
        data={[
          { value: '', label: t('user.bulk.role.choose') },
          ...roles.map((it) => ({
            value: it.name,
            label: getRoleDisplayName(it, t),
            disabled: it.may_give === false,
          })),
        ]}
      />
    </BulkDialog>
  );
}

/** Deletes several users. */
export function BulkDelete({ items, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const remove = useCall(deleteUser, { invalidates: [] });
  const bulk = useBulkAction(t('user.deleteSelf'), (count) => t('user.bulk.delete.done', { count }), onDone);
  return (
    <BulkDialog
      title={t('user.bulk.delete.title', { count: items.length })}
      confirmLabel={t('user.bulk.delete.action')}
      tone="danger"
      items={items}
      processItem={({ id }) => remove.mutateAsync({ params: { id } })}
      {...bulk}
      onClose={onClose}
    >
      <p>{t('user.bulk.delete.text')}</p>
    </BulkDialog>
  );
}
