import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { readPost } from '@waypost/contract/posts/posts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { type PostLockHandle, usePostLock } from '../../../blocks/post-lock/use-post-lock.ts';
import { ErrorState, ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import { notify } from '../../../ui/feedback/toast.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { ScreenTitle } from '../../../ui/layout/screen-title.tsx';
import { PostLoadError } from '../detail/post-load-error.tsx';
import { useFullSurvey } from '../use-full-survey.ts';
import { usePostLinkState } from '../use-post-link-state.ts';
import { ChooseSurvey } from './choose-survey.tsx';
import { EditForm } from './edit-form.tsx';

const MessageForm = lazy(() => import('./message-form.tsx'));

/** Returns to the post with a message when somebody else has the lock (spec 2 §4). */
function useReturnWhenLocked(postId: number, { state }: PostLockHandle): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { withList } = usePostLinkState();
  const isRefused = state.kind === 'refused';
  const holder = isRefused ? state.holder : null;
  useEffect(() => {
    if (!isRefused) return;
    notify('error', holder ? t('post.lock.alreadyBy', { name: holder }) : t('post.lock.already'));
    const params = { postId: String(postId) };
    void navigate({ to: '/posts/$postId', params, state: { withList }, replace: true });
  }, [isRefused, holder, postId, withList, navigate, t]);
}

/**
 * The page for editing a post: takes the lock, then shows the same form as for a new post. A post without a survey gets one
 * first.
 */
export function EditPost({ postId }: { postId: number }) {
  const { t } = useTranslation();
  const lock = usePostLock(postId);
  useReturnWhenLocked(postId, lock);
  const hasLock = lock.state.kind === 'held' || lock.state.kind === 'lost';
  const {
    data: post,
    error,
    refetch,
    isFetchedAfterMount,
  } = useQuery({
    ...buildEndpointQuery(readPost, { params: { id: postId } }),
    // Data read before the lock was taken may be outdated.
    enabled: hasLock,
    staleTime: 0,
  });
  const [selectedSurveyId, setSelectedSurveyId] = useState<number | null>(null);
  /** Number of versions opened so far; each gets a form of its own. */
  const [formVersion, setFormVersion] = useState(0);
  const survey = useFullSurvey(post?.form?.id ?? selectedSurveyId);
  const reload = async () => {
    if (!(await lock.acquire())) return;
    await refetch();
    setFormVersion(formVersion + 1);
  };

  const hasFailed = lock.state.kind === 'failed' || error !== null;
  const loadError = lock.state.kind === 'failed' ? lock.state.error : error;
  if (post && isFetchedAfterMount) {
    if (!post.form && selectedSurveyId === null)
      return <ChooseSurvey postId={postId} onChoose={setSelectedSurveyId} />;
    const Form = post.form ? EditForm : MessageForm;
    if (survey.data)
      return (
        <Suspense fallback={<LoadingForm />}>
          <Form
            key={formVersion}
            post={post}
            fullSurvey={survey.data}
            lock={lock}
            onReload={() => void reload()}
          />
        </Suspense>
      );
  }
  return (
    <Panel header={<ScreenTitle title={t('post.edit.title')} />}>
      {hasFailed && (
        <PostLoadError error={loadError} onRetry={() => void (error ? refetch() : lock.acquire())} />
      )}
      {survey.error && <ErrorState messages={formatErrorMessages(survey.error)} onRetry={survey.retry} />}
      {!hasFailed && !survey.error && <ListSkeleton rows={5} height={72} />}
    </Panel>
  );
}

/** The page while the form is loading. */
function LoadingForm() {
  const { t } = useTranslation();
  return (
    <Panel header={<ScreenTitle title={t('post.edit.title')} />}>
      <ListSkeleton rows={5} height={72} />
    </Panel>
  );
}
