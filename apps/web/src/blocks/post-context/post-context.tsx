/** What helps the team to judge a report: related reports, photographs, the sender's numbers, decisions. */
import './context-labels.ts';
import '../post-merge/merge-labels.ts';
import { useQuery } from '@tanstack/react-query';
import { readSender } from '@waypost/contract/posts/senders';
import { readPostContext } from '@waypost/contract/review/post-context';
import { lazy, Suspense } from 'react';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { useLazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import type { MergeChange } from '../post-merge/use-merge.ts';
import { listRelatedPosts } from './list-related-posts.ts';
import classes from './post-context.module.css';
import { RelatedSection } from './related-section.tsx';

const ContextSections = lazy(() => import('./context-sections.tsx'));
const loadMergeDialog = () => import('../post-merge/merge-dialog.tsx');

/** The query of the context; also for prefetching. */
export const buildContextQuery = (postId: number) =>
  buildEndpointQuery(readPostContext, { params: { id: postId } }, { ignoresRefusal: true });

/** The query of the sender, whose other reports are among the related ones; also for prefetching. */
export const buildSenderQuery = (postId: number) =>
  buildEndpointQuery(readSender, { params: { id: postId } }, { ignoresRefusal: true });

interface Props {
  postId: number;
  /** Called after the post was merged with another one, and after that was undone. */
  onMergeChange?: (change: MergeChange) => void;
  /** The sender is shown beside it. */
  hidesSender?: boolean;
}

/** Renders the context. */
export function PostContext({ postId, onMergeChange, hidesSender = false }: Props) {
  useLoadedTranslations();
  const { data, error, refetch } = useQuery(buildContextQuery(postId));
  // Without it the list is shorter.
  const sender = useQuery(buildSenderQuery(postId));
  const merge = useLazyDialog(loadMergeDialog);
  const onMerge = (otherId: number) => merge.open({ postId, otherIds: [otherId], onChange: onMergeChange });
  if (error && !data)
    return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />;
  if (!data || sender.isLoading) return <ListSkeleton rows={2} height={64} />;
  return (
    <div className={classes['context']}>
      <RelatedSection
        key={postId}
        posts={listRelatedPosts(data, sender.data?.posts ?? [], postId)}
        location={data.location}
        onMerge={onMerge}
      />
      <Suspense fallback={null}>
        <ContextSections context={data} hidesSender={hidesSender} />
      </Suspense>
      {merge.dialog}
    </div>
  );
}
