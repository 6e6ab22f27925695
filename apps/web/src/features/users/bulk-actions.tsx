/** Changing the role of several users, and deleting them: with a question before, and a report of who could not be. */
import { NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { deleteUser, updateUser } from '@waypost/contract/users/users';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { formatErrorMessage } from '../../api/error-text.ts';
import { buildResourceKey } from '../../api/query-keys.ts';
import { useAccount } from '../../api/session.ts';
import { getRoleDisplayName, useRoles } from '../../blocks/roles/use-roles.ts';
import { BulkDialog, type BulkItem } from '../../ui/dialog/bulk-dialog.tsx';
import { notify } from '../../ui/feedback/toast.tsx';

interface Props {
  items: readonly BulkItem[];
  /** Gets the ids of those it was done to. */
  onDone: (ids: readonly number[]) => void;
  onClose: () => void;
}

/** What both have in common: saying no to oneself in words, reading the list again, telling how many. */
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

export function BulkChangeRole({ items, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const roles = useRoles().data?.results ?? [];
  const [role, setRole] = useState('');
  const bulk = useBulkAction(t('user.ownRole'), (count) => t('user.bulk.role.done', { count }), onDone);
  return (
    <BulkDialog
      title={t('user.bulk.role.title')}
      confirmLabel={t('user.bulk.role.action')}
      canStart={role !== ''}
      items={items}
      processItem={({ id }) => call(updateUser, { params: { id }, body: { role } }, { quiet: true })}
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
            label: getRoleDisplayName(it),
            disabled: it.may_give === false,
          })),
        ]}
      />
    </BulkDialog>
  );
}

export function BulkDelete({ items, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const bulk = useBulkAction(t('user.deleteSelf'), (count) => t('user.bulk.delete.done', { count }), onDone);
  return (
    <BulkDialog
      title={t('user.bulk.delete.title', { count: items.length })}
      confirmLabel={t('user.bulk.delete.action')}
      tone="danger"
      items={items}
      processItem={({ id }) => call(deleteUser, { params: { id } }, { quiet: true })}
      {...bulk}
      onClose={onClose}
    >
      <p>{t('user.bulk.delete.text')}</p>
    </BulkDialog>
  );
}
