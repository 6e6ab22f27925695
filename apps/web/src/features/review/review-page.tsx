/** The review screen: queue, report and context side by side; on a phone a stack of cards. */
import './review-labels.ts';
import { Alert, Button } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Post } from '@waypost/contract/posts/posts';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useScreenOwner } from '../../api/session.ts';
import { formatPostTitle } from '../../blocks/post-card/post-title.ts';
import type { MergeChange } from '../../blocks/post-merge/use-merge.ts';
import { useIsPhone } from '../../ui/browser/use-is-phone.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { announce } from '../../ui/feedback/announcer.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { ScreenTitle } from '../../ui/layout/screen-title.tsx';
import { TextLink } from '../../ui/navigation/text-link.tsx';
import { ActionBar } from './action-bar.tsx';
import { NoReport } from './no-report.tsx';
import { QueuePanel } from './queue-panel.tsx';
import type { ReportTasksHandle } from './report-tasks.tsx';
import { isFiltered } from './review-filters.ts';
import { storeReviewOrder, useStoredOrder } from './review-order.ts';
import classes from './review-page.module.css';
import type { ReviewSearch } from './review-search.ts';
import type { ReviewState } from './review-types.ts';
import { useSuggestions } from './suggestions/use-suggestions.ts';
import { useReviewHandlers } from './use-review-handlers.tsx';
import { useReviewKeys } from './use-review-keys.ts';
import { useReviewQueue } from './use-review-queue.ts';
import { useNumbersAfterSave, useReviewSummary } from './use-review-summary.ts';
import { useSwipe } from './use-swipe.ts';

const ReportTasks = lazy(() => import('./report-tasks.tsx'));
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

const noticeTypes = {
  undone: 'success',
  'change-undone': 'success',
  returned: 'error',
  'change-kept': 'error',
  taken: 'info',
  'decided-otherwise': 'info',
} as const;

/** Tells what happened to reports that are no longer shown. keys: review.notice.* */
function useNotices({ notice }: ReviewState): void {
  const { t } = useTranslation();
  const shown = useRef(notice?.number ?? 0);
  useEffect(() => {
    if (!notice || notice.number === shown.current) return;
    shown.current = notice.number;
    const title = formatPostTitle(notice.post, t);
    const text = [t(`review.notice.${notice.kind}`, { title }), ...notice.reasons].join(' ');
    notify(noticeTypes[notice.kind], text);
  }, [notice, t]);
}

/** The screen. keys: review.done.* */
export function ReviewPage({ renderReport, renderContext, prefetch }: Props) {
  useLoadedTranslations();
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  const ownId = useScreenOwner()?.id;
  const search = useStoredOrder(useSearch({ from: '/review' }), ownId);
  const { queue, state } = useReviewQueue(search);
  const tasks = useRef<ReportTasksHandle>(null);
  const suggestions = useSuggestions(queue, state.current?.post, tasks);
  const { handlers, dialogs, onAssigned, onMergeChange } = useReviewHandlers(
    queue,
    state,
    tasks,
    suggestions,
  );
  const keys = useReviewKeys(handlers);
  const [isQueueOpen, setQueueOpen] = useState(false);
  useNotices(state);
  useNumbersAfterSave(state);
  const { current, next } = state;
  useEffect(() => {
    for (const { post } of next) prefetch(post);
  }, [next, prefetch]);
  const title = current && formatPostTitle(current.post, t);
  const currentId = current?.post.id;
  useEffect(() => {
    if (currentId !== undefined && title) announce(t('review.nowShown', { title }));
  }, [currentId, title, t]);
  const setSearch = (changed: ReviewSearch) => {
    if (ownId !== undefined) storeReviewOrder(ownId, changed.first);
    void navigate({ to: '/review', search: changed, replace: true });
  };
  const queuePanel = <QueuePanel state={state} search={search} onSearch={setSearch} />;
  return (
    <div className={classes['page']}>
      <aside className={classes['queue']} aria-label={t('review.queue')}>
        <div className={classes['queueHead']}>
          <ScreenTitle title={t('review.title')} size="h2" />
          {isPhone && (
            <Button
              variant="default"
              size="sm"
              aria-expanded={isQueueOpen}
              leftSection={<Icon icon={IconAdjustmentsHorizontal} size={18} />}
              onClick={() => setQueueOpen(!isQueueOpen)}
            >
              {t('review.filters')}
            </Button>
          )}
        </div>
        <WaitingNumbers search={search} />
        {(!isPhone || isQueueOpen) && (
          <TextLink to="/review/shift" size="sm">
            {t('review.shift')}
          </TextLink>
        )}
        {(!isPhone || isQueueOpen) && queuePanel}
      </aside>
      <div className={classes['desk']}>
        {current ? (
          <ReportCard
            key={current.post.id}
            isPhone={isPhone}
            needsSurvey={current.post.form === null}
            reasons={current.reasons}
            onSwipe={(direction) => handlers[direction === 'end' ? 'publish' : 'archive']?.()}
          >
            <section className={classes['report']} aria-label={title}>
              {renderReport(current.post)}
            </section>
            <aside className={classes['context']} aria-label={t('review.context')}>
              <Suspense>
                <UrgencyNote post={current.post} />
                <SuggestionsSection suggestions={suggestions} shortcut={keys.accept?.toUpperCase()} />
              </Suspense>
              <Suspense>
                <ReportTasks
                  key={current.changeCount}
                  post={current.post}
                  draft={current.draft}
                  handle={tasks}
                />
              </Suspense>
              {renderContext(current.post, onMergeChange)}
              <Suspense>
                <RecordPanel postId={current.post.id} onAssigned={onAssigned} />
              </Suspense>
            </aside>
          </ReportCard>
        ) : (
          <div className={classes['empty']}>
            <NoReport
              queue={queue}
              state={state}
              hasFilters={isFiltered(search)}
              onClearFilters={() => setSearch({ first: search.first })}
            />
          </div>
        )}
        <ActionBar
          handlers={handlers}
          keys={keys}
          needsSurvey={current?.post.form === null}
          status={<DecisionStatus state={state} />}
        />
      </div>
      {dialogs}
    </div>
  );
}

