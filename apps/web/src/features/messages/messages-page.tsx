import '../../blocks/message-thread/message-labels.ts';
import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { listThreads, type Thread, threadStates } from '@waypost/contract/messages/messages';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Pagination } from '../../ui/navigation/pagination.tsx';
import type { InboxSearch } from './inbox-search.ts';
import classes from './messages-page.module.css';
import { OpenThread } from './open-thread.tsx';

/** Conversations on a page. */
const pageSize = 20;
/** Milliseconds between looks: messages come in by themselves. */
const pollIntervalMs = 10_000;

/** What people wrote, across contacts, for those who manage posts: the conversations, and the one that is open. keys: inbox.state.* */
export function MessagesPage() {
  useLoadedTranslations();
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({ from: '/messages' });
  const { contact, state = 'all', q, page = 1 } = search;
  const { data, error, refetch } = useQuery({
    ...buildEndpointQuery(listThreads, {
      query: { state, limit: pageSize, offset: (page - 1) * pageSize, ...(q ? { q } : {}) },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: pollIntervalMs,
  });
  const show = (next: InboxSearch) =>
    void navigate({ to: '/messages', search: { ...search, page: undefined, ...next }, replace: true });
  const isNarrowed = q !== undefined || state !== 'all';
  const total = data?.total_count ?? 0;
  return (
    <div className={classes['page']} data-open={contact === undefined ? undefined : ''}>
      <PageHeader crumbs={[]} title={t('inbox.title')} lead={t('inbox.lead')} />
      <div className={classes['columns']}>
        <section className={classes['list']} aria-label={t('inbox.threads')}>
          <SearchField
            size="md"
            label={t('inbox.search')}
            value={q ?? ''}
            onSearch={(text) => show({ q: text || undefined })}
          />
          <SegmentedControl
            fullWidth
            size="sm"
            aria-label={t('inbox.show')}
            data={threadStates.map((value) => ({ value, label: t(`inbox.state.${value}`) }))}
            value={state}
            onChange={(value) =>
              show({ state: value === 'unread' || value === 'waiting' ? value : undefined })
            }
          />
          <output className={classes['count']}>
            {data && total > 0 && t('inbox.count', { count: total })}
          </output>
          {error && !data && (
            <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />
          )}
          {!data && !error && <ListSkeleton rows={6} height={64} />}
          {data && total === 0 && (
            <EmptyState title={t(isNarrowed ? 'inbox.notFound.title' : 'inbox.none.title')}>
              {t(isNarrowed ? 'inbox.notFound.text' : 'inbox.none.text')}
            </EmptyState>
          )}
          <ul className={classes['threads']}>
            {data?.results.map((thread) => (
              <ThreadRow
                key={thread.contact_id}
                thread={thread}
                search={search}
                isOpen={thread.contact_id === contact}
              />
            ))}
          </ul>
          <Pagination page={page} total={total} pageSize={pageSize} />
        </section>
        {contact === undefined ? (
          <div className={classes['placeholder']}>
            <EmptyState title={t('inbox.choose.title')}>{t('inbox.choose.text')}</EmptyState>
          </div>
        ) : (
          <OpenThread key={contact} contactId={contact} search={search} />
        )}
      </div>
    </div>
  );
}

function ThreadRow({ thread, search, isOpen }: { thread: Thread; search: InboxSearch; isOpen: boolean }) {
  const { t } = useTranslation();
  const { unread, is_waiting, is_stopped, message } = thread;
  return (
    <li>
      <Link
        to="/messages"
        search={{ ...search, contact: thread.contact_id }}
        className={classes['thread']}
        aria-current={isOpen ? 'true' : undefined}
        data-unread={unread > 0 || undefined}
      >
        <span className={classes['line']}>
          <bdi className={classes['sender']}>{thread.contact}</bdi>
          <span className={classes['date']}>
            <RelativeTime date={thread.created} />
          </span>
        </span>
        <span className={classes['line']}>
          <span className={classes['text']} dir="auto">
            {thread.direction === 'outgoing' ? t('inbox.you', { text: message }) : message}
          </span>
          {unread > 0 && (
            <span className={classes['unread']}>
              <span aria-hidden>{unread}</span>
              <span className={classes['hidden']}>{t('inbox.unread', { count: unread })}</span>
            </span>
          )}
        </span>
        {(is_waiting || is_stopped) && (
          <span className={classes['mark']} data-tone={is_stopped ? undefined : 'warning'}>
            {t(is_stopped ? 'inbox.stopped' : 'inbox.waiting')}
          </span>
        )}
      </Link>
    </li>
  );
}
