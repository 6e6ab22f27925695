/** What people wrote, across contacts, for those who manage posts: the conversations, and the one that is open. keys: inbox.state.* */
import '../../blocks/thread/messages-words.ts';
import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { listThreads, type Thread, threadStates } from '@waypost/contract/messages';
import { useTranslation } from 'react-i18next';
import { problemTexts } from '../../api/fault-text.ts';
import { read } from '../../api/query-client.ts';
import { useLoadedWords } from '../../ui/i18n.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { EmptyState, ErrorState, LoadingList } from '../../ui/states.tsx';
import type { InboxSearch } from './inbox-search.ts';
import classes from './messages-page.module.css';
import { OpenThread } from './open-thread.tsx';

/** Conversations on a page. */
const size = 20;
/** Milliseconds between looks: messages come in by themselves. */
const pace = 10_000;

export function MessagesPage() {
  useLoadedWords();
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({ from: '/messages' });
  const { contact, state = 'all', q, page = 1 } = search;
  const { data, error, refetch } = useQuery({
    ...read(
      listThreads,
      { query: { state, limit: size, offset: (page - 1) * size, ...(q ? { q } : {}) } },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: pace,
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
            onSearch={(words) => show({ q: words || undefined })}
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
          {error && !data && <ErrorState texts={problemTexts(error)} onRetry={() => void refetch()} />}
          {!data && !error && <LoadingList rows={6} height={64} />}
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
          <Pagination page={page} total={total} size={size} />
        </section>
        {contact === undefined ? (
          <div className={classes['nothing']}>
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
          <bdi className={classes['who']}>{thread.contact}</bdi>
          <span className={classes['when']}>
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
