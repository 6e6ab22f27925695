import './reset-labels.ts';
import { Button, Stack, Text } from '@mantine/core';
import { limits } from '@waypost/contract/common/limits';
import { PasswordResetForm, requestPasswordReset } from '@waypost/contract/users/registration';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';
import { useContractForm } from '../../blocks/contract-form/use-contract-form.ts';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { EmailField } from '../../ui/form/email-field.tsx';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { ButtonLink } from '../../ui/navigation/button-link.tsx';

/** Requests a link to set a new password. The result is the same whether or not an account exists (spec 1 §8). */
export function ForgotPasswordDialog({ onCancel }: { onCancel: () => void }) {
  useLoadedTranslations();
  const { t } = useTranslation();
  const [isSent, setSent] = useState(false);
  const request = useCall(requestPasswordReset);
  const { field, submit, problem, isBusy } = useContractForm({
    schema: PasswordResetForm,
    initialValues: { email: '' },
    labels: { email: t('field.email') },
    async submitValues(body) {
      await request.mutateAsync({ body });
      setSent(true);
    },
  });
  if (isSent) {
    return (
      <FormDialog title={t('reset.sent.title')} onClose={onCancel}>
        <Stack>
          <Text component="output">{t('reset.sent.text', { count: limits.passwordResetSeconds / 60 })}</Text>
          <Text c="dimmed">{t('reset.sent.hint')}</Text>
          <DialogActions>
            <ButtonLink to="/forgotpassword/confirm" variant="default" size="md">
              {t('reset.sent.enterToken')}
            </ButtonLink>
            <Button size="md" data-autofocus onClick={onCancel}>
              {t('action.close')}
            </Button>
          </DialogActions>
        </Stack>
      </FormDialog>
    );
  }
  return (
    <FormDialog title={t('reset.title')} onClose={onCancel}>
      <form noValidate onSubmit={submit}>
        <Stack>
          <Text>{t('reset.text')}</Text>
          <ProblemAlert text={problem} />
          <EmailField {...field('email')} data-autofocus />
          <DialogActions>
            <ButtonLink to="/login" variant="default" size="md">
              {t('reset.back')}
            </ButtonLink>
            <Button type="submit" size="md" loading={isBusy}>
              {t('reset.submit')}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </FormDialog>
  );
}
