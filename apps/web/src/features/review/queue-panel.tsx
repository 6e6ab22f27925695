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
import type { ReviewSearch } from './filters/review-search.ts';
import { useFilterCounts } from './filters/use-filter-counts.ts';
import { WaitingFilters } from './filters/waiting-filters.tsx';
import classes from './review-page.module.css';
import type { ReviewState } from './review-types.ts';
import { reviewPollIntervalMs } from './use-review-summary.ts';

interface Props {
  state: ReviewState;
  search: ReviewSearch;
  onSearch: (search: ReviewSearch) => void;
}

/** Filters and lists. */
export default function QueuePanel({ state, search, onSearch }: Props) {
  const { counts, error, refetch } = useFilterCounts(search);
  return (
    <>
      {error && !counts && <ErrorState messages={formatErrorMessages(error)} onRetry={refetch} />}
      {!counts && !error && <ListSkeleton rows={4} height={48} />}
      {counts && <WaitingFilters counts={counts} search={search} onChange={onSearch} />}
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
              {reasons.length > 0 ? (
                t('review.returned')
              ) : (
                <>
                  {t('post.received')} <RelativeTime date={post.created} />
                </>
              )}
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
  const others = data?.results.filter(({ user }) => user?.id !== owner?.id) ?? [];
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
              {user?.realname || t('post.lock.somebody')}
            </span>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}
