import './reset-labels.ts';
import { Stack, Text, TextInput } from '@mantine/core';
import { limits } from '@waypost/contract/common/limits';
import { confirmPasswordReset, PasswordResetConfirmation } from '@waypost/contract/users/registration';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/api-error.ts';
import { useCall } from '../../api/use-call.ts';
import { useContractForm } from '../../blocks/contract-form/use-contract-form.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { SaveActions } from '../../ui/dialog/save-actions.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { TextLink } from '../../ui/navigation/text-link.tsx';

interface NewPasswordDialogProps {
  /** From the link; null shows a field for it. */
  token: string | null;
  onCancel: () => void;
  onDone: () => void;
}

const isTokenError = (error: unknown) =>
  isApiError(error) && error.entries.some((it) => it.source?.pointer === '/token');

/** Sets a new password with the token of a link, or with a typed one (spec 1 §5). */
export function NewPasswordDialog({ token, onCancel, onDone }: NewPasswordDialogProps) {
  useLoadedTranslations();
  const { t } = useTranslation();
  const [isLinkBad, setLinkBad] = useState(false);
  const confirm = useCall(confirmPasswordReset);
  const { field, submit, problem, isBusy } = useContractForm({
    schema: PasswordResetConfirmation,
    initialValues: { token: token ?? '', password: '' },
    labels: { token: t('reset.token'), password: t('reset.newPassword') },
    errorTexts: { 'token.invalid': t('reset.badToken') },
    validationFailedText: t('reset.failed'),
    async submitValues(body) {
      try {
        await confirm.mutateAsync({ body });
      } catch (error) {
        if (token !== null && isTokenError(error)) setLinkBad(true);
        throw error;
      }
      notify('success', t('reset.done'));
      onDone();
    },
  });
  return (
    <FormDialog title={t('reset.confirmTitle')} onClose={onCancel}>
      <form noValidate onSubmit={submit}>
        <Stack>
          <ProblemAlert text={isLinkBad ? t('reset.badLink') : problem} />
          {isLinkBad && <TextLink to="/forgotpassword">{t('reset.askAgain')}</TextLink>}
          {token === null && (
            <>
              <Text>{t('reset.tokenHint')}</Text>
              <TextInput
                {...field('token')}
                data-autofocus
                size="md"
                autoComplete="one-time-code"
                autoCapitalize="off"
                spellCheck={false}
                dir="ltr"
              />
            </>
          )}
          <PasswordField
            {...field('password')}
            {...(token === null ? {} : { 'data-autofocus': true })}
            description={t('account.passwordHint', limits.password)}
            autoComplete="new-password"
          />
          <SaveActions label={t('reset.setPassword')} onCancel={onCancel} isBusy={isBusy} />
        </Stack>
      </form>
    </FormDialog>
  );
}
