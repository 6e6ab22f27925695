/** The reports themselves, the latest first, page by page (spec 2 §2, "Activity dashboard"). */
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { problemTexts } from '../../api/fault-text.ts';
import { PostCard } from '../../blocks/post-card/post-card.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { EmptyState, ErrorState, LoadingList } from '../../ui/states.tsx';
import { usePhone } from '../../ui/use-phone.ts';
import classes from './activity.module.css';
import { type ActivitySearch, timelineSizes } from './activity-search.ts';
import type { Range } from './range.ts';
import { useLatest } from './use-activity.ts';
import { useShow } from './use-show.ts';

export function Timeline({ search, range }: { search: ActivitySearch; range: Range }) {
  const { t } = useTranslation();
  const controls = usePhone() ? 'md' : 'sm';
  const show = useShow();
  const [size, page] = [search.size ?? '10', search.page ?? 1];
  const { data, error, isPlaceholderData, refetch } = useLatest(page, Number(size), range);
  return (
    <section className={classes['card']} aria-labelledby="activity-timeline">
      <header className={classes['cardHead']}>
        <h2 id="activity-timeline" className={classes['cardTitle']}>
          {t('activity.timeline.title')}
        </h2>
        <NativeSelect
          size={controls}
          aria-label={t('activity.timeline.size')}
          value={size}
          data={[...timelineSizes]}
          onChange={({ currentTarget }) => {
            const chosen = timelineSizes.find((it) => it === currentTarget.value);
            show({ size: chosen === '10' ? undefined : chosen, page: undefined });
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
      {error && !data && <ErrorState texts={problemTexts(error)} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingList rows={4} height={112} />}
      <Pagination
        page={page}
        total={data?.total_count ?? 0}
        size={Number(size)}
        onPage={(next) => show({ page: next > 1 ? next : undefined })}
      />
    </section>
  );
}
