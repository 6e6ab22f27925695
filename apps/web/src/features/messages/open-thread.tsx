import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listMessages, listThreads, markThreadSeen, readThread } from '@waypost/contract/messages/messages';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { buildEndpointKey } from '../../api/query-keys.ts';
import ThreadPanel from '../../blocks/message-thread/thread-panel.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { TextLink } from '../../ui/navigation/text-link.tsx';
import type { InboxSearch } from './inbox-search.ts';
import classes from './messages-page.module.css';

/** Milliseconds between looks. */
const pollIntervalMs = 5000;

/** The conversation that is open: seen by the team from now on, with the post that it is about. */
export function OpenThread({ contactId, search }: { contactId: number; search: InboxSearch }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery({
    ...buildEndpointQuery(readThread, { params: { contact: contactId } }),
    staleTime: 0,
    refetchInterval: pollIntervalMs,
    retry: false,
  });
  const latest = data?.message_id;
  const unread = data?.unread ?? 0;
  useEffect(() => {
    if (latest === undefined) return;
    void cache.invalidateQueries({ queryKey: buildEndpointKey(listMessages) });
    if (unread === 0) return;
    // Whether it was noted matters little: it is noted the next time.
    call(markThreadSeen, { params: { contact: contactId }, body: { seen: latest } })
      .then(() => cache.invalidateQueries({ queryKey: buildEndpointKey(listThreads) }))
      .catch(() => undefined);
  }, [contactId, latest, unread, cache]);
  return (
    <div className={classes['open']}>
      <div className={classes['openHead']}>
        <Link to="/messages" search={{ ...search, contact: undefined }} className={classes['back']}>
          <Icon icon={IconArrowLeft} size={18} />
          {t('inbox.back')}
        </Link>
        {data?.post_id != null && (
          <TextLink to="/posts/$postId" params={{ postId: String(data.post_id) }}>
            {t('inbox.post')}
          </TextLink>
        )}
      </div>
      {error && !data && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={3} height={64} />}
      {data && <ThreadPanel contactId={contactId} draftKey={contactId} />}
    </div>
  );
}
