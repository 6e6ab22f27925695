import { useQuery } from '@tanstack/react-query';
import { listThreads, type Thread } from '@waypost/contract/messages/messages';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { useReporterName } from '../../blocks/reporter/use-reporter-name.ts';
import type { InboxSearch } from './inbox-search.ts';
import { type ThreadEntry, ThreadList } from './thread-list.tsx';
import { buildThreadQuery, threadPageOptions } from './thread-query.ts';

const toEntry = (thread: Thread, search: InboxSearch, reporterName: string): ThreadEntry => ({
  id: thread.contact_id,
  name: thread.contact ?? reporterName,
  created: thread.created,
  text: thread.message,
  isFromTeam: thread.direction === 'outgoing',
  unread: thread.unread,
  isWaiting: thread.is_waiting,
  isStopped: thread.is_stopped,
  isOpen: thread.contact_id === search.contact,
  search: { ...search, contact: thread.contact_id },
});

/** The conversations with contacts: by text message, e-mail and social networks. */
export function ContactThreads({ search }: { search: InboxSearch }) {
  const { t } = useTranslation();
  const reporterName = useReporterName();
  const { data, error, refetch } = useQuery({
    ...buildEndpointQuery(listThreads, { query: buildThreadQuery(search) }),
    ...threadPageOptions,
  });
  return (
    <ThreadList
      search={search}
      searchLabel={t('inbox.search')}
      none={{ title: t('inbox.none.title'), text: t('inbox.none.text') }}
      page={
        data && {
          total: data.total_count,
          threads: data.results.map((it) =>
            toEntry(it, search, reporterName(it.reporter) ?? t('post.anonymous')),
          ),
        }
      }
      error={error}
      onRetry={() => void refetch()}
    />
  );
}
