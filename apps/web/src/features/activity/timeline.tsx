import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { PostCard } from '../../blocks/post-card/post-card.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { Pagination } from '../../ui/navigation/pagination.tsx';
import classes from './activity.module.css';
import { type ActivitySearchParams, timelineSizes } from './activity-search-params.ts';
import type { TimeRange } from './time-range.ts';
import { useLatestPosts } from './use-activity-queries.ts';
import { useUpdateActivitySearch } from './use-update-activity-search.ts';

/** Paginated list of the latest reports (spec 2 §2, "Activity dashboard"). */
export function Timeline({ search, range }: { search: ActivitySearchParams; range: TimeRange }) {
  const { t } = useTranslation();
  const updateSearch = useUpdateActivitySearch();
  const [size, page] = [search.size ?? '10', search.page ?? 1];
  const { data, error, isPlaceholderData, refetch } = useLatestPosts(page, Number(size), range);
  return (
    <section className={classes['card']} aria-labelledby="activity-timeline">
      <header className={classes['cardHead']}>
        <h2 id="activity-timeline" className={classes['cardTitle']}>
          {t('activity.timeline.title')}
        </h2>
        <NativeSelect
          aria-label={t('activity.timeline.size')}
          value={size}
          data={[...timelineSizes]}
          onChange={({ currentTarget }) => {
            const newSize = timelineSizes.find((size) => size === currentTarget.value);
            updateSearch({ size: newSize === '10' ? undefined : newSize, page: undefined });
          }}
        />
      </header>
      {data && data.results.length > 0 && (
        <ol className={classes['posts']} data-old={isPlaceholderData || undefined}>
          {data.results.map((post) => (
            <li key={post.id}>
              <PostCard post={post} />
            </li>
          ))}
        </ol>
      )}
      {data?.results.length === 0 && <EmptyState title={t('activity.timeline.none')} />}
      {error && !data && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={4} height={112} />}
      <Pagination
        page={page}
        total={data?.total_count ?? 0}
        pageSize={Number(size)}
        onPage={(next) => updateSearch({ page: next > 1 ? next : undefined })}
      />
    </section>
  );
}