/** How much waits that the filters leave, and how much of it somebody holds. */
function WaitingNumbers({ search }: { search: ReviewSearch }) {
  const { t } = useTranslation();
  const { data } = useReviewSummary(search);
  if (!data) return null;
  return (
    <p className={classes['note']} data-figures>
      {t('review.waiting', { count: data.total })}
      {data.held > 0 && <span>{` · ${t('review.heldCount', { count: data.held })}`}</span>}
      {data.oldest && (
        <>
          {' · '}
          {t('review.oldest')} <RelativeTime date={data.oldest} />
        </>
      )}
    </p>
  );
}

/** The last decision, and what is still being saved. */
function DecisionStatus({
  state: { lastDecision, unsavedCount, decidedCount, saveErrors },
}: {
  state: ReviewState;
}) {
  const { t } = useTranslation();
  if (unsavedCount > 0 && saveErrors.length > 0)
    return (
      <span className={classes['problem']}>
        {t('review.unsaved', { count: unsavedCount })} {saveErrors[0]}
      </span>
    );
  if (!lastDecision) return null;
  return (
    <>
      <span className={classes['last']} dir="auto">
        {t(`review.done.${lastDecision.status}`, { title: formatPostTitle(lastDecision.post, t) })}
      </span>
      <span className={classes['count']} data-figures>
        {t('review.decided', { count: decidedCount })}
      </span>
    </>
  );
}

interface ReportCardProps {
  isPhone: boolean;
  needsSurvey: boolean;
  reasons: readonly string[];
  onSwipe: (direction: 'start' | 'end') => void;
  children: ReactNode;
}

/** The report with its context. On a phone it can be swiped. keys: review.action.* */
function ReportCard({ isPhone, needsSurvey, reasons, onSwipe, children }: ReportCardProps) {
  const { t } = useTranslation();
  const swipe = useSwipe(isPhone, onSwipe);
  return (
    <div className={classes['card']} {...swipe.props}>
      {swipe.direction && (
        <div className={classes['swipe']} data-direction={swipe.direction} aria-hidden>
          {swipe.direction === 'end' && needsSurvey
            ? t('post.action.chooseSurvey')
            : t(`review.action.${swipe.direction === 'end' ? 'publish' : 'archive'}`)}
        </div>
      )}
      {reasons.length > 0 && (
        <Alert
          className={classes['returned'] ?? ''}
          color="red"
          variant="light"
          role="alert"
          title={t('review.returned')}
          icon={<Icon icon={IconAlertTriangle} />}
        >
          {reasons.map((reason) => (
            <p key={reason} className={classes['text']}>
              {reason}
            </p>
          ))}
        </Alert>
      )}
      {reasons.length === 0 && needsSurvey && (
        <Alert
          className={classes['returned'] ?? ''}
          color="accent"
          variant="light"
          role="note"
          icon={<Icon icon={IconInfoCircle} />}
        >
          {t('post.action.needsSurvey')}
        </Alert>
      )}
      {children}
    </div>
  );
}
