import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { limits } from '@waypost/contract/limits';
import { confirmPasswordReset, PasswordResetConfirmation } from '@waypost/contract/registration';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useContractForm } from '../../blocks/contract-form/use-contract-form.ts';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { notify } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { TextLink } from '../../ui/text-link.tsx';

interface NewPasswordDialogProps {
  /** From the link; null asks for it. */
  token: string | null;
  onCancel: () => void;
  onDone: () => void;
}

const isTokensFault = (error: unknown) =>
  isApiError(error) && error.entries.some((it) => it.source?.pointer === '/token');

/** A new password with the token of a link, or with one that is typed (spec 1 §5). */
export function NewPasswordDialog({ token, onCancel, onDone }: NewPasswordDialogProps) {
  const { t } = useTranslation();
  const [isLinkBad, setLinkBad] = useState(false);
  const { field, submit, problem, isBusy } = useContractForm({
    schema: PasswordResetConfirmation,
    initial: { token: token ?? '', password: '' },
    labels: { token: t('reset.token'), password: t('reset.newPassword') },
    texts: { 'token.invalid': t('reset.badToken') },
    refused: t('reset.failed'),
    async send(body) {
      try {
        await call(confirmPasswordReset, { body }, { quiet: true });
      } catch (error) {
        if (token !== null && isTokensFault(error)) setLinkBad(true);
        throw error;
      }
      notify('success', t('reset.done'));
      onDone();
    },
  });
  return (
    <DialogFrame title={t('reset.confirmTitle')} onClose={onCancel}>
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
          <Group justify="flex-end">
            <Button variant="default" size="md" onClick={onCancel}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" size="md" loading={isBusy}>
              {t('reset.setPassword')}
            </Button>
          </Group>
        </Stack>
      </form>
    </DialogFrame>
  );
}
