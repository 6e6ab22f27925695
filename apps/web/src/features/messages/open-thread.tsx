import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listMessages, listThreads, markThreadSeen, readThread } from '@waypost/contract/messages/messages';
import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { buildEndpointKey } from '../../api/query-keys.ts';
import { openThreadPollMs, useMarkAsSeen } from '../../blocks/conversation/use-mark-as-seen.ts';
import ThreadPanel from '../../blocks/message-thread/thread-panel.tsx';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { DoneButton } from './done-button.tsx';
import type { InboxSearch } from './inbox-search.ts';
import { OpenFrame } from './open-frame.tsx';

/** The conversation that is open: seen by the team from now on, with the post that it is about. */
export function OpenThread({ contactId, search }: { contactId: number; search: InboxSearch }) {
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery({
    ...buildEndpointQuery(readThread, { params: { contact: contactId } }),
    staleTime: 0,
    refetchInterval: openThreadPollMs,
    retry: false,
  });
  const latest = data?.message_id;
  useEffect(() => {
    if (latest !== undefined) void cache.invalidateQueries({ queryKey: buildEndpointKey(listMessages) });
  }, [latest, cache]);
  const mark = (body: { seen: number; done?: boolean }) =>
    call(markThreadSeen, { params: { contact: contactId }, body });
  useMarkAsSeen({
    unseen: data?.unread ? latest : undefined,
    markSeen: (seen) => mark({ seen }),
    list: listThreads,
  });
  return (
    <OpenFrame
      search={search}
      postId={data?.post_id ?? null}
      action={data?.is_waiting && <DoneButton save={(done) => mark({ seen: data.message_id, done })} />}
    >
      {error && !data && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={3} height={64} />}
      {data && <ThreadPanel contactId={contactId} draftKey={contactId} />}
    </OpenFrame>
  );
}
