/** A report as visitors see it, and beside it what only the team sees. keys: publicView.author publicView.contact publicView.time publicView.refused.* publicView.ifAgreed.* */
import { Title } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { PublicView as PublicViewData } from '@waypost/contract/posts/public-view';
import { attributesOfTask, sortTasks } from '@waypost/survey-logic/survey-definition';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPostTitle } from '../../../blocks/post-card/post-title.ts';
import { useSiteTimeFormat } from '../../../blocks/site-time/use-site-time-format.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { usePictureRef } from '../../../ui/display/use-picture-ref.ts';
import { ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import { DetailFacts } from '../detail/detail-facts.tsx';
import { findPlaces } from '../detail/post-places.ts';
import { type FullSurvey, useFullSurvey } from '../use-full-survey.ts';
import { AnswersView } from '../values/answers-view.tsx';
import classes from './public-view.module.css';

/** Lazy: it loads the map. */
const PublicPlace = lazy(() => import('./public-place.tsx'));
/** Lazy: the rules of all countries are larger than the view. */
const MarkedText = lazy(() => import('../../../blocks/personal-data/marked-text.tsx'));
const PreviewFindings = lazy(() => import('./preview-findings.tsx'));

const renderTitle = (title: string) => (
  <Suspense fallback={title}>
    <MarkedText text={title} />
  </Suspense>
);
const renderText = (text: string) => (
  <Suspense fallback={text}>
    <MarkedText text={text} hasLinks />
  </Suspense>
);

/** Whose refusal the view speaks of. */
export type RefusingPerson = 'you' | 'reporter';

interface Props {
  view: PublicViewData;
  /** Pictures that are not uploaded yet. */
  photos?: readonly Blob[];
  /** Who does not agree to publishing: the reporter who looks at it, or the reporter whose report the team looks at. */
  refusedBy: RefusingPerson | undefined;
}

const noPhotos: readonly Blob[] = [];

/** Renders the view. */
export function PublicView({ view, photos = noPhotos, refusedBy }: Props) {
  const { t } = useTranslation();
  const { post } = view;
  const survey = useFullSurvey(post.form?.id ?? null);
  const isSurveyLoading = post.form !== null && !survey.data && !survey.error;
  return (
    <div className={classes['view']}>
      {refusedBy && <p className={classes['lead']}>{t(`publicView.refused.${refusedBy}`)}</p>}
      <p className={classes['lead']}>
        {t(refusedBy ? `publicView.ifAgreed.${refusedBy}` : 'publicView.lead')}
      </p>
      <PublicationNotes view={view} />
      <Suspense fallback={null}>
        <PreviewFindings post={post} survey={survey.data} />
      </Suspense>
      <article className={classes['report']}>
        <Title order={3} size="h4" dir="auto">
          {renderTitle(formatPostTitle(post, t))}
        </Title>
        <DetailFacts post={post} survey={survey.data?.survey} isSurveyLoading={isSurveyLoading} />
        {post.content && (
          <p className={classes['text']} dir="auto">
            {renderText(post.content)}
          </p>
        )}
        {survey.data && <PublicAnswers view={view} survey={survey.data} />}
        {isSurveyLoading && <ListSkeleton rows={2} height={48} />}
        {photos.length > 0 && (
          <div className={classes['photos']}>
            {photos.map((photo, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- pictures have no id and are not reordered
              <LocalPhoto key={index} photo={photo} number={index + 1} />
            ))}
          </div>
        )}
      </article>
      <WithheldList view={view} />
    </div>
  );
}

/** When visitors see the report, and when its place. */
function PublicationNotes({ view: { public_from, place_masking, place_radius } }: { view: PublicViewData }) {
  const { t } = useTranslation();
  const formatSiteTime = useSiteTimeFormat();
  const date = public_from && formatSiteTime(public_from);
  const number = place_masking?.place_mask === 'hidden' ? 1 : (place_masking?.place_min_reports ?? 1);
  return (
    <>
      {date && <p className={classes['lead']}>{t('publicView.later', { date })}</p>}
      {number > 1 && place_radius === null && (
        <p className={classes['lead']}>{t('publicView.few', { number })}</p>
      )}
    </>
  );
}

/** The answers task by task, and the first place on a map. */
function PublicAnswers({
  view: { post, place_radius, place_masking },
  survey,
}: {
  view: PublicViewData;
  survey: FullSurvey;
}) {
  const [place] = findPlaces(post, survey.attributes);
  return (
    <>
      {sortTasks(survey.tasks).map((task) => (
        <AnswersView
          key={task.id}
          post={post}
          attributes={attributesOfTask(survey.attributes, task.id)}
          categories={survey.categories}
          renderText={renderText}
        />
      ))}
      {place && (
        <Suspense fallback={<ListSkeleton rows={1} height={220} />}>
          <PublicPlace at={place} radius={place_radius} masking={place_masking} isStored={post.id !== 0} />
        </Suspense>
      )}
    </>
  );
}

function LocalPhoto({ photo, number }: { photo: Blob; number: number }) {
  const { t } = useTranslation();
  return <img ref={usePictureRef(photo)} alt={t('publicView.photo', { number })} />;
}

/** What stays with the team. */
function WithheldList({ view: { withheld, withheld_answers, place_radius } }: { view: PublicViewData }) {
  const { t } = useTranslation();
  const isPlaceHidden = place_radius === null;
  const facts = withheld.map((fact) =>
    t(`publicView.${fact === 'place' && isPlaceHidden ? 'placeHidden' : fact}`),
  );
  return (
    <section className={classes['team']} aria-label={t('publicView.team')}>
      <h3>
        <Icon icon={IconLock} size={18} />
        {t('publicView.team')}
      </h3>
      {facts.length + withheld_answers.length === 0 && <p>{t('publicView.nothing')}</p>}
      <ul>
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
        {withheld_answers.map(({ key, label }) => (
          <li key={key} dir="auto">
            {label}
          </li>
        ))}
      </ul>
    </section>
  );
}
