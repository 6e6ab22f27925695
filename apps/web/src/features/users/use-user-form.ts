/** What the form of an account holds, when it is right, and how it is sent. */
import { useQueryClient } from '@tanstack/react-query';
import { builtInRoles } from '@waypost/contract/privileges';
import { createUser, type User, UserForm, updateUser } from '@waypost/contract/users';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { forResource } from '../../api/query-keys.ts';
import { useEditorForm } from '../../blocks/settings/use-editor-form.ts';

type Values = {
  realname: string;
  email: string;
  /** As typed; sent only with `hasPassword`. */
  password: string;
  hasPassword: boolean;
  role: string;
  /** Empty: the deployment's. */
  language: string;
};

/** A new account has a password typed for it, or an invitation; an old one gets another only when that is chosen. */
const schemaFor = ({ hasPassword }: Values) =>
  hasPassword ? UserForm.required({ password: true }) : UserForm.omit({ password: true });

const start = (user: User | undefined): Values => ({
  realname: user?.realname ?? '',
  email: user?.email ?? '',
  password: '',
  hasPassword: !user,
  role: user ? (user.role ?? '') : builtInRoles.member,
  language: user?.language ?? '',
});

function send(user: User | undefined, { hasPassword, password, role, ...words }: Values): Promise<User> {
  const secret = hasPassword ? { password } : {};
  if (!user) {
    const body = { ...words, ...secret, role, invite: !hasPassword };
    return call(createUser, { body }, { quiet: true });
  }
  // One's own role is not even sent back.
  const change = { ...words, ...secret, ...(role === user.role ? {} : { role }) };
  return call(updateUser, { params: { id: user.id }, body: change }, { quiet: true });
}

/** @param user undefined for a new one */
export function useUserForm(user: User | undefined, onSaved: (saved: User, isInvited: boolean) => void) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  return useEditorForm({
    start: start(user),
    schemaFor,
    labels: {
      realname: t('field.realname'),
      email: t('field.email'),
      role: t('field.role'),
      language: t('language.title'),
    },
    send: (values) => send(user, values),
    onSaved: (saved, values) => {
      void cache.invalidateQueries({ queryKey: forResource('users') });
      onSaved(saved, !user && !values.hasPassword);
    },
  });
}
