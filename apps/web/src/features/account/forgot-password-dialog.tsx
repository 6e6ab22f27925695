import { Button, Group, Stack, Text } from '@mantine/core';
import { limits } from '@waypost/contract/limits';
import { PasswordResetForm, requestPasswordReset } from '@waypost/contract/registration';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useContractForm } from '../../blocks/contract-form/use-contract-form.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { EmailField } from '../../ui/email-field.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';

/** Asks for a link to a new password. What is told afterwards is the same whether or not there is an account (spec 1 §8). */
export function ForgotPasswordDialog({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation();
  const [isSent, setSent] = useState(false);
  const { field, submit, problem, isBusy } = useContractForm({
    schema: PasswordResetForm,
    initial: { email: '' },
    labels: { email: t('field.email') },
    async send(body) {
      await call(requestPasswordReset, { body }, { quiet: true });
      setSent(true);
    },
  });
  if (isSent) {
    return (
      <DialogFrame title={t('reset.sent.title')} onClose={onCancel}>
        <Stack>
          <Text component="output">{t('reset.sent.text', { count: limits.passwordReset / 60 })}</Text>
          <Text c="dimmed">{t('reset.sent.hint')}</Text>
          <Group justify="flex-end">
            <ButtonLink to="/forgotpassword/confirm" variant="default" size="md">
              {t('reset.sent.enterToken')}
            </ButtonLink>
            <Button size="md" data-autofocus onClick={onCancel}>
              {t('action.close')}
            </Button>
          </Group>
        </Stack>
      </DialogFrame>
    );
  }
  return (
    <DialogFrame title={t('reset.title')} onClose={onCancel}>
      <form noValidate onSubmit={submit}>
        <Stack>
          <Text>{t('reset.text')}</Text>
          <ProblemAlert text={problem} />
          <EmailField {...field('email')} data-autofocus />
          <Group justify="flex-end">
            <ButtonLink to="/login" variant="default" size="md">
              {t('reset.back')}
            </ButtonLink>
            <Button type="submit" size="md" loading={isBusy}>
              {t('reset.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </DialogFrame>
  );
}
