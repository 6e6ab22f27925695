import { Badge, Button, Group, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/Badge.layer.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listContacts } from '@waypost/contract/contacts';
import { limits } from '@waypost/contract/limits';
import {
  confirmMyEmail,
  ProfileForm,
  readMe,
  sendMyCode,
  type User,
  updateUser,
} from '@waypost/contract/users';
import type { TFunction } from 'i18next';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { config } from '../../api/config.ts';
import { problemTexts } from '../../api/fault-text.ts';
import { read } from '../../api/query-client.ts';
import { forEndpoint } from '../../api/query-keys.ts';
import { refreshAccount } from '../../api/session.ts';
import { useContractForm } from '../../blocks/contract-form/use-contract-form.ts';
import { ownLanguageChoices } from '../../blocks/person/language-choices.ts';
import { DisabledReason } from '../../ui/disabled-reason.tsx';
import { followLanguage } from '../../ui/i18n.ts';
import { notify } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { ErrorState, LoadingList } from '../../ui/states.tsx';
import { takeFocus } from '../../ui/take-focus.ts';
import { ConfirmCode } from './confirm-code.tsx';
import { sessionName } from './session-name.ts';

const withPassword = ProfileForm.required({ password: true }).extend({ current_password: z.string().min(1) });
const withAddress = ProfileForm.omit({ password: true }).extend({ current_password: z.string().min(1) });
const plain = ProfileForm.omit({ password: true, current_password: true });

/** Name, email, and a new password for those who want one (spec 1 §5, "Profile"). */
export function ProfileTab() {
  const { data: me, error, refetch } = useQuery(read(readMe, {}, { quiet: true }));
  if (me)
    return (
      <Stack gap="xl">
        <Profile me={me} />
        {me.email_confirmed === false && <ConfirmLogin email={me.email ?? ''} />}
      </Stack>
    );
  if (error) return <ErrorState texts={problemTexts(error)} onRetry={() => void refetch()} />;
  return <LoadingList rows={2} height={64} />;
}

/** What a save did; of a new password, which logins it ended. */
function savedText(t: TFunction, { ended_sessions: ended }: User): string {
  if (ended === undefined) return t('account.saved');
  if (ended.length === 0) return t('account.passwordSaved.alone');
  const names = ended.map((session) => sessionName(t, session)).join(', ');
  return t('account.passwordSaved.ended', { list: names });
}

/** The address that one logs in with. Nobody is kept from logging in for want of it. */
function ConfirmLogin({ email }: { email: string }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  return (
    <Paper withBorder p="md">
      <Group gap="xs" mb="xs">
        <Text span dir="ltr" fw={600}>
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
        send={() => call(sendMyCode, {}, { quiet: true })}
        confirm={async (code) => {
          await call(confirmMyEmail, { body: { code } }, { quiet: true });
          notify('success', t('confirmation.done', { address: email }));
          await Promise.all([
            cache.invalidateQueries({ queryKey: forEndpoint(readMe) }),
            cache.invalidateQueries({ queryKey: forEndpoint(listContacts) }),
          ]);
        }}
      />
    </Paper>
  );
}

function Profile({ me }: { me: User }) {
  const { t, i18n } = useTranslation();
  const cache = useQueryClient();
  const reasonId = useId();
  const [isChanging, setChanging] = useState(false);
  const [isOtherAddress, setOtherAddress] = useState(false);
  /** Both open the account: whoever finds the device open must not be able to change them. */
  const asksPassword = isChanging || isOtherAddress;
  const { form, field, submit, problem, isBusy, isValid, disabledReason } = useContractForm({
    schema: isChanging ? withPassword : isOtherAddress ? withAddress : plain,
    initial: {
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
    texts: { 'email.taken': t('register.taken') },
    async send(body) {
      const saved = await call(updateUser, { params: { id: me.id }, body }, { quiet: true });
      form.setFieldValue('password', '');
      form.setFieldValue('current_password', '');
      setChanging(false);
      setOtherAddress(false);
      await Promise.all([refreshAccount(), cache.invalidateQueries({ queryKey: forEndpoint(readMe) })]);
      // Else what the address asked for stays.
      if ((body.language ?? null) !== (me.language ?? null)) await followLanguage(config().site.language);
      notify('success', savedText(i18n.t, saved));
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
            setOtherAddress(event.currentTarget.value.trim().toLowerCase() !== (me.email ?? ''));
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
          data={ownLanguageChoices(t, me.language)}
        />
        {asksPassword && (
          <PasswordField
            {...field('current_password')}
            // Not while the address is typed, which asks for it too.
            {...(isChanging ? { ref: takeFocus } : {})}
            description={t('account.currentPasswordHint')}
            autoComplete="current-password"
          />
        )}
        {isChanging ? (
          <Stack gap="xs" align="stretch">
            <PasswordField
              {...field('password')}
              description={t('account.passwordHint', limits.password)}
              autoComplete="new-password"
            />
            <Group>
              <Button
                variant="subtle"
                color="gray"
                size="sm"
                onClick={() => {
                  form.setFieldValue('password', '');
                  form.clearFieldError('password');
                  setChanging(false);
                }}
              >
                {t('account.keepPassword')}
              </Button>
            </Group>
          </Stack>
        ) : (
          <Group>
            <Button variant="default" size="md" onClick={() => setChanging(true)}>
              {t('account.changePassword')}
            </Button>
          </Group>
        )}
        <Group justify="flex-end">
          <Button type="submit" size="md" loading={isBusy} disabled={!isValid()} aria-describedby={reasonId}>
            {t('action.save')}
          </Button>
          <DisabledReason id={reasonId} text={disabledReason()} />
        </Group>
      </Stack>
    </form>
  );
}
