import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '@waypost/contract/audit/audit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { getRoleDisplayName, useRoles } from '../../blocks/roles/use-roles.ts';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import classes from './audit-page.module.css';
import { readAuditChanges } from './read-audit-changes.ts';

interface Props {
  entry: AuditEntry;
  /** Filters the log by this user. */
  onUserClick: (id: number) => void;
}

/** One entry: who changed what and when, with old and new values where they were recorded. keys: audit.action.* audit.changed.* audit.group.* audit.measure.* */
export function AuditRow({ entry, onUserClick }: Props) {
  const { t, i18n } = useTranslation();
  const { user, user_name } = entry;
  const translate = (group: string, key: string) => {
    const fullKey = `audit.${group}.${key}`;
    return i18n.exists(fullKey) ? t(fullKey as never) : key;
  };
  const roles = useRoles().data?.results;
  const { changed, notes, fromTo } = readAuditChanges(entry.details);
  const formatValue = (name: string, value: string) => {
    const role = name === 'role' && roles?.find((it) => it.name === value);
    return role ? getRoleDisplayName(role) : value;
  };
  return (
    <li className={classes['entry']}>
      <div>
        {user ? (
          <Anchor component="button" type="button" fw={550} onClick={() => onUserClick(user.id)}>
            <bdi>{user_name ?? t('audit.nameless', { id: user.id })}</bdi>
          </Anchor>
        ) : (
          <strong>{t(entry.subject === 'receipts' ? 'audit.reporter' : 'audit.server')}</strong>
        )}{' '}
        {t(`audit.action.${entry.action}.${entry.subject}`)}{' '}
        <AuditSubject entry={entry} translate={translate} />
      </div>
      <div className={classes['date']}>
        <RelativeTime date={entry.at} />
      </div>
      {(changed.length > 0 || notes.length > 0 || fromTo.length > 0) && (
        <ul className={classes['changes']}>
          {changed.length > 0 && (
            <li>
              {t('audit.changes', { what: changed.map((key) => translate('changed', key)).join(', ') })}
            </li>
          )}
          {notes.map((note) => (
            <li key={note}>{translate('changed', note)}</li>
          ))}
          {fromTo.map(({ name, from, to }) => (
            <li key={name}>
              {translate('changed', name)}: <ChangedValue text={formatValue(name, from)} />{' '}
              <span aria-hidden="true">→</span>
              <span className={classes['visuallyHidden']}>{t('audit.becomes')}</span>{' '}
              <ChangedValue text={formatValue(name, to)} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function ChangedValue({ text }: { text: string }) {
  const { t } = useTranslation();
  return text === '' ? <em>{t('audit.nothing')}</em> : <bdi className={classes['value']}>{text}</bdi>;
}

/** What was changed, as a link to its screen if there is one. */
function AuditSubject({
  entry: { subject, subject_id, subject_name, subject_exists },
  translate,
}: {
  entry: AuditEntry;
  translate: (group: string, key: string) => string;
}): ReactNode {
  const { t } = useTranslation();
  if (subject_id === null || subject === 'retention' || subject === 'contacts') return null;
  if (subject === 'config') return translate('group', subject_id);
  if (subject === 'emergency') return translate('measure', subject_id);
  if (subject === 'posts')
    return (
      <Link to="/posts/$postId" params={{ postId: subject_id }}>
        {t('audit.nameless', { id: subject_id })}
      </Link>
    );
  if (subject_name === null || subject === 'apikeys') return t('audit.nameless', { id: subject_id });
  const name = <bdi>{subject_name}</bdi>;
  if (subject_exists === false || subject === 'layers' || subject === 'templates') return name;
  if (subject === 'tags')
    return (
      <Link to="/settings/categories/$categoryId" params={{ categoryId: subject_id }}>
        {name}
      </Link>
    );
  if (subject === 'webhooks')
    return (
      <Link to="/settings/webhooks/$webhookId" params={{ webhookId: subject_id }}>
        {name}
      </Link>
    );
  return subject === 'users' ? (
    <Link to="/settings/users/$userId" params={{ userId: subject_id }}>
      {name}
    </Link>
  ) : (
    <Link to="/settings/roles/$roleId" params={{ roleId: subject_id }}>
      {name}
    </Link>
  );
}
