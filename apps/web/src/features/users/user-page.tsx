/** The pages that create and edit an account (spec 3 §2, "Users"). */
import { useQuery } from '@tanstack/react-query';
import { readUser } from '@waypost/contract/users/users';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { useAccount } from '../../api/session.ts';
import { QueryBoundary } from '../../blocks/settings/query-boundary.tsx';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { DeleteUser } from './delete-user.tsx';
import { UserContacts } from './user-contacts.tsx';
import { UserForm } from './user-form.tsx';
import { getUserDisplayName } from './user-names.ts';

export function NewUserPage() {
  const { t } = useTranslation();
  return (
    <SettingsPage title={t('user.create.title')}>
      <UserForm />
    </SettingsPage>
  );
}

export function UserPage({ id }: { id: number }) {
  const { t } = useTranslation();
  const me = useAccount()?.id;
  const query = useQuery({
    ...buildEndpointQuery(readUser, { params: { id } }),
    // A background fetch must not replace what is being typed.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const missing = { title: t('user.missing.title'), text: t('user.missing.text') };
  return (
    <SettingsPage title={query.data ? getUserDisplayName(query.data) : t('user.edit.title')}>
      <QueryBoundary query={query} notFound={missing}>
        {(user) => (
          <>
            <UserForm user={user} isMe={user.id === me} />
            <UserContacts user={user} />
            <DeleteUser user={user} isMe={user.id === me} />
          </>
        )}
      </QueryBoundary>
    </SettingsPage>
  );
}
