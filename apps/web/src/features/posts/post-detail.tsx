/** One post: what was reported, by whom, where, and what can be done with it. */
import { useQuery } from '@tanstack/react-query';
import { readPost } from '@waypost/contract/posts';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { problemTexts } from '../../api/fault-text.ts';
import { read } from '../../api/query-client.ts';
import { useHolds } from '../../api/session.ts';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState, LoadingList } from '../../ui/states.tsx';
import { DetailFacts } from './detail-facts.tsx';
import { DetailHead } from './detail-head.tsx';
import { DetailMap } from './detail-map.tsx';
import { DetailMissing } from './detail-missing.tsx';
import { DetailSocialPost } from './detail-social-post.tsx';
import { DetailTasks } from './detail-tasks.tsx';
import classes from './post-detail.module.css';
import { placesOf } from './post-places.ts';
import { useSurvey } from './use-survey.ts';
import { CategoryChips } from './values/category-chips.tsx';

/** For the team alone, so visitors do not wait for it. */
const ThreadPanel = lazy(() => import('../../blocks/thread/thread-panel.tsx'));
const HeldNote = lazy(() => import('./held-note.tsx'));
const SuggestedOnPost = lazy(() => import('../../blocks/location-picker/suggested-places.tsx'));

export function PostDetail({ postId }: { postId: number }) {
  const { t } = useTranslation();
  const {
    data: post,
    error,
    refetch,
  } = useQuery(read(readPost, { params: { id: postId } }, { quiet: true }));
  const survey = useSurvey(post?.form?.id ?? null, post?.status);
  const whole = survey.data;
  const places = useMemo(() => (post && whole ? placesOf(post, whole.attributes) : []), [post, whole]);
  const managesPosts = useHolds('Manage Posts');
  /** A report that came by message and that somebody who may edit it could put on the map. */
  const isNowhere =
    whole?.attributes.some((it) => it.type === 'point') === true &&
    places.length === 0 &&
    post?.source !== null &&
    post?.allowed_privileges.includes('update') === true;
  const shownByField = whole?.attributes.some((it) => it.type === 'tags') ?? false;

  return (
    <Panel head={<DetailHead post={post} />}>
      {error && !post && <DetailMissing error={error} onRetry={() => void refetch()} />}
      {!post && !error && <LoadingList rows={4} height={72} />}
      {post && (
        <div className={classes['body']}>
          <DetailFacts post={post} survey={whole?.survey} />
          {managesPosts && post.status === 'draft' && !post.user && !post.contact && (
            <Suspense>
              <HeldNote postId={post.id} />
            </Suspense>
          )}
          {post.content && (
            <p className={classes['content']} dir="auto">
              {post.content}
            </p>
          )}
          {post.source === 'twitter' && post.data_source_message_id && (
            <DetailSocialPost id={post.data_source_message_id} />
          )}
          {!shownByField && whole && post.tags.length > 0 && (
            <CategoryChips ids={post.tags.map((it) => it.id)} categories={whole.categories} />
          )}
          {places.length > 0 && <DetailMap post={post} places={places} />}
          {isNowhere && (
            <Suspense>
              <SuggestedOnPost postId={post.id} />
            </Suspense>
          )}
          {whole && <DetailTasks post={post} survey={whole} />}
          {post.form && !whole && !survey.error && <LoadingList rows={3} height={48} />}
          {survey.error && <ErrorState texts={problemTexts(survey.error)} onRetry={survey.retry} />}
          {!post.form && <p className={classes['note']}>{t('post.detail.noSurvey')}</p>}
          {post.contact && managesPosts && (
            <Suspense fallback={<LoadingList rows={2} height={48} />}>
              <ThreadPanel about={post.id} contactId={post.contact.id} />
            </Suspense>
          )}
        </div>
      )}
    </Panel>
  );
}
