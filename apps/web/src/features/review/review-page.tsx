/** The review screen: queue, report and context side by side; on a phone a stack of cards. */
import './review-labels.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Post } from '@waypost/contract/posts/posts';
import type { TextAnswers } from '@waypost/survey-logic/text-answers/read-text-answers';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useScreenOwner } from '../../api/session.ts';
import { formatPostTitle } from '../../blocks/post-card/post-title.ts';
import type { MergeChange } from '../../blocks/post-merge/use-merge.ts';
import { useIsPhone } from '../../ui/browser/use-is-phone.ts';
import { announce } from '../../ui/feedback/announcer.tsx';
import { ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { Deferred } from '../../ui/layout/deferred.tsx';
import { ActionBar } from './action-bar.tsx';
import { isFiltered } from './filters/review-filters.ts';
import { storeReviewOrder, useStoredOrder } from './filters/review-order.ts';
import type { ReviewSearch } from './filters/review-search.ts';
import { useHeldAction } from './keys/use-held-action.ts';
import { useReviewKeys } from './keys/use-review-keys.ts';
import { DecisionStatus } from './page/decision-status.tsx';
import { QueueColumn } from './page/queue-column.tsx';
import { ReportCard } from './page/report-card.tsx';
import { useNotices } from './page/use-notices.ts';
import classes from './review-page.module.css';
import type { ReportTasksHandle } from './review-types.ts';
import { useSuggestions } from './suggestions/use-suggestions.ts';
import { useReportTranslation } from './translation/use-report-translation.tsx';
import { reportSectionId, useReviewHandlers } from './use-review-handlers.tsx';
import { useReviewQueue } from './use-review-queue.ts';
import { useNumbersAfterSave } from './use-review-summary.ts';

const ConsentNote = lazy(() => import('./page/consent-note.tsx'));
const NoReport = lazy(() => import('./no-report.tsx'));
const ReportTasks = lazy(() => import('./tasks/report-tasks.tsx'));
const SuggestionsSection = lazy(() => import('./suggestions/suggestions-section.tsx'));
const UrgencyNote = lazy(() => import('./urgency/urgency-note.tsx'));
const RecordPanel = lazy(() => import('../../blocks/post-record/record-panel.tsx'));

interface Props {
  /** Renders the report, with its title. */
  renderReport: (post: Post) => ReactNode;
  /** Renders what is beside the report: sender, conversation. */
  renderContext: (post: Post, onMergeChange: (change: MergeChange) => void) => ReactNode;
  /** Fetches what is needed to show a report, before it is shown. */
  prefetch: (post: Post) => void;
}

/** The screen. */
export function ReviewPage({ renderReport, renderContext, prefetch }: Props) {
  useLoadedTranslations();
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  const ownId = useScreenOwner()?.id;
  const search = useStoredOrder(useSearch({ from: '/review' }), ownId);
  const { queue, state } = useReviewQueue(search);
  const tasks = useRef<ReportTasksHandle>(null);
  const [filled, setFilled] = useState<TextAnswers>({});
  const suggestions = useSuggestions(queue, state.current?.post, tasks, filled);
  const translation = useReportTranslation(state.current?.post);
  const [areTasksSettled, setTasksSettled] = useState(false);
  const review = useReviewHandlers({
    queue,
    state,
    tasks,
    suggestions,
    filled,
    translate: translation.toggle,
  });
  const { dialogs, onAssigned, onMergeChange } = review;
  const { current, next } = state;
  // A report without a survey gets one first.
  const areTasksLoading = Boolean(current?.post.form) && !areTasksSettled;
  const { handlers, keyHandlers } = useHeldAction(review.handlers, current?.post.id, areTasksLoading);
  const keys = useReviewKeys(keyHandlers);
  useNotices(state);
  useNumbersAfterSave(state);
  // The queue has it: it does not come first again after it was decided and the page is loaded again.
  useEffect(() => {
    if (search.post === undefined) return;
    void navigate({ to: '/review', search: (before) => ({ ...before, post: undefined }), replace: true });
  }, [search.post, navigate]);
  useEffect(() => {
    for (const { post } of next) prefetch(post);
  }, [next, prefetch]);
  const title = current && formatPostTitle(current.post, t);
  const currentPost = current?.post;
  // Not rendered again while decisions are being saved.
  const report = useMemo(() => currentPost && renderReport(currentPost), [currentPost, renderReport]);
  const currentId = currentPost?.id;
  useEffect(() => {
    if (currentId !== undefined && title) announce(t('review.nowShown', { title }));
  }, [currentId, title, t]);
  const setSearch = useCallback(
    (changed: ReviewSearch) => {
      if (ownId !== undefined) storeReviewOrder(ownId, changed.first);
      void navigate({ to: '/review', search: changed, replace: true });
    },
    [ownId, navigate],
  );
  return (
    <div className={classes['page']}>
      <QueueColumn state={state} search={search} onSearch={setSearch} />
      <div className={classes['desk']}>
        {current ? (
          <ReportCard
            key={current.post.id}
            isPhone={isPhone}
            needsSurvey={current.post.form === null}
            reasons={current.reasons}
            onSwipe={(direction) => handlers[direction === 'end' ? 'publish' : 'archive']?.()}
          >
            {/* It scrolls, also by keyboard. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <section className={classes['report']} id={reportSectionId} aria-label={title} tabIndex={0}>
              {translation.panel}
              {report}
            </section>
            <aside className={classes['context']} aria-label={t('review.context')}>
              <Deferred>
                <Suspense>
                  <UrgencyNote post={current.post} />
                  <SuggestionsSection suggestions={suggestions} shortcut={keys.accept?.toUpperCase()} />
                </Suspense>
              </Deferred>
              <Suspense>
                <ReportTasks
                  key={current.changeCount}
                  post={current.post}
                  draft={current.draft}
                  handle={tasks}
                  onFilled={setFilled}
                  onSettled={setTasksSettled}
                  clearShortcut={keys.clear?.toUpperCase()}
                />
              </Suspense>
              <Deferred>
                {renderContext(current.post, onMergeChange)}
                <Suspense>
                  <RecordPanel postId={current.post.id} onAssigned={onAssigned} />
                </Suspense>
              </Deferred>
            </aside>
          </ReportCard>
        ) : (
          <div className={classes['empty']}>
            <Suspense fallback={<ListSkeleton rows={4} height={72} />}>
              <NoReport
                queue={queue}
                state={state}
                hasFilters={isFiltered(search)}
                onClearFilters={() => setSearch({ first: search.first })}
              />
            </Suspense>
          </div>
        )}
        <ActionBar
          handlers={handlers}
          keys={keys}
          needsSurvey={current?.post.form === null}
          status={
            <>
              <Suspense>{current && <ConsentNote key={current.post.id} post={current.post} />}</Suspense>
              <DecisionStatus state={state} />
            </>
          }
        />
      </div>
      {dialogs}
    </div>
  );
}
