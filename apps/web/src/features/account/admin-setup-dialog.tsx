import { Stack, Text } from '@mantine/core';
import { limits } from '@waypost/contract/common/limits';
import { defaultAdminEmails, Email, Password, updateUser } from '@waypost/contract/users/users';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { refreshAccount, useAccount } from '../../api/session.ts';
import { useCall } from '../../api/use-call.ts';
import { useContractForm } from '../../blocks/contract-form/use-contract-form.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { SaveActions } from '../../ui/dialog/save-actions.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { EmailField } from '../../ui/form/email-field.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';

const isOwnEmail = (email: string) => defaultAdminEmails.every((it) => it !== email);
const AdminCredentials = z.object({ email: Email.refine(isOwnEmail), password: Password });

/** Replaces the default email and password of the first administrator (spec 1 §4, "Admin setup"). */
export default function AdminSetupDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const account = useAccount();
  const update = useCall(updateUser, { invalidates: [] });
  const { field, submit, problem, isBusy } = useContractForm({
    schema: AdminCredentials,
    initialValues: { email: '', password: '' },
    labels: { email: t('adminSetup.email'), password: t('adminSetup.password') },
    errorTexts: { 'email.invalid': t('adminSetup.notUsual') },
    async submitValues(body) {
      await update.mutateAsync({ params: { id: account?.id ?? 0 }, body });
      notify('success', t('adminSetup.done', { email: body.email }));
      await refreshAccount();
      onClose();
    },
  });
  return (
    <FormDialog title={t('adminSetup.title')} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <Stack>
          <Text>{t('adminSetup.text', { email: account?.email })}</Text>
          <ProblemAlert text={problem} />
          <EmailField {...field('email')} data-autofocus />
          <PasswordField
            {...field('password')}
            description={t('account.passwordHint', limits.password)}
            autoComplete="new-password"
          />
          <SaveActions label={t('action.save')} onCancel={onClose} isBusy={isBusy} />
        </Stack>
      </form>
    </FormDialog>
  );
}
