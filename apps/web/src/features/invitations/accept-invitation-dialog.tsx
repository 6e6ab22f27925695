/** Accepts an invitation to the team: name, address and password of the new account, which is then logged in. */
import './joining-labels.ts';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { limits } from '@waypost/contract/common/limits';
import {
  AcceptInvitationForm,
  acceptInvitation,
  checkInvitation,
  type OpenInvitation,
} from '@waypost/contract/users/invitations';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useConfig } from '../../api/config.ts';
import { formatErrorMessage } from '../../api/error-text.ts';
import { buildCallKey } from '../../api/query-keys.ts';
import { type Account, login, logout } from '../../api/session.ts';
import { useCall } from '../../api/use-call.ts';
import { useContractForm } from '../../blocks/contract-form/use-contract-form.ts';
import { getRoleDisplayName } from '../../blocks/roles/use-roles.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { EmailField } from '../../ui/form/email-field.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';

interface Props {
  /** From the link; null if no link was opened. */
  token: string | null;
  /** Who is logged in: an invitation creates a new account. */
  account: Account | null;
  onCancel: () => void;
  onDone: () => void;
}

/** The dialog. */
export function AcceptInvitationDialog({ token, account, onCancel, onDone }: Props) {
  useLoadedTranslations();
  const { t } = useTranslation();
  const { site } = useConfig();
  const body = { token: token ?? '' };
  const invitation = useQuery({
    queryKey: buildCallKey(checkInvitation, { body }),
    queryFn: ({ signal }) => call(checkInvitation, { body }, { signal }),
    enabled: token !== null && account === null,
    retry: false,
    gcTime: 0,
  });
  const isInvalid = token === null || invitation.isError;
  return (
    <FormDialog title={t('joining.title', { site: site.name })} onClose={onCancel}>
      {account !== null ? (
        <Stack>
          <Text>{t('joining.loggedIn', { name: account.realname ?? account.email })}</Text>
          <Group justify="flex-end">
            <Button variant="default" size="md" onClick={onCancel}>
              {t('action.cancel')}
            </Button>
            <Button size="md" onClick={logout}>
              {t('joining.logOut')}
            </Button>
          </Group>
        </Stack>
      ) : isInvalid ? (
        <Stack>
          <ProblemAlert
            text={
              token === null || isTokenProblem(invitation.error)
                ? t('joining.invalid')
                : formatErrorMessage(invitation.error)
            }
          />
          <Group justify="flex-end">
            <Button variant="default" size="md" onClick={onCancel}>
              {t('joining.toSite')}
            </Button>
          </Group>
        </Stack>
      ) : invitation.data ? (
        <AcceptForm token={token} invitation={invitation.data} onCancel={onCancel} onDone={onDone} />
      ) : (
        <ListSkeleton rows={3} height={56} />
      )}
    </FormDialog>
  );
}

const isTokenProblem = (error: unknown): boolean =>
  isApiError(error) && error.entries.some((entry) => entry.source?.pointer === '/token');

interface FormProps {
  token: string;
  invitation: OpenInvitation;
  onCancel: () => void;
  onDone: () => void;
}

function AcceptForm({ token, invitation, onCancel, onDone }: FormProps) {
  const { t } = useTranslation();
  const accept = useCall(acceptInvitation, { invalidates: [] });
  const { field, submit, problem, isBusy } = useContractForm({
    schema: AcceptInvitationForm,
    initialValues: { realname: '', email: invitation.email ?? '', password: '' },
    labels: { realname: t('field.realname'), email: t('field.email'), password: t('field.password') },
    errorTexts: { 'email.taken': t('joining.taken') },
    async submitValues(values) {
      await accept.mutateAsync({ body: { ...values, token } });
      await login(values.email, values.password);
      onDone();
    },
  });
  const { role: name, role_name: display_name } = invitation;
  const roleName = getRoleDisplayName({ name, display_name }, t);
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Text>{t('joining.text', { role: roleName })}</Text>
        <ProblemAlert text={problem} />
        <TextInput
          {...field('realname')}
          data-autofocus
          size="md"
          required
          maxLength={limits.name}
          autoComplete="name"
          dir="auto"
        />
        <EmailField {...field('email')} required readOnly={invitation.email !== null} />
        <PasswordField
          {...field('password')}
          description={t('account.passwordHint', limits.password)}
          autoComplete="new-password"
          required
        />
        <Group justify="flex-end">
          <Button variant="default" size="md" onClick={onCancel}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" size="md" loading={isBusy}>
            {t('joining.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
