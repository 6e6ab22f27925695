import { useNavigate } from '@tanstack/react-router';
import { deleteUser, type User } from '@waypost/contract/users/users';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { useCall } from '../../api/use-call.ts';
import { notify } from '../../ui/feedback/toast.tsx';
import { DeleteSection } from '../../ui/form/delete-section.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { getUserDisplayName } from './user-names.ts';

/** Deletes an account. For the user's own account it says that this is not possible; for one with more rights the form says it. */
export function DeleteUser({ user, isMe }: { user: User; isMe: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const name = getUserDisplayName(user);
  const remove = useCall(deleteUser, {
    async onSuccess() {
      notify('success', t('user.delete.done', { name }));
      await navigate({ to: '/settings/users', ignoreBlocker: true });
    },
  });
  if (!user.allowed_privileges.includes('delete'))
    return (
      isMe && (
        <FormSection title={t('user.delete.title')}>
          <p style={{ margin: 0 }}>{t('user.deleteSelf')}</p>
        </FormSection>
      )
    );
  return (
    <DeleteSection
      title={t('user.delete.title')}
      deleteLabel={t('user.delete.action')}
      confirmation={{ title: t('user.delete.question', { name }), text: t('user.delete.lead') }}
      onDelete={() => remove.mutateAsync({ params: { id: user.id } })}
      formatErrors={formatErrorMessages}
    >
      {t('user.delete.lead')}
    </DeleteSection>
  );
}
