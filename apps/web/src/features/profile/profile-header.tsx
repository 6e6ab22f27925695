import { Button } from '@mantine/core';
import type { Post } from '@waypost/contract/posts/posts';
import type { User } from '@waypost/contract/users/users';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../api/session.ts';
import { setGlobalDialog } from '../../blocks/global-dialog/global-dialog.ts';
import { useAuthor } from '../../blocks/post-card/use-author.ts';
import { getRoleDisplayName, useRoles } from '../../blocks/roles/use-roles.ts';
import { UserAvatar } from '../../blocks/user/user-avatar.tsx';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import { ScreenTitle } from '../../ui/layout/screen-title.tsx';
import { ButtonLink } from '../../ui/navigation/button-link.tsx';
import classes from './profile-page.module.css';

interface Props {
  id: number;
  /** Undefined if the reader may not read the account. */
  user: User | undefined;
  /** A report of the person, which may tell the name. */
  post: Post | undefined;
}

/** Name, role, contacts and the way to edit the account, as far as the server sent them. */
export function ProfileHeader({ id, user, post }: Props) {
  const { t, i18n } = useTranslation();
  const author = useAuthor(post ?? {});
  const name = user?.realname || user?.email || author;
  const isMe = useAccount()?.id === id;
  const roles = useRoles(Boolean(user?.role)).data?.results;
  const role = roles?.find((it) => it.name === user?.role);
  const dateFormat = new Intl.DateTimeFormat(resolveFormatLocale(i18n.language), { dateStyle: 'long' });
  const facts = [
    isMe && t('profile.you'),
    user?.role && getRoleDisplayName(role ?? { name: user.role, display_name: null }, t),
    user?.created && t('profile.memberSince', { date: dateFormat.format(new Date(user.created)) }),
  ]
    .filter((fact) => typeof fact === 'string')
    .filter((fact) => fact !== '');
  const canUpdate = user?.allowed_privileges.includes('update') ?? false;
  return (
    <header className={classes['header']}>
      <div className={classes['identity']}>
        <UserAvatar hash={user?.gravatar} name={user ? user.realname : `${id} ${author}`} size={56} />
        <div>
          <ScreenTitle title={name} />
          {facts.length > 0 && (
            <p className={classes['facts']}>
              {facts.map((fact, index) => (
                <Fragment key={fact}>
                  {index > 0 && ' · '}
                  <bdi>{fact}</bdi>
                </Fragment>
              ))}
            </p>
          )}
        </div>
        {canUpdate && (
          <div className={classes['actions']}>
            {isMe ? (
              <Button variant="default" onClick={() => setGlobalDialog({ name: 'account' })}>
                {t('profile.edit')}
              </Button>
            ) : (
              <ButtonLink to="/settings/users/$userId" params={{ userId: String(id) }} variant="default">
                {t('profile.edit')}
              </ButtonLink>
            )}
          </div>
        )}
      </div>
      {user && user.contacts.length > 0 && (
        <section aria-labelledby="profile-contacts">
          <h2 id="profile-contacts" className={classes['heading']}>
            {t('profile.contacts')}
          </h2>
          <ul className={classes['contacts']}>
            {user.contacts.map(({ id: contactId, contact }) => (
              <li key={contactId} dir="ltr">
                {contact}
              </li>
            ))}
          </ul>
        </section>
      )}
    </header>
  );
}
