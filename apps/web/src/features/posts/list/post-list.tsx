import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { buildResourceKey } from '../../../api/query-keys.ts';
import { mapArchivesQuery } from '../../../blocks/map-canvas/archives/use-archive-layers.ts';
import { isPostDateField } from '../../../blocks/post-card/post-date.ts';
import { getDefaultOrder } from '../../../blocks/post-search/post-query.ts';
import { ErrorState, ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { usePostSelection } from '../bulk/use-post-selection.ts';
import { EmptyPostList } from './list-empty.tsx';
import { ListHeader, type ListHeaderSlots } from './list-header.tsx';
import { NewPostsBanner } from './new-posts-banner.tsx';
import classes from './post-list.module.css';
import { PostRows } from './post-rows.tsx';
import { buildPostListKey, usePosts } from './use-posts.ts';

const FilterPanel = lazy(() => import('../filters/filter-panel.tsx'));
const PostTable = lazy(() => import('../table/post-table.tsx'));

interface Props extends ListHeaderSlots {
  /** The open post. */
  selected?: number | undefined;
  /** Keeps the list visible when a post is opened. */
  withList?: boolean;
}

/** The posts that match the search parameters, newest first: the list page, and the panel beside the map. */
export function PostList({ selected, withList = false, ...extras }: Props) {
  const { t } = useTranslation();
  const search = useSearch({ from: '/_map' });
  const cache = useQueryClient();
  const list = usePosts(search);
  const { posts, fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = list;
  const listKey = JSON.stringify(buildPostListKey(search));
  const { selection, start, stop } = usePostSelection(posts, listKey);
  const [isFiltering, setFiltering] = useState(false);
  const filterButton = useRef<HTMLButtonElement>(null);
  const orderby = search.orderby ?? getDefaultOrder(search);
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const showNewPosts = () => void cache.resetQueries({ queryKey: buildResourceKey('posts') });
  const closeFilters = () => {
    setFiltering(false);
    // Deferred until the button can take the focus.
    setTimeout(() => filterButton.current?.focus());
  };
  const archives = useQuery(mapArchivesQuery);
  // Without them the list is shown all the same, such as offline.
  const isPending = list.isPending || (archives.isLoading && archives.failureCount === 0);
  const isTable = withList && search.view === 'table';
  const footer = isFetchNextPageError ? (
    <ErrorState messages={formatErrorMessages(list.error)} onRetry={loadMore} />
  ) : isFetchingNextPage ? (
    <ListSkeleton rows={isTable ? 1 : 2} height={isTable ? 40 : 96} />
  ) : null;
  const rows = {
    posts,
    selected,
    withList,
    selection,
    onEnd: () => hasNextPage && !isFetchingNextPage && loadMore(),
    footer,
  };
  return (
    <div className={classes['frame']}>
      <div className={classes['content']} inert={isFiltering}>
        <Panel
          header={
            <ListHeader
              {...extras}
              total={list.total}
              posts={posts}
              selected={selected}
              selection={selection}
              onBulkModeChange={(isOn) => (isOn ? start() : stop())}
              canShowTable={withList}
              filterButton={filterButton}
              isFiltering={isFiltering}
              onOpenFilters={() => setFiltering(true)}
            />
          }
        >
          <NewPostsBanner
            search={search}
            posts={posts}
            fetchedAtMs={list.dataUpdatedAt}
            onShow={showNewPosts}
          />
          {isPending && <ListSkeleton rows={6} height={112} />}
          {list.isError && posts.length === 0 && (
            <ErrorState messages={formatErrorMessages(list.error)} onRetry={() => void list.refetch()} />
          )}
          {list.isSuccess && posts.length === 0 && <EmptyPostList />}
          {!isPending && posts.length > 0 && (
            <section aria-label={t('post.list.title')} className={classes['rows']}>
              {isTable ? (
                <Suspense fallback={<ListSkeleton rows={10} height={40} />}>
                  <PostTable {...rows} />
                </Suspense>
              ) : (
                <PostRows {...rows} listKey={listKey} sortedBy={isPostDateField(orderby) ? orderby : null} />
              )}
            </section>
          )}
        </Panel>
      </div>
      {isFiltering && (
        <Suspense fallback={null}>
          <FilterPanel total={list.total ?? (list.isError ? null : undefined)} onClose={closeFilters} />
        </Suspense>
      )}
    </div>
  );
}
