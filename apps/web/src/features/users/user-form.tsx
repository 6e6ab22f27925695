/** The form of an account: who it is, how they get in, what they are here. */
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
import { limits } from '@waypost/contract/limits';
import type { User } from '@waypost/contract/users';
import { useTranslation } from 'react-i18next';
import { problemTexts } from '../../api/fault-text.ts';
import { ownLanguageChoices } from '../../blocks/person/language-choices.ts';
import { nameOfRole, useRoles } from '../../blocks/roles/use-roles.ts';
import classes from '../../ui/form-column.module.css';
import { FormSection } from '../../ui/form-section.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { notify } from '../../ui/notice.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useUserForm } from './use-user-form.ts';
import { nameOfUser } from './user-names.ts';
import type { UserSearch } from './user-search.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What the list of users showed when one was opened from it: the way back leads there. */
    usersShown?: UserSearch;
  }
}

type Form = ReturnType<typeof useUserForm>['form'];

interface Props {
  /** Undefined for a new one. */
  user?: User;
  isMe?: boolean;
}

export function UserForm({ user, isMe = false }: Props) {
  const { t } = useTranslation();
  const isStronger = user !== undefined && !user.allowed_privileges.includes('update');
  const navigate = useNavigate();
  const usersShown = useRouterState({ select: ({ location }) => location.state.usersShown });
  const back = () => void navigate({ to: '/settings/users', search: usersShown ?? {} });
  const { form, problems, onSubmit, canSave, hasChanges } = useUserForm(user, (saved, isInvited) => {
    const name = nameOfUser(saved);
    const done = isInvited ? 'user.done.invited' : user ? 'user.done.saved' : 'user.done.created';
    notify('success', t(done, { name }));
    back();
  });
  return (
    <form noValidate className={classes['form']} onSubmit={onSubmit}>
      {isStronger && (
        <Alert color="gray" variant="light" icon={<Icon of={IconLock} />}>
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
          data={ownLanguageChoices(t, user?.language)}
        />
      </FormSection>
      {!user && <FirstPassword form={form} />}
      {user && !isStronger && <NewPassword form={form} isMe={isMe} />}
      <FormSection title={t('field.role')} {...(isMe ? { lead: t('user.ownRole') } : {})}>
        <Roles form={form} isFixed={isMe || isStronger} />
      </FormSection>
      {!isStronger && (
        <SaveBar
          action={t(
            user ? 'user.edit.save' : form.values.hasPassword ? 'user.create.save' : 'user.create.invite',
          )}
          canSave={canSave}
          isBusy={form.submitting}
          state={user && form.isDirty() ? t('form.unsaved') : undefined}
          problems={problems}
          onCancel={back}
        />
      )}
      <LeaveGuard hasChanges={hasChanges} />
    </form>
  );
}

function Password({ form, label }: { form: Form; label: string }) {
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

/** For a new account: they set it themselves, by a link, unless somebody types one here. */
function FirstPassword({ form }: { form: Form }) {
  const { t } = useTranslation();
  return (
    <FormSection title={t('field.password')}>
      <Checkbox
        label={t('user.invite.label')}
        description={t('user.invite.text', { count: limits.invitation / 86_400 })}
        checked={!form.values.hasPassword}
        onChange={(event) => form.setFieldValue('hasPassword', !event.currentTarget.checked)}
      />
      {form.values.hasPassword && <Password form={form} label={t('field.password')} />}
    </FormSection>
  );
}

/** For an old one: only when another is wanted. */
function NewPassword({ form, isMe }: { form: Form; isMe: boolean }) {
  const { t } = useTranslation();
  const choose = (hasPassword: boolean) => form.setValues({ hasPassword, password: '' });
  return (
    <FormSection title={t('field.password')} lead={t(isMe ? 'user.password.own' : 'user.password.others')}>
      {form.values.hasPassword && <Password form={form} label={t('user.password.new')} />}
      <div>
        <Button variant="default" size="md" onClick={() => choose(!form.values.hasPassword)}>
          {t(form.values.hasPassword ? 'user.password.keep' : 'user.password.update')}
        </Button>
      </div>
    </FormSection>
  );
}

/** @param isFixed nobody's own role is theirs to change, nor that of somebody with more rights */
function Roles({ form, isFixed }: { form: Form; isFixed: boolean }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useRoles();
  if (error && !data) return <ErrorState texts={problemTexts(error)} onRetry={() => void refetch()} />;
  return (
    <Radio.Group {...form.getInputProps('role')} label={<VisuallyHidden>{t('field.role')}</VisuallyHidden>}>
      <Stack gap="sm">
        {data?.results.map((role) => (
          <Radio
            key={role.id}
            value={role.name}
            disabled={isFixed || role.may_give === false}
            label={<span dir="auto">{nameOfRole(role)}</span>}
            description={
              !isFixed && role.may_give === false
                ? t('user.role.notYours')
                : role.description && <span dir="auto">{role.description}</span>
            }
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
