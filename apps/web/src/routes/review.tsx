import { createFileRoute, redirect } from '@tanstack/react-router';
import type { Post } from '@waypost/contract/posts/posts';
import { lazy, Suspense } from 'react';
import { buildEndpointQuery, queryClient } from '../api/query-client.ts';
import { storeReturnUrl } from '../api/return-url.ts';
import { getCurrentAccount, hasPermission } from '../api/session.ts';
import { buildContextQuery, buildSenderQuery, PostContext } from '../blocks/post-context/post-context.tsx';
import type { MergeChange } from '../blocks/post-merge/use-merge.ts';
import { buildSurveyQueries } from '../blocks/survey-form/survey-queries.ts';
import { PostReport } from '../features/posts/detail/post-report.tsx';
import { parseReviewSearch, type ReviewSearch } from '../features/review/filters/review-search.ts';
import { ReviewPage } from '../features/review/review-page.tsx';
import { buildSuggestionsQuery } from '../features/review/suggestions/suggestion-api.ts';

const ReporterThread = lazy(() => import('../blocks/receipt/reporter-thread.tsx'));
const SenderPanel = lazy(() => import('../features/review/sender-panel.tsx'));
const ThreadPanel = lazy(() => import('../blocks/message-thread/thread-panel.tsx'));

/** The review queue, for users with Manage Posts. */
export const Route = createFileRoute('/review')({
  validateSearch: (raw: Record<string, unknown>): ReviewSearch => parseReviewSearch(raw),
  beforeLoad: ({ location }) => {
    const account = getCurrentAccount();
    if (!account) {
      storeReturnUrl(location.href);
      throw redirect({ to: '/login', search: { why: 'forbidden' } });
    }
    if (!hasPermission(account, 'Manage Posts')) throw redirect({ to: '/forbidden' });
  },
  component: ReviewScreen,
});

/** The context and the survey of a report that is shown next. */
function prefetchReport(post: Post): void {
  const { id, form, status } = post;
  void queryClient.prefetchQuery(buildSuggestionsQuery(post));
  void queryClient.prefetchQuery(buildContextQuery(id));
  void queryClient.prefetchQuery(buildSenderQuery(id));
  if (!form) return;
  const { survey, tasks, attributes, categories } = buildSurveyQueries(form.id, status);
  const options = { ignoresRefusal: true };
  void queryClient.prefetchQuery(buildEndpointQuery(survey.endpoint, survey.input, options));
  void queryClient.prefetchQuery(buildEndpointQuery(tasks.endpoint, tasks.input, options));
  void queryClient.prefetchQuery(buildEndpointQuery(attributes.endpoint, attributes.input, options));
  void queryClient.prefetchQuery(buildEndpointQuery(categories.endpoint, categories.input));
}

const renderReport = (post: Post) => <PostReport post={post} />;

const renderContext = (post: Post, onMergeChange: (change: MergeChange) => void) => (
  <>
    <PostContext postId={post.id} onMergeChange={onMergeChange} hidesSender />
    <Suspense>
      <SenderPanel post={post} />
    </Suspense>
    {!post.user && !post.contact && !post.reporter && (
      <Suspense>
        <ReporterThread postId={post.id} />
      </Suspense>
    )}
    {post.contact && (
      <Suspense>
        <ThreadPanel draftKey={post.id} contactId={post.contact.id} />
      </Suspense>
    )}
  </>
);

function ReviewScreen() {
  return <ReviewPage renderReport={renderReport} renderContext={renderContext} prefetch={prefetchReport} />;
}
