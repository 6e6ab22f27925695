import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { Link, useNavigate } from '@tanstack/react-router';
import { threadStates } from '@waypost/contract/messages/messages';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { Pagination } from '../../ui/navigation/pagination.tsx';
import type { InboxSearch } from './inbox-search.ts';
import classes from './messages-page.module.css';
import { threadPageSize } from './thread-query.ts';

/** A conversation, of a contact or of a reporter. */
export interface ThreadEntry {
  /** Of the contact or the post. */
  id: number;
  name: string;
  created: string;
  text: string;
  isFromTeam: boolean;
  unread: number;
  isWaiting: boolean;
  isStopped: boolean;
  isOpen: boolean;
  /** The address that opens it. */
  search: InboxSearch;
}

interface Props {
  search: InboxSearch;
  searchLabel: string;
  /** Shown while there is no conversation at all. */
  none: { title: string; text: string };
  /** Undefined until it is loaded. */
  page: { total: number; threads: readonly ThreadEntry[] } | undefined;
  error: Error | null;
  onRetry: () => void;
}

/** A page of conversations with search and filter. keys: inbox.state.* */
export function ThreadList({ search, searchLabel, none, page, error, onRetry }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { state = 'all', q } = search;
  const show = (next: InboxSearch) =>
    void navigate({ to: '/messages', search: { ...search, page: undefined, ...next }, replace: true });
  const isNarrowed = q !== undefined || state !== 'all';
  const total = page?.total ?? 0;
  return (
    <>
      <SearchField
        size="md"
        label={searchLabel}
        value={q ?? ''}
        onSearch={(text) => show({ q: text || undefined })}
      />
      <SegmentedControl
        fullWidth
        size="sm"
        aria-label={t('inbox.show')}
        data={threadStates.map((value) => ({ value, label: t(`inbox.state.${value}`) }))}
        value={state}
        onChange={(value) => show({ state: value === 'unread' || value === 'waiting' ? value : undefined })}
      />
      <output className={classes['count']}>
        {total > 0 &&
          `${t('inbox.count', { count: total })} · ${t(state === 'waiting' ? 'inbox.longestWaitingFirst' : 'inbox.latestFirst')}`}
      </output>
      {error && !page && <ErrorState messages={formatErrorMessages(error)} onRetry={onRetry} />}
      {!page && !error && <ListSkeleton rows={6} height={64} />}
      {page && total === 0 && (
        <EmptyState title={isNarrowed ? t('inbox.notFound.title') : none.title}>
          {isNarrowed ? t('inbox.notFound.text') : none.text}
        </EmptyState>
      )}
      <ul className={classes['threads']}>
        {page?.threads.map((thread) => (
          <ThreadRow key={thread.id} {...thread} />
        ))}
      </ul>
      <Pagination page={search.page ?? 1} total={total} pageSize={threadPageSize} />
    </>
  );
}

function ThreadRow({
  search,
  name,
  created,
  text,
  isFromTeam,
  unread,
  isWaiting,
  isStopped,
  isOpen,
}: ThreadEntry) {
  const { t } = useTranslation();
  return (
    <li>
      <Link
        to="/messages"
        search={search}
        className={classes['thread']}
        aria-current={isOpen ? 'true' : undefined}
        data-unread={unread > 0 || undefined}
      >
        <span className={classes['line']}>
          <bdi className={classes['sender']}>{name}</bdi>
          <span className={classes['date']}>
            <RelativeTime date={created} />
          </span>
        </span>
        <span className={classes['line']}>
          <span className={classes['preview']}>
            {isFromTeam && <span>{t('inbox.you')}</span>}
            <span className={classes['text']} dir="auto">
              {text}
            </span>
          </span>
          {unread > 0 && (
            <span className={classes['unread']}>
              <span aria-hidden>{unread}</span>
              <span className={classes['hidden']}>{t('inbox.unread', { count: unread })}</span>
            </span>
          )}
        </span>
        {(isWaiting || isStopped) && (
          <span className={classes['mark']} data-tone={isStopped ? undefined : 'warning'}>
            {t(isStopped ? 'inbox.stopped' : 'inbox.waiting')}
          </span>
        )}
      </Link>
    </li>
  );
}
