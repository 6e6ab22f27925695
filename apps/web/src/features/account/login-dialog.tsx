import { Alert, Button, Stack, Text } from '@mantine/core';
import { LoginForm } from '@waypost/contract/users/users';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/api-error.ts';
import { isPrivateDeployment, useConfig } from '../../api/config.ts';
import { login } from '../../api/session.ts';
import { useContractForm } from '../../blocks/contract-form/use-contract-form.ts';
import { formatMinutesSeconds, useCountdown } from '../../ui/browser/use-countdown.ts';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { announce } from '../../ui/feedback/announcer.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { EmailField } from '../../ui/form/email-field.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { TextLink } from '../../ui/navigation/text-link.tsx';
import type { Registered } from './register-dialog.tsx';

interface LoginDialogProps {
  /** What closing it leads to. On a private site there is no closing it: nothing is behind it (spec 1 §2). */
  onCancel: () => void;
  onDone: () => void;
  /** Why it opened by itself: somebody was logged out, or came to a place that needs an account. */
  reason?: string;
  /** After a registration: its address is filled in. */
  registered?: Registered | undefined;
  /** Told when somebody goes to register or to get a new password instead. */
  onLeave?: () => void;
}

const isWrongPassword = (error: unknown) => isApiError(error) && [400, 401].includes(error.status);

/** Email and password for a token (spec 1 §4). What was typed stays when it fails. */
export function LoginDialog({ onCancel, onDone, reason, registered, onLeave }: LoginDialogProps) {
  const { t } = useTranslation();
  const closed = isPrivateDeployment(useConfig());
  const [wait, waitFor] = useCountdown();
  const { field, submit, problem, isBusy } = useContractForm({
    schema: LoginForm,
    initialValues: { email: registered?.email ?? '', password: '' },
    labels: { email: t('field.email'), password: t('field.password') },
    formatFailure(error) {
      const seconds = isApiError(error) ? error.retryAfterSeconds : undefined;
      if (seconds !== undefined) {
        waitFor(seconds);
        return t('login.wait');
      }
      return isWrongPassword(error) ? t('login.failed') : null;
    },
    async submitValues({ email, password }) {
      const account = await login(email, password);
      announce(t('login.done', { name: account.realname ?? account.email }));
      onDone();
    },
  });
  const close = closed ? undefined : onCancel;
  return (
    <FormDialog title={t('login.title')} onClose={close}>
      <form noValidate onSubmit={submit}>
        <Stack>
          {reason && <Text>{reason}</Text>}
          {registered && <RegisteredNote ownerNotice={registered.ownerNotice} />}
          <ProblemAlert text={problem} />
          {wait > 0 && (
            <Text role="timer" aria-live="off">
              {t('login.waitLeft', { time: formatMinutesSeconds(wait) })}
            </Text>
          )}
          <EmailField {...field('email')} data-autofocus={registered ? undefined : true} />
          <PasswordField
            {...field('password')}
            data-autofocus={registered ? true : undefined}
            autoComplete="current-password"
          />
          <TextLink to="/forgotpassword" onClick={onLeave}>
            {t('login.forgot')}
          </TextLink>
          <DialogActions>
            {close && (
              <Button variant="default" size="md" onClick={close}>
                {t('action.cancel')}
              </Button>
            )}
            <Button type="submit" size="md" loading={isBusy} disabled={wait > 0}>
              {t('login.submit')}
            </Button>
          </DialogActions>
          {!closed && (
            <Text>
              {t('login.noAccount')}{' '}
              <TextLink to="/register" onClick={onLeave}>
                {t('login.register')}
              </TextLink>
            </Text>
          )}
        </Stack>
      </form>
    </FormDialog>
  );
}

/** The same for every address: whether it had an account already, its owner alone is told. */
function RegisteredNote({ ownerNotice }: Pick<Registered, 'ownerNotice'>) {
  const { t } = useTranslation();
  return (
    <Alert color="accent" variant="light" role="note">
      <output>
        {t('register.done')}
        {ownerNotice && ` ${t(ownerNotice === 'sent' ? 'register.ownerTold' : 'register.ownerNotTold')}`}
      </output>
    </Alert>
  );
}
