/** Changing a post: its lock first, then the same form as for a new one. A post without a survey first gets one. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { readPost } from '@waypost/contract/posts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemTexts } from '../../api/fault-text.ts';
import { read } from '../../api/query-client.ts';
import { type PostLocking, usePostLock } from '../../blocks/post-lock/use-post-lock.ts';
import { notify } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ScreenTitle } from '../../ui/screen-title.tsx';
import { ErrorState, LoadingList } from '../../ui/states.tsx';
import { ChooseSurvey } from './choose-survey.tsx';
import { DetailMissing } from './detail-missing.tsx';
import { EditForm } from './edit-form.tsx';
import { useSurvey } from './use-survey.ts';
import { useWithList } from './use-with-list.ts';

/** Somebody else works on it: said, and shown as it is (spec 2 §4). */
function useWayBack(postId: number, { state }: PostLocking): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { withList } = useWithList();
  const isRefused = state.kind === 'refused';
  const holder = isRefused ? state.holder : null;
  useEffect(() => {
    if (!isRefused) return;
    notify('error', holder ? t('post.lock.alreadyBy', { name: holder }) : t('post.lock.already'));
    const params = { postId: String(postId) };
    void navigate({ to: '/posts/$postId', params, state: { withList }, replace: true });
  }, [isRefused, holder, postId, withList, navigate, t]);
}

export function EditPost({ postId }: { postId: number }) {
  const { t } = useTranslation();
  const lock = usePostLock(postId);
  useWayBack(postId, lock);
  const isOurs = lock.state.kind === 'held' || lock.state.kind === 'lost';
  const {
    data: post,
    error,
    refetch,
    isFetchedAfterMount,
  } = useQuery({
    ...read(readPost, { params: { id: postId } }, { quiet: true }),
    // What was read before the lock was ours may be older than what is stored.
    enabled: isOurs,
    staleTime: 0,
  });
  const [chosen, setChosen] = useState<number | null>(null);
  /** Counts the versions that were opened: each has a form of its own. */
  const [round, setRound] = useState(0);
  const survey = useSurvey(post?.form?.id ?? chosen);
  const reload = async () => {
    if (!(await lock.take())) return;
    await refetch();
    setRound(round + 1);
  };

  const hasFailed = lock.state.kind === 'failed' || error !== null;
  const failed = lock.state.kind === 'failed' ? lock.state.error : error;
  if (post && isFetchedAfterMount) {
    if (!post.form && chosen === null) return <ChooseSurvey onChoose={setChosen} />;
    if (survey.data)
      return (
        <EditForm key={round} post={post} whole={survey.data} lock={lock} onReload={() => void reload()} />
      );
  }
  return (
    <Panel head={<ScreenTitle title={t('post.edit.title')} />}>
      {hasFailed && <DetailMissing error={failed} onRetry={() => void (error ? refetch() : lock.take())} />}
      {survey.error && <ErrorState texts={problemTexts(survey.error)} onRetry={survey.retry} />}
      {!hasFailed && !survey.error && <LoadingList rows={5} height={72} />}
    </Panel>
  );
}
