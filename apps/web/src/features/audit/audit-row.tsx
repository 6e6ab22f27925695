import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '@waypost/contract/audit/audit';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import classes from './audit-page.module.css';
import { readAuditChanges } from './read-audit-changes.ts';
import { useAuditTexts } from './use-audit-texts.ts';

interface Props {
  entry: AuditEntry;
  /** Filters the log by this user. */
  onUserClick: (id: number) => void;
}

/** One entry: who changed what and when, with old and new values where they were recorded. keys: audit.action.* audit.looked.* */
export function AuditRow({ entry, onUserClick }: Props) {
  const { t } = useTranslation();
  const texts = useAuditTexts();
  const { user, user_name } = entry;
  const { changed, notes, fromTo } = readAuditChanges(entry.details);
  const isBulk = entry.subject === 'bulk-changes';
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
        {textOfAction(entry, t)} <AuditSubject entry={entry} texts={texts} />
      </div>
      <div className={classes['date']}>
        <RelativeTime date={entry.at} />
      </div>
      {isLook(entry) && <LookDetails details={entry.details} />}
      {(changed.length > 0 || notes.length > 0 || fromTo.length > 0) && (
        <ul className={classes['changes']}>
          {changed.length > 0 && (
            <li>{t('audit.changes', { what: changed.map(texts.formatField).join(', ') })}</li>
          )}
          {notes.map((note) => (
            <li key={note}>{texts.formatField(note)}</li>
          ))}
          {fromTo.map(({ name, from, to }) => (
            <li key={name}>
              {texts.formatField(name)}:{' '}
              {isBulk ? (
                // Nothing was there before; an undo tells how many there were.
                <ChangedValue text={texts.formatValue(name, to[0] === 0 ? from : to)} />
              ) : (
                <>
                  <ChangedValue text={texts.formatValue(name, from)} />{' '}
                  <span className={classes['arrow']} aria-hidden="true">
                    →
                  </span>
                  <span className={classes['visuallyHidden']}>{t('audit.becomes')}</span>{' '}
                  <ChangedValue text={texts.formatValue(name, to)} />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

const isLook = ({ action, subject }: AuditEntry) =>
  action === 'view' && (subject === 'posts' || subject === 'contacts');

function textOfAction(entry: AuditEntry, t: TFunction): string {
  const { action, subject, subject_id } = entry;
  if (isLook(entry)) {
    if (typeof entry.details['original'] === 'number') return t('audit.looked.original');
    return t(`audit.looked.${subject_id === null ? 'reads' : (subject as 'posts' | 'contacts')}`);
  }
  return action === 'view' ? '' : t(`audit.action.${action}.${subject}`);
}

/** Why somebody looked at personal data, and how many reports and messages a program read. */
function LookDetails({ details: { reason, reads } }: Pick<AuditEntry, 'details'>) {
  const { t } = useTranslation();
  return (
    <ul className={classes['changes']}>
      {typeof reads === 'number' && <li>{t('audit.reads', { count: reads })}</li>}
      {typeof reason === 'string' && <li dir="auto">{t('audit.reason', { reason })}</li>}
    </ul>
  );
}

function ChangedValue({ text }: { text: string }) {
  const { t } = useTranslation();
  return text === '' ? <em>{t('audit.nothing')}</em> : <bdi className={classes['value']}>{text}</bdi>;
}

/** What was changed, as a link to its screen if there is one. */
function AuditSubject({
  entry: { subject, subject_id, subject_name, subject_exists },
  texts,
}: {
  entry: AuditEntry;
  texts: ReturnType<typeof useAuditTexts>;
}): ReactNode {
  const { t } = useTranslation();
  if (subject_id === null || subject === 'retention') return null;
  if (subject === 'contacts')
    return (
      <Link to="/messages" search={{ contact: Number(subject_id) }}>
        {t('audit.nameless', { id: subject_id })}
      </Link>
    );
  if (subject === 'config') return texts.formatGroup(subject_id);
  if (subject === 'emergency') return texts.formatMeasure(subject_id);
  if (subject === 'posts' && subject_exists !== false)
    return (
      <Link to="/posts/$postId" params={{ postId: subject_id }}>
        {t('audit.nameless', { id: subject_id })}
      </Link>
    );
  if (subject_name === null || subject === 'apikeys') return t('audit.nameless', { id: subject_id });
  const name = (
    <bdi>{subject === 'roles' ? texts.formatRoleName(subject_id, subject_name) : subject_name}</bdi>
  );
  if (subject_exists === false || subject === 'layers' || subject === 'templates') return name;
  if (subject === 'tags')
    return (
      <Link to="/settings/categories/$categoryId" params={{ categoryId: subject_id }}>
        {name}
      </Link>
    );
  if (subject === 'forms')
    return (
      <Link to="/settings/surveys/edit/$surveyId" params={{ surveyId: subject_id }}>
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
