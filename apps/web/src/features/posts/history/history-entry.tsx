import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  type DetailedRevisionChange,
  type PostRevision,
  readRevision,
} from '@waypost/contract/posts/post-revisions';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { UserAvatar } from '../../../blocks/user/user-avatar.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { ErrorState, ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import { resolveFormatLocale } from '../../../ui/i18n/format-locale.ts';
import { isolateBidi } from '../../../ui/i18n/i18n.ts';
import type { FullSurvey } from '../use-full-survey.ts';
import classes from './history.module.css';
import { HistoryValue } from './history-value.tsx';
import { RestoreRevision } from './restore-revision.tsx';

interface Props {
  revision: PostRevision;
  isLatest: boolean;
  /** Undefined for a post without a survey. */
  fullSurvey: FullSurvey | undefined;
}

function useFieldName(): (change: PostRevision['changes'][number]) => string {
  const { t } = useTranslation();
  return ({ field, label }) =>
    field === 'values' ? label || t('post.history.goneField') : t(`post.history.field.${field}`);
}

/** Whether the field was deleted from the survey, and with it its answers in all posts. */
const isDeletedField = ({ field, label, before, after }: DetailedRevisionChange): boolean =>
  field === 'values' && !label && before === null && after === null;

/** The current version cannot be restored, nor one from before personal data was removed. */
const isRestorable = (revision: PostRevision) => revision.allowed_privileges.includes('update');

function RevisionChanges({ revision, fullSurvey }: Props) {
  const { t } = useTranslation();
  const getFieldName = useFieldName();
  const params = { id: revision.post_id, revisionId: revision.id };
  const { data, error, refetch } = useQuery(buildEndpointQuery(readRevision, { params }));
  if (error) return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={2} height={48} />;
  return (
    <>
      <dl className={classes['changes']}>
        {data.changes.map((change) => (
          <div key={`${change.field} ${change.key ?? ''}`}>
            <dt dir="auto">{getFieldName(change)}</dt>
            {isDeletedField(change) ? (
              <dd>{t('post.history.goneAnswers')}</dd>
            ) : (
              (['before', 'after'] as const).map((version) => (
                <dd key={version} data-side={version}>
                  <span className={classes['side']}>{t(`post.history.${version}`)}</span>
                  <HistoryValue change={change} value={change[version]} fullSurvey={fullSurvey} />
                </dd>
              ))
            )}
          </div>
        ))}
      </dl>
      {isRestorable(revision) && <RestoreRevision revision={revision} />}
    </>
  );
}

/** One revision: author, date and changed fields; expanded, the old and the new value of each. keys: post.history.field.* post.status.* */
export function HistoryEntry(props: Props) {
  const { t, i18n } = useTranslation();
  const { revision, isLatest } = props;
  const getFieldName = useFieldName();
  const id = useId();
  const [isOpen, setOpen] = useState(isLatest);
  /** Its changes were removed with personal data, and its time was cut to the day. */
  const isEmptied = revision.id !== 1 && revision.changes.length === 0;
  const hasDetails = revision.changes.length > 0 || isRestorable(revision);
  const authorName = revision.user ? revision.user.realname || t('post.member') : t('post.anonymous');
  const fields = new Intl.ListFormat(resolveFormatLocale(i18n.language)).format(
    revision.changes.map((change) => isolateBidi(getFieldName(change))),
  );
  const newStatus = revision.changes.length === 1 ? revision.changes[0]?.status : undefined;
  const actionText =
    revision.restored !== null
      ? t('post.history.restored', { number: revision.restored })
      : revision.id === 1
        ? t('post.history.made')
        : revision.suggestion
          ? t('post.history.accepted', { fields })
          : newStatus
            ? t(`post.status.${newStatus}`)
            : isEmptied
              ? t('post.history.anonymized')
              : t('post.history.changed', { fields });
  return (
    <li className={classes['entry']}>
      <h2 className={classes['summary']}>
        <UnstyledButton
          className={classes['toggle']}
          {...(hasDetails
            ? { 'aria-expanded': isOpen, 'aria-controls': id, onClick: () => setOpen(!isOpen) }
            : { component: 'div' })}
        >
          <UserAvatar
            hash={undefined}
            name={revision.user ? `${revision.user.id} ${authorName}` : authorName}
          />
          <span className={classes['summaryText']}>
            <span dir="auto">{authorName}</span>
            <span className={classes['when']}>
              <RelativeTime date={revision.created} precision={isEmptied ? 'day' : undefined} />
            </span>
            <span className={classes['action']} dir="auto">
              {actionText}
            </span>
          </span>
          {hasDetails && (
            <span className={classes['chevron']} data-open={isOpen || undefined}>
              <Icon icon={IconChevronDown} size={18} />
            </span>
          )}
        </UnstyledButton>
      </h2>
      {hasDetails && (
        <div id={id} hidden={!isOpen}>
          {isOpen && <RevisionChanges {...props} />}
        </div>
      )}
    </li>
  );
}
