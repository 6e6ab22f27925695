import { useQuery } from '@tanstack/react-query';
import { listReporterThreads, type ReporterThread } from '@waypost/contract/receipts/receipts';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../api/query-client.ts';
import type { InboxSearch } from './inbox-search.ts';
import { type ThreadEntry, ThreadList } from './thread-list.tsx';
import { buildThreadQuery, threadPageOptions } from './thread-query.ts';

const toEntry = (thread: ReporterThread, untitled: string, search: InboxSearch): ThreadEntry => ({
  id: thread.post_id,
  name: thread.title === '' ? untitled : thread.title,
  created: thread.created,
  text: thread.message,
  isFromTeam: thread.from === 'team',
  unread: thread.unread,
  isWaiting: thread.is_waiting,
  isStopped: false,
  isOpen: thread.post_id === search.post,
  search: { ...search, post: thread.post_id },
});

/** The conversations with reporters who have a receipt. */
export function ReporterThreads({ search }: { search: InboxSearch }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    ...buildEndpointQuery(listReporterThreads, { query: buildThreadQuery(search) }),
    ...threadPageOptions,
  });
  const threads = data?.results.map((it) => toEntry(it, t('post.untitled'), search));
  return (
    <ThreadList
      search={search}
      searchLabel={t('inbox.reporters.search')}
      none={{ title: t('inbox.reporters.none.title'), text: t('inbox.reporters.none.text') }}
      page={threads && { total: data?.total_count ?? 0, threads }}
      error={error}
      onRetry={() => void refetch()}
    />
  );
}
