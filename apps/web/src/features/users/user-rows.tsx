import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox } from '@mantine/core';
import { IconTrash, IconUserShield } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { User } from '@waypost/contract/users/users';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../api/session.ts';
import { getRoleDisplayName, useRoles } from '../../blocks/roles/use-roles.ts';
import { UserAvatar } from '../../blocks/user/user-avatar.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { BulkChangeRole, BulkDelete } from './bulk-actions.tsx';
import { getUserDisplayName, listFurtherContacts } from './user-names.ts';
import classes from './user-rows.module.css';
import type { UserSearch } from './user-search.ts';

interface Props {
  users: readonly User[];
  search: UserSearch;
  /** Another page is loading. */
  isStale: boolean;
}

/** The rows of a page of users, and the bulk actions. */
export function UserRows({ users, search, isStale }: Props) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [bulk, setBulk] = useState<'role' | 'delete' | null>(null);
  const selected = users.filter((user) => chosen.includes(user.id));
  const items = selected.map((user) => ({ id: user.id, name: getUserDisplayName(user) }));
  const toggle = (id: number, isOn: boolean) =>
    setChosen((before) => (isOn ? [...before, id] : before.filter((it) => it !== id)));
  const done = {
    items,
    onDone: (ids: readonly number[]) => setChosen((before) => before.filter((id) => !ids.includes(id))),
    onClose: () => setBulk(null),
  };
  return (
    <div className={classes['card']} data-stale={isStale || undefined}>
      <div className={classes['bar']}>
        <Checkbox
          checked={selected.length === users.length}
          indeterminate={selected.length > 0 && selected.length < users.length}
          onChange={(event) => setChosen(event.currentTarget.checked ? users.map((user) => user.id) : [])}
          label={
            selected.length === 0
              ? t('user.list.selectAll')
              : t('user.list.selected', { count: selected.length })
          }
        />
        {selected.length > 0 && (
          <div className={classes['bulk']}>
            <Button
              size="sm"
              variant="default"
              leftSection={<Icon icon={IconUserShield} size={18} />}
              onClick={() => setBulk('role')}
            >
              {t('user.bulk.role.action')}
            </Button>
            <Button
              size="sm"
              variant="outline"
              color="red"
              leftSection={<Icon icon={IconTrash} size={18} />}
              onClick={() => setBulk('delete')}
            >
              {t('user.bulk.delete.action')}
            </Button>
          </div>
        )}
      </div>
      <ul className={classes['rows']} aria-label={t('settings.entry.users.title')}>
        {users.map((user) => (
          <UserRow
            key={user.id}
            user={user}
            search={search}
            isChosen={chosen.includes(user.id)}
            onChoose={(isOn) => toggle(user.id, isOn)}
          />
        ))}
      </ul>
      {bulk === 'role' && <BulkChangeRole {...done} />}
      {bulk === 'delete' && <BulkDelete {...done} />}
    </div>
  );
}

interface RowProps {
  user: User;
  search: UserSearch;
  isChosen: boolean;
  onChoose: (isOn: boolean) => void;
}

function UserRow({ user, search, isChosen, onChoose }: RowProps) {
  const { t } = useTranslation();
  const roles = useRoles().data?.results;
  const isMe = useAccount()?.id === user.id;
  const role = roles?.find((it) => it.name === user.role);
  const name = getUserDisplayName(user);
  return (
    <li className={classes['row']} data-chosen={isChosen || undefined}>
      <Checkbox
        aria-label={t('user.list.select', { name })}
        checked={isChosen}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
      <UserAvatar hash={user.gravatar} name={user.realname} size={36} />
      <div className={classes['identity']}>
        <Link
          to="/settings/users/$userId"
          params={{ userId: String(user.id) }}
          state={{ usersShown: search }}
          className={classes['name']}
          dir="auto"
        >
          {name}
        </Link>
        {isMe && <span className={classes['youBadge']}>{t('user.list.you')}</span>}
        <span className={classes['detail']} dir="ltr">
          {user.email}
        </span>
      </div>
      <ul className={classes['contacts']} aria-label={t('user.contacts.title')}>
        {listFurtherContacts(user).map((contact) => (
          <li key={contact.id} className={classes['detail']} dir="ltr">
            {contact.contact}
          </li>
        ))}
      </ul>
      <div className={classes['facts']}>
        <span className={classes['role']}>
          <bdi>{role ? getRoleDisplayName(role, t) : (user.role ?? t('user.list.noRole'))}</bdi>
        </span>
        <span className={classes['detail']}>
          {user.last_login ? (
            <>
              {t('user.list.lastLogin')}{' '}
              <RelativeTime date={new Date(user.last_login * 1000).toISOString()} />
            </>
          ) : (
            t('user.list.neverLoggedIn')
          )}
        </span>
      </div>
    </li>
  );
}
