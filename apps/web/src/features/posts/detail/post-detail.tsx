import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { type Post, readPost } from '@waypost/contract/posts/posts';
import { lazy, Suspense } from 'react';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { useAccount, useHasPermission } from '../../../api/session.ts';
import { ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { DetailHeader } from './detail-header.tsx';
import { PostContent } from './post-content.tsx';
import classes from './post-detail.module.css';
import { PostLoadError } from './post-load-error.tsx';

/** Lazy: only the team sees them. */
const ContextDisclosure = lazy(() => import('../../../blocks/post-context/context-disclosure.tsx'));
const ThreadPanel = lazy(() => import('../../../blocks/message-thread/thread-panel.tsx'));

const ReporterThread = lazy(() => import('../../../blocks/receipt/reporter-thread.tsx'));

const ConsentPanel = lazy(() => import('../../../blocks/consent/consent-panel.tsx'));

const MergedSection = lazy(() => import('../merge/merged-section.tsx'));

const RecordPanel = lazy(() => import('../../../blocks/post-record/record-panel.tsx'));

/** The post that stands for this one: named, or returned in its place. Undefined for a post that stands for itself. */
const findPrimaryId = ({ id, merging }: Post, postId: number): number | undefined =>
  merging?.merged_into ?? (id === postId ? undefined : id);

/** Whether a post may have a receipt: it came from the web, without an account. */
const isFromVisitor = ({ user, contact, source }: Post): boolean => !user && !contact && source === null;

/** The page of one post: answers, author, places and actions. */
export function PostDetail({ postId }: { postId: number }) {
  const { data: post, error, refetch } = useQuery(buildEndpointQuery(readPost, { params: { id: postId } }));
  const managesPosts = useHasPermission('Manage Posts');
  const account = useAccount();
  const primaryId = post && findPrimaryId(post, postId);
  if (primaryId)
    return <Navigate to="/posts/$postId" params={{ postId: String(primaryId) }} search={true} replace />;
  return (
    <Panel header={<DetailHeader postId={postId} post={post} />}>
      {error && !post && <PostLoadError error={error} onRetry={() => void refetch()} />}
      {!post && !error && <ListSkeleton rows={4} height={72} />}
      {post && (
        <div className={classes['body']}>
          <PostContent post={post} />
          {(post.merging?.merged_count ?? 0) > 0 && (
            <Suspense fallback={<ListSkeleton rows={2} height={56} />}>
              <div className={classes['section']}>
                <MergedSection post={post} />
              </div>
            </Suspense>
          )}
          {managesPosts && (
            <Suspense>
              <ContextDisclosure postId={post.id} />
            </Suspense>
          )}
          {post.form && (managesPosts || (account && post.user?.id === account.id)) && (
            <Suspense>
              <ConsentPanel postId={post.id} />
            </Suspense>
          )}
          {post.contact && managesPosts && (
            <Suspense fallback={<ListSkeleton rows={2} height={48} />}>
              <ThreadPanel draftKey={post.id} contactId={post.contact.id} showsSender={!post.reporter} />
            </Suspense>
          )}
          {managesPosts && isFromVisitor(post) && (
            <Suspense>
              <ReporterThread postId={post.id} />
            </Suspense>
          )}
          {managesPosts && (
            <Suspense fallback={<ListSkeleton rows={2} height={48} />}>
              <div className={classes['section']}>
                <RecordPanel postId={post.id} />
              </div>
            </Suspense>
          )}
        </div>
      )}
    </Panel>
  );
}
