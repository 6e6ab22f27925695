import { useQuery } from '@tanstack/react-query';
import { listReporterMessages, markReporterThreadSeen } from '@waypost/contract/receipts/receipts';
import { call } from '../../api/call.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import ReporterThread from '../../blocks/receipt/reporter-thread.tsx';
import { DoneButton } from './done-button.tsx';
import type { InboxSearch } from './inbox-search.ts';
import { OpenFrame } from './open-frame.tsx';

/** The conversation with a reporter that is open. */
export function OpenReporterThread({ postId, search }: { postId: number; search: InboxSearch }) {
  const { data } = useQuery(buildEndpointQuery(listReporterMessages, { params: { id: postId } }));
  const seen = data?.is_waiting ? data.results.at(-1)?.id : undefined;
  return (
    <OpenFrame
      search={search}
      postId={postId}
      action={
        seen !== undefined && (
          <DoneButton
            save={(done) => call(markReporterThreadSeen, { params: { id: postId }, body: { seen, done } })}
          />
        )
      }
    >
      <ReporterThread postId={postId} isLive />
    </OpenFrame>
  );
}
