/** The content of one post, wherever it is shown: facts, text, places, answers and tasks. */
import type { Post } from '@waypost/contract/posts/posts';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { useHasPermission } from '../../../api/session.ts';
import { LinkedText } from '../../../blocks/linked-text/linked-text.tsx';
import { getTextLanguage } from '../../../blocks/post-card/text-language.ts';
import { ErrorState, ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import { needsSurvey } from '../needs-survey.ts';
import { useFullSurvey } from '../use-full-survey.ts';
import { CategoryChips } from '../values/category-chips.tsx';
import { DetailFacts } from './detail-facts.tsx';
import { DetailPlace } from './detail-place.tsx';
import { DetailSocialPost } from './detail-social-post.tsx';
import { DetailTasks } from './detail-tasks.tsx';
import classes from './post-detail.module.css';
import { findPlaces, hasPlace } from './post-places.ts';

/** Lazy: only the team sees them. */
const PersonalDataNotice = lazy(() => import('../personal-data/personal-data-notice.tsx'));
const HeldReportNotice = lazy(() => import('./held-report-notice.tsx'));
const AnonymizedNotice = lazy(() => import('./anonymized-notice.tsx'));
const DetailAreas = lazy(() => import('./detail-areas.tsx'));
const SuggestedPlaces = lazy(() => import('../../../blocks/location-picker/suggested-places.tsx'));

/**
 * Renders the post, without its title and its conversation.
 * @param hidesTasks where the tasks of the team are shown beside it
 */
export function PostContent({ post, hidesTasks = false }: { post: Post; hidesTasks?: boolean }) {
  const { t } = useTranslation();
  const survey = useFullSurvey(post.form?.id ?? null, post.status);
  const fullSurvey = survey.data;
  const isSurveyLoading = post.form !== null && !fullSurvey && !survey.error;
  const places = useMemo(
    () => (fullSurvey ? findPlaces(post, fullSurvey.attributes) : []),
    [post, fullSurvey],
  );
  /** Of a post whose facts are withheld from the public in part, the viewer gets all. */
  const seesAll = post.allowed_privileges.includes('read_full');
  const managesPosts = useHasPermission('Manage Posts');
  /** A report without a place that came by message, and that the current user may edit. */
  const isMissingPlace =
    fullSurvey?.attributes.some((attribute) => fieldTypes[attribute.type].answerKind === 'point') === true &&
    places.length === 0 &&
    post.source !== null &&
    post.allowed_privileges.includes('update');
  const isShownByField =
    fullSurvey?.attributes.some((attribute) => fieldTypes[attribute.type].answerKind === 'category') ?? false;
  return (
    <>
      <DetailFacts post={post} survey={fullSurvey?.survey} isSurveyLoading={isSurveyLoading} />
      {(places[0] || (isSurveyLoading && hasPlace(post))) && (
        <DetailPlace
          at={places[0]}
          precision={post.place_precision}
          isTeamOnly={
            places.length > 0 &&
            seesAll &&
            fullSurvey?.survey.hide_location === true &&
            post.place_precision === undefined
          }
        />
      )}
      {post.areas && post.areas.length > 0 && (
        <Suspense>
          <DetailAreas areas={post.areas} />
        </Suspense>
      )}
      {post.anonymized && (
        <Suspense>
          <AnonymizedNotice />
        </Suspense>
      )}
      {managesPosts && post.status === 'draft' && !post.user && !post.contact && !post.reporter && (
        <Suspense>
          <HeldReportNotice postId={post.id} />
        </Suspense>
      )}
      {fullSurvey && post.status === 'draft' && post.allowed_privileges.includes('change_status') && (
        <Suspense>
          <PersonalDataNotice post={post} survey={fullSurvey} />
        </Suspense>
      )}
      {post.content && (
        <p className={classes['content']} dir="auto" lang={getTextLanguage(post)} translate="yes">
          <LinkedText text={post.content} />
        </p>
      )}
      {post.source === 'twitter' && post.data_source_message_id && (
        <DetailSocialPost id={post.data_source_message_id} />
      )}
      {!isShownByField && fullSurvey && post.tags.length > 0 && (
        <CategoryChips ids={post.tags.map((tag) => tag.id)} categories={fullSurvey.categories} />
      )}
      {isMissingPlace && (
        <Suspense>
          <SuggestedPlaces postId={post.id} />
        </Suspense>
      )}
      {fullSurvey && <DetailTasks post={post} survey={fullSurvey} hidesTasks={hidesTasks} />}
      {isSurveyLoading && <ListSkeleton rows={3} height={48} />}
      {survey.error && <ErrorState messages={formatErrorMessages(survey.error)} onRetry={survey.retry} />}
      {!post.form && !needsSurvey(post) && <p className={classes['note']}>{t('post.detail.noSurvey')}</p>}
    </>
  );
}
