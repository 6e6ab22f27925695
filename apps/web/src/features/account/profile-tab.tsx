import {
  Alert,
  Badge,
  Button,
  Group,
  NativeSelect,
  Paper,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import '@mantine/core/styles/Badge.layer.css';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { limits } from '@waypost/contract/common/limits';
import { listContacts } from '@waypost/contract/contacts/contacts';
import {
  confirmMyEmail,
  ProfileForm,
  readMe,
  sendMyCode,
  type User,
  updateUser,
} from '@waypost/contract/users/users';
import type { TFunction } from 'i18next';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { getConfig } from '../../api/config.ts';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { buildEndpointKey } from '../../api/query-keys.ts';
import { refreshAccount } from '../../api/session.ts';
import { useCall } from '../../api/use-call.ts';
import { useContractForm } from '../../blocks/contract-form/use-contract-form.ts';
import { listUserLanguageOptions } from '../../blocks/user/user-language-options.ts';
import { focusOnMount } from '../../ui/browser/focus-on-mount.ts';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { applyPreferredLanguage } from '../../ui/i18n/i18n.ts';
import { ConfirmCode } from './confirm-code.tsx';
import { formatSessionName } from './format-session-name.ts';

const passwordChangeSchema = ProfileForm.required({ password: true }).extend({
  current_password: z.string().min(1),
});
const emailChangeSchema = ProfileForm.omit({ password: true }).extend({
  current_password: z.string().min(1),
});
const profileSchema = ProfileForm.omit({ password: true, current_password: true });

/** Name, email, language and password of the user (spec 1 §5, "Profile"). */
export function ProfileTab() {
  const { data: me, error, refetch } = useQuery(buildEndpointQuery(readMe, {}));
  if (me)
    return (
      <Stack gap="xl">
        {me.email_confirmed === false && <ConfirmEmail email={me.email ?? ''} />}
        <Profile me={me} />
      </Stack>
    );
  if (error) return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />;
  return <ListSkeleton rows={2} height={64} />;
}

/** The text after a new password was saved: which sessions it ended, each device once with the number of its sessions. */
function formatEndedSessions(t: TFunction, endedSessions: NonNullable<User['ended_sessions']>): string {
  if (endedSessions.length === 0) return t('account.passwordSaved.alone');
  const counts = new Map<string, number>();
  for (const session of endedSessions) {
    const name = formatSessionName(t, session);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const names = [...counts].map(([name, count]) => (count === 1 ? name : `${name} (${count})`));
  return t('account.passwordSaved.ended', { list: names.join(', ') });
}

/** Confirms the email address of the login. Logging in is possible without it. */
function ConfirmEmail({ email }: { email: string }) {
  const { t } = useTranslation();
  const send = useCall(sendMyCode, { invalidates: [] });
  const confirm = useCall(confirmMyEmail, {
    onSuccess: () => notify('success', t('confirmation.done', { address: email })),
    invalidates: [buildEndpointKey(readMe), buildEndpointKey(listContacts)],
  });
  return (
    <Paper withBorder p="md">
      <Title order={3} size="h5" mb={4}>
        {t('account.confirmEmail')}
      </Title>
      <Group gap="xs" mb="xs">
        <Text span dir="ltr">
          {email}
        </Text>
        <Badge variant="light" color="yellow" autoContrast>
          {t('confirmation.unconfirmed')}
        </Badge>
      </Group>
      <ConfirmCode
        key={email}
        address={email}
        type="email"
        send={() => send.mutateAsync({})}
        confirm={(code) => confirm.mutateAsync({ body: { code } })}
      />
    </Paper>
  );
}

function Profile({ me }: { me: User }) {
  const { t, i18n } = useTranslation();
  const update = useCall(updateUser, {
    onSuccess: () => refreshAccount(),
    invalidates: [buildEndpointKey(readMe)],
  });
  const [isChangingPassword, setChangingPassword] = useState(false);
  const [isEmailChanged, setEmailChanged] = useState(false);
  /** Shown in the form: it is longer than what can be read in a toast. */
  const [passwordResult, setPasswordResult] = useState<string | null>(null);
  /** Both give access to the account: somebody who finds the device unlocked must not be able to change them. */
  const needsCurrentPassword = isChangingPassword || isEmailChanged;
  const { form, field, submit, problem, isBusy } = useContractForm({
    schema: isChangingPassword ? passwordChangeSchema : isEmailChanged ? emailChangeSchema : profileSchema,
    initialValues: {
      realname: me.realname ?? '',
      email: me.email ?? '',
      current_password: '',
      password: '',
      language: me.language ?? '',
    },
    labels: {
      realname: t('field.realname'),
      email: t('field.email'),
      password: t('account.newPassword'),
      current_password: t('account.currentPassword'),
      language: t('language.title'),
    },
    errorTexts: { 'email.taken': t('register.taken') },
    async submitValues(body) {
      const saved = await update.mutateAsync({ params: { id: me.id }, body });
      form.setFieldValue('password', '');
      form.setFieldValue('current_password', '');
      setChangingPassword(false);
      setEmailChanged(false);
      // Otherwise the language that the URL requested is kept.
      if ((body.language ?? null) !== (me.language ?? null))
        await applyPreferredLanguage(getConfig().site.language);
      const endedSessions = saved.ended_sessions;
      setPasswordResult(endedSessions ? formatEndedSessions(i18n.t, endedSessions) : null);
      if (!endedSessions) notify('success', i18n.t('account.saved'));
    },
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <ProblemAlert text={problem} />
        <TextInput {...field('realname')} data-autofocus size="md" autoComplete="name" dir="auto" />
        <TextInput
          {...field('email')}
          onChange={(event) => {
            form.getInputProps('email').onChange(event);
            setEmailChanged(event.currentTarget.value.trim().toLowerCase() !== (me.email ?? ''));
          }}
          size="md"
          type="email"
          autoComplete="email"
          dir="ltr"
        />
        <NativeSelect
          {...field('language')}
          size="md"
          description={t('account.languageHint')}
          data={listUserLanguageOptions(t, me.language)}
        />
        {needsCurrentPassword && (
          <PasswordField
            {...field('current_password')}
            // Not while the email address is typed, which requires it, too.
            {...(isChangingPassword ? { ref: focusOnMount } : {})}
            description={t('account.currentPasswordHint')}
            autoComplete="current-password"
          />
        )}
        {isChangingPassword ? (
          <NewPasswordField
            field={field('password')}
            onCancel={() => {
              form.setFieldValue('password', '');
              form.clearFieldError('password');
              setChangingPassword(false);
            }}
          />
        ) : (
          <Group>
            <Button
              variant="default"
              size="md"
              onClick={() => {
                setPasswordResult(null);
                setChangingPassword(true);
              }}
            >
              {t('account.changePassword')}
            </Button>
          </Group>
        )}
        {passwordResult && <PasswordResult text={passwordResult} />}
        <DialogActions>
          <Button type="submit" size="md" loading={isBusy}>
            {t('action.save')}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  );
}

interface NewPasswordFieldProps {
  field: Omit<ComponentProps<typeof PasswordField>, 'autoComplete'>;
  onCancel: () => void;
}

function NewPasswordField({ field, onCancel }: NewPasswordFieldProps) {
  const { t } = useTranslation();
  return (
    <Stack gap="xs" align="stretch">
      <PasswordField
        {...field}
        description={t('account.passwordHint', limits.password)}
        autoComplete="new-password"
      />
      <Group>
        <Button variant="default" size="md" onClick={onCancel}>
          {t('account.keepPassword')}
        </Button>
      </Group>
    </Stack>
  );
}

/** What a new password changed. It gets the focus, since the field that had it is removed. */
function PasswordResult({ text }: { text: string }) {
  return (
    <Alert
      ref={focusOnMount}
      tabIndex={-1}
      color="green"
      variant="light"
      role="note"
      icon={<Icon icon={IconCheck} />}
    >
      {text}
    </Alert>
  );
}
