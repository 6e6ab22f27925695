import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { deleteUser, type User } from '@waypost/contract/users/users';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildResourceKey } from '../../api/query-keys.ts';
import { notify } from '../../ui/feedback/toast.tsx';
import { DeleteSection } from '../../ui/form/delete-section.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { getUserDisplayName } from './user-names.ts';

/** Deleting an account; for one's own it says why not, and for one with more rights the form has said it. */
export function DeleteUser({ user, isMe }: { user: User; isMe: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const name = getUserDisplayName(user);
  if (!user.allowed_privileges.includes('delete'))
    return (
      isMe && (
        <FormSection title={t('user.delete.title')}>
          <p style={{ margin: 0 }}>{t('user.deleteSelf')}</p>
        </FormSection>
      )
    );
  async function remove() {
    await call(deleteUser, { params: { id: user.id } }, { quiet: true });
    notify('success', t('user.delete.done', { name }));
    await navigate({ to: '/settings/users', ignoreBlocker: true });
    await cache.invalidateQueries({ queryKey: buildResourceKey('users') });
  }
  return (
    <DeleteSection
      title={t('user.delete.title')}
      deleteLabel={t('user.delete.action')}
      confirmation={{ title: t('user.delete.question', { name }), text: t('user.delete.lead') }}
      onDelete={remove}
      formatErrors={formatErrorMessages}
    >
      {t('user.delete.lead')}
    </DeleteSection>
  );
}
