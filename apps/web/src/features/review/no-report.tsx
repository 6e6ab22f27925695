/** What the review screen shows without a report: it is loading, nothing waits, or the work is paused. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import type { ReviewQueue } from './review-queue.ts';
import type { ReviewState } from './review-types.ts';

interface Props {
  queue: ReviewQueue;
  state: ReviewState;
  hasFilters: boolean;
  onClearFilters: () => void;
}

/** Says why, with the one thing to do. */
export default function NoReport({ queue, state, hasFilters, onClearFilters }: Props) {
  const { t } = useTranslation();
  if (state.phase === 'failed')
    return <ErrorState messages={state.errors} onRetry={() => void queue.fill()} />;
  if (state.phase === 'paused')
    return (
      <EmptyState
        title={t('review.paused.title')}
        action={
          <Button size="md" onClick={() => void queue.resume()}>
            {t('review.paused.action')}
          </Button>
        }
      >
        {t('review.paused.text')}
      </EmptyState>
    );
  if (state.phase !== 'waiting') return <ListSkeleton rows={4} height={72} />;
  if (state.passedCount > 0)
    return (
      <EmptyState
        title={t('review.passed.title', { count: state.passedCount })}
        action={
          <Button size="md" onClick={() => void queue.restart()}>
            {t('review.passed.action')}
          </Button>
        }
      >
        {t('review.passed.text')}
      </EmptyState>
    );
  if (hasFilters)
    return (
      <EmptyState
        title={t('review.noMatch.title')}
        action={
          <Button size="md" variant="default" onClick={onClearFilters}>
            {t('review.noMatch.action')}
          </Button>
        }
      >
        {t('review.noMatch.text')}
      </EmptyState>
    );
  return <EmptyState title={t('review.empty.title')}>{t('review.empty.text')}</EmptyState>;
}
