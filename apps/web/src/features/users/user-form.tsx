/** The form of an account: name, email, password, role and language. */
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import {
  Alert,
  Button,
  Checkbox,
  NativeSelect,
  PasswordInput,
  Radio,
  Stack,
  TextInput,
  VisuallyHidden,
} from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { limits } from '@waypost/contract/common/limits';
import type { User } from '@waypost/contract/users/users';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { InvitationLink } from '../../blocks/invitations/invitation-link.tsx';
import { RolePermissions } from '../../blocks/roles/role-permissions.tsx';
import { getRoleDescription, getRoleDisplayName, useRoles } from '../../blocks/roles/use-roles.ts';
import { listUserLanguageOptions } from '../../blocks/user/user-language-options.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { ErrorState } from '../../ui/feedback/screen-states.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import classes from '../../ui/form/form-column.module.css';
import { FormSection } from '../../ui/form/form-section.tsx';
import { SaveBar } from '../../ui/form/save-bar.tsx';
import { UnsavedChangesGuard } from '../../ui/form/unsaved-changes-guard.tsx';
import { useUserForm } from './use-user-form.ts';
import { getUserDisplayName } from './user-names.ts';
import type { UserSearch } from './user-search.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Filters of the list from which the user was opened, to return to it. */
    usersShown?: UserSearch;
  }
}

type UserEditorForm = ReturnType<typeof useUserForm>['form'];

interface Props {
  /** Undefined for a new account. */
  user?: User;
  isMe?: boolean;
}

/** Creates or edits an account. */
export function UserForm({ user, isMe = false }: Props) {
  const { t } = useTranslation();
  const isStronger = user !== undefined && !user.allowed_privileges.includes('update');
  const navigate = useNavigate();
  const [waiting, setWaiting] = useState<{ email: string; token: string } | null>(null);
  const usersShown = useRouterState({ select: ({ location }) => location.state.usersShown });
  const back = () => void navigate({ to: '/settings/users', search: usersShown ?? {} });
  const { form, problems, onSubmit, canSave, saveStatus, hasChanges } = useUserForm(
    user,
    (saved, isInvited) => {
      const name = getUserDisplayName(saved);
      const { token } = saved.invitation ?? {};
      // The mail cannot leave: without the link the account could not be used.
      if (token !== undefined) return setWaiting({ email: saved.email ?? '', token });
      const done = isInvited ? 'user.done.invited' : user ? 'user.done.saved' : 'user.done.created';
      notify('success', t(done, { name }));
      back();
    },
  );
  if (waiting)
    return (
      <div className={classes['form']}>
        <InvitationLink
          path={`/forgotpassword/confirm/${encodeURIComponent(waiting.token)}`}
          email={waiting.email}
          delivery="waiting"
        />
        <div>
          <Button size="md" onClick={back}>
            {t('invitation.done')}
          </Button>
        </div>
      </div>
    );
  return (
    <form noValidate className={classes['form']} onSubmit={onSubmit}>
      {isStronger && (
        <Alert color="gray" variant="light" icon={<Icon icon={IconLock} />}>
          {t('problem.user.beyond-your-rights')}
        </Alert>
      )}
      <FormSection title={t('user.account.title')}>
        <TextInput
          {...form.getInputProps('realname')}
          disabled={isStronger}
          size="md"
          label={t('field.realname')}
          withAsterisk
          required
          maxLength={limits.name}
          autoComplete="off"
          dir="auto"
        />
        <TextInput
          {...form.getInputProps('email')}
          disabled={isStronger}
          size="md"
          type="email"
          label={t('field.email')}
          description={t('user.account.email')}
          withAsterisk
          required
          maxLength={limits.email}
          autoComplete="off"
          dir="ltr"
        />
        <NativeSelect
          {...form.getInputProps('language')}
          disabled={isStronger}
          size="md"
          label={t('language.title')}
          description={t('user.account.language')}
          data={listUserLanguageOptions(t, user?.language)}
        />
      </FormSection>
      {!user && <InitialPassword form={form} />}
      {user && !isStronger && <ChangePassword form={form} isMe={isMe} />}
      <FormSection title={t('field.role')} {...(isMe ? { lead: t('user.ownRole') } : {})}>
        <RoleSelect form={form} isFixed={isMe || isStronger} />
      </FormSection>
      {!isStronger && (
        <SaveBar
          saveLabel={t(
            user ? 'user.edit.save' : form.values.hasPassword ? 'user.create.save' : 'user.create.invite',
          )}
          canSave={canSave}
          isBusy={form.submitting}
          statusText={saveStatus}
          problems={problems}
          onCancel={back}
        />
      )}
      <UnsavedChangesGuard hasChanges={hasChanges} />
    </form>
  );
}

function NewPasswordField({ form, label }: { form: UserEditorForm; label: string }) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      {...form.getInputProps('password')}
      aria-invalid={form.errors['password'] ? true : undefined}
      visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
      size="md"
      label={label}
      description={t('user.password.rule', limits.password)}
      withAsterisk
      autoComplete="new-password"
    />
  );
}

/** For a new account: an invitation to set a password, or a password typed here. */
function InitialPassword({ form }: { form: UserEditorForm }) {
  const { t } = useTranslation();
  return (
    <FormSection title={t('field.password')}>
      <Checkbox
        label={t('user.invite.label')}
        description={t('user.invite.text', { count: limits.invitationSeconds / 86_400 })}
        checked={!form.values.hasPassword}
        onChange={(event) => form.setFieldValue('hasPassword', !event.currentTarget.checked)}
      />
      {form.values.hasPassword && <NewPasswordField form={form} label={t('field.password')} />}
    </FormSection>
  );
}

/** For an existing account: a button that shows the field. */
function ChangePassword({ form, isMe }: { form: UserEditorForm; isMe: boolean }) {
  const { t } = useTranslation();
  const choose = (hasPassword: boolean) => form.setValues({ hasPassword, password: '' });
  return (
    <FormSection title={t('field.password')} lead={t(isMe ? 'user.password.own' : 'user.password.others')}>
      {form.values.hasPassword && <NewPasswordField form={form} label={t('user.password.new')} />}
      <div>
        <Button variant="default" size="md" onClick={() => choose(!form.values.hasPassword)}>
          {t(form.values.hasPassword ? 'user.password.keep' : 'user.password.update')}
        </Button>
      </div>
    </FormSection>
  );
}

/** @param isFixed for the user's own role, and that of a user with more permissions */
function RoleSelect({ form, isFixed }: { form: UserEditorForm; isFixed: boolean }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useRoles();
  if (error && !data)
    return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />;
  return (
    <Radio.Group {...form.getInputProps('role')} label={<VisuallyHidden>{t('field.role')}</VisuallyHidden>}>
      <Stack gap="sm">
        {data?.results.map((role) => (
          <Radio
            key={role.id}
            value={role.name}
            disabled={isFixed || role.may_give === false}
            label={<span dir="auto">{getRoleDisplayName(role, t)}</span>}
            description={
              <>
                {!isFixed && role.may_give === false
                  ? t('user.role.notYours')
                  : role.description && <span dir="auto">{getRoleDescription(role, t)}</span>}
                <RolePermissions role={role} />
              </>
            }
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
