/** What the form of an account holds, when it is right, and how it is sent. */
import { useQueryClient } from '@tanstack/react-query';
import { builtInRoles } from '@waypost/contract/common/permissions';
import { createUser, type User, UserForm, updateUser } from '@waypost/contract/users/users';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { buildResourceKey } from '../../api/query-keys.ts';
import { useEditorForm } from '../../blocks/settings/use-editor-form.ts';

type UserValues = {
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
const schemaFor = ({ hasPassword }: UserValues) =>
  hasPassword ? UserForm.required({ password: true }) : UserForm.omit({ password: true });

const initialValues = (user: User | undefined): UserValues => ({
  realname: user?.realname ?? '',
  email: user?.email ?? '',
  password: '',
  hasPassword: !user,
  role: user ? (user.role ?? '') : builtInRoles.member,
  language: user?.language ?? '',
});

function saveUser(
  user: User | undefined,
  { hasPassword, password, role, ...words }: UserValues,
): Promise<User> {
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
    initialValues: initialValues(user),
    schemaFor,
    labels: {
      realname: t('field.realname'),
      email: t('field.email'),
      role: t('field.role'),
      language: t('language.title'),
    },
    save: (values) => saveUser(user, values),
    onSaved: (saved, values) => {
      void cache.invalidateQueries({ queryKey: buildResourceKey('users') });
      onSaved(saved, !user && !values.hasPassword);
    },
  });
}
