/** Form state of an account: values, validation and saving. */
import { builtInRoles } from '@waypost/contract/common/permissions';
import { createUser, type User, UserForm, updateUser } from '@waypost/contract/users/users';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';
import { useEditorForm } from '../../blocks/settings/use-editor-form.ts';

type UserValues = {
  realname: string;
  email: string;
  /** Sent only with `hasPassword`. */
  password: string;
  hasPassword: boolean;
  role: string;
  /** Empty: that of the deployment. */
  language: string;
};

/** A new account gets a password or an invitation; an existing one gets a new password only when that is chosen. */
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

/** @param user undefined for a new account */
export function useUserForm(user: User | undefined, onSaved: (saved: User, isInvited: boolean) => void) {
  const { t } = useTranslation();
  const create = useCall(createUser);
  const update = useCall(updateUser);
  return useEditorForm({
    initialValues: initialValues(user),
    schemaFor,
    labels: {
      realname: t('field.realname'),
      email: t('field.email'),
      password: t('field.password'),
      role: t('field.role'),
      language: t('language.title'),
    },
    save: ({ hasPassword, password, role, ...details }) => {
      const credentials = hasPassword ? { password } : {};
      if (!user)
        return create.mutateAsync({ body: { ...details, ...credentials, role, invite: !hasPassword } });
      // The server refuses a change of one's own role: an unchanged role is not sent.
      const body = { ...details, ...credentials, ...(role === user.role ? {} : { role }) };
      return update.mutateAsync({ params: { id: user.id }, body });
    },
    onSaved: (saved, values) => onSaved(saved, !user && !values.hasPassword),
  });
}
