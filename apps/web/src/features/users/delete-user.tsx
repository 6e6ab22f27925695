import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { deleteUser, type User } from '@waypost/contract/users';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { problemTexts } from '../../api/fault-text.ts';
import { forResource } from '../../api/query-keys.ts';
import { DeleteSection } from '../../ui/delete-section.tsx';
import { FormSection } from '../../ui/form-section.tsx';
import { notify } from '../../ui/notice.tsx';
import { nameOfUser } from './user-names.ts';

/** Deleting an account; for one's own it says why not, and for one with more rights the form has said it. */
export function DeleteUser({ user, isMe }: { user: User; isMe: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const name = nameOfUser(user);
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
    await cache.invalidateQueries({ queryKey: forResource('users') });
  }
  return (
    <DeleteSection
      title={t('user.delete.title')}
      action={t('user.delete.action')}
      question={{ title: t('user.delete.question', { name }), text: t('user.delete.lead') }}
      onDelete={remove}
      textsOf={problemTexts}
    >
      {t('user.delete.lead')}
    </DeleteSection>
  );
}
