/** The queue beside the report: what waits, what comes next, and what others work on. */
import { useQuery } from '@tanstack/react-query';
import { listClaims } from '@waypost/contract/review/claims';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { useScreenOwner } from '../../api/session.ts';
import { formatPostTitle } from '../../blocks/post-card/post-title.ts';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { TitledSection } from '../../ui/layout/titled-section.tsx';
import classes from './review-page.module.css';
import type { ReviewSearch } from './review-search.ts';
import type { ReviewState } from './review-types.ts';
import { reviewPollIntervalMs, useReviewSummary } from './use-review-summary.ts';
import { WaitingFilters } from './waiting-filters.tsx';

interface Props {
  state: ReviewState;
  search: ReviewSearch;
  onSearch: (search: ReviewSearch) => void;
}

/** Filters and lists. */
export function QueuePanel({ state, search, onSearch }: Props) {
  const { data, error, refetch } = useReviewSummary();
  return (
    <>
      {error && !data && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={4} height={48} />}
      {data && <WaitingFilters summary={data} search={search} onChange={onSearch} />}
      {state.current && <NextReports next={state.next} />}
      <OtherClaims />
    </>
  );
}

/** The reports that are fetched ahead. */
function NextReports({ next }: Pick<ReviewState, 'next'>) {
  const { t } = useTranslation();
  return (
    <TitledSection title={t('review.next')}>
      {next.length === 0 && <p className={classes['note']}>{t('review.nothingNext')}</p>}
      <ol className={classes['list']}>
        {next.map(({ post, reasons }) => (
          <li key={post.id}>
            <span className={classes['title']} dir="auto">
              {formatPostTitle(post, t)}
            </span>
            <span className={classes['meta']} data-problem={reasons.length > 0 || undefined}>
              {reasons.length > 0 ? t('review.returned') : <RelativeTime date={post.created} />}
            </span>
          </li>
        ))}
      </ol>
    </TitledSection>
  );
}

/** The posts that other reviewers hold. */
function OtherClaims() {
  const { t } = useTranslation();
  const owner = useScreenOwner();
  const { data } = useQuery({
    ...buildEndpointQuery(listClaims, {}, { ignoresRefusal: true }),
    refetchInterval: reviewPollIntervalMs,
  });
  const others = data?.results.filter(({ user }) => user.id !== owner?.id) ?? [];
  if (others.length === 0) return null;
  return (
    <TitledSection title={t('review.others')}>
      <ul className={classes['list']}>
        {others.map(({ id, title, user }) => (
          <li key={id}>
            <span className={classes['title']} dir="auto">
              {formatPostTitle({ title }, t)}
            </span>
            <span className={classes['meta']} dir="auto">
              {user.realname || t('post.lock.somebody')}
            </span>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}
