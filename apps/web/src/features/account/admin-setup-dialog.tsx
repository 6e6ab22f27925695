import { Button, Group, Stack, Text } from '@mantine/core';
import { limits } from '@waypost/contract/limits';
import { Email, Password, updateUser, usualAdminEmails } from '@waypost/contract/users';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { type Account, refreshAccount } from '../../api/session.ts';
import { useContractForm } from '../../blocks/contract-form/use-contract-form.ts';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { EmailField } from '../../ui/email-field.tsx';
import { notify } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';

const isOwn = (email: string) => usualAdminEmails.every((it) => it !== email);
const OwnLogin = z.object({ email: Email.refine(isOwn), password: Password });

/** A login that everybody can guess becomes somebody's own (spec 1 §4, "Admin setup"). */
export default function AdminSetupDialog({ account, onLater }: { account: Account; onLater: () => void }) {
  const { t } = useTranslation();
  const { field, submit, problem, isBusy } = useContractForm({
    schema: OwnLogin,
    initial: { email: '', password: '' },
    labels: { email: t('adminSetup.email'), password: t('adminSetup.password') },
    texts: { 'email.invalid': t('adminSetup.notUsual') },
    async send(body) {
      await call(updateUser, { params: { id: account.id }, body }, { quiet: true });
      notify('success', t('adminSetup.done'));
      await refreshAccount();
    },
  });
  return (
    <DialogFrame title={t('adminSetup.title')}>
      <form noValidate onSubmit={submit}>
        <Stack>
          <Text>{t('adminSetup.text', { email: account.email })}</Text>
          <ProblemAlert text={problem} />
          <EmailField {...field('email')} data-autofocus />
          <PasswordField
            {...field('password')}
            description={t('account.passwordHint', limits.password)}
            autoComplete="new-password"
          />
          <Group justify="flex-end">
            <Button variant="default" size="md" onClick={onLater}>
              {t('adminSetup.later')}
            </Button>
            <Button type="submit" size="md" loading={isBusy}>
              {t('action.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </DialogFrame>
  );
}
