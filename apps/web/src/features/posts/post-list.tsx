/** The posts that the address asks for, newest first: screen of the list, and beside the map. */
import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { Post } from '@waypost/contract/posts';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemTexts } from '../../api/fault-text.ts';
import { forResource } from '../../api/query-keys.ts';
import { usualOrder } from '../../blocks/post-search/default-query.ts';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState, LoadingList } from '../../ui/states.tsx';
import { useSelection } from './bulk/use-selection.ts';
import { ListEmpty } from './list-empty.tsx';
import { type ListExtras, ListHead } from './list-head.tsx';
import { NewPostsBanner } from './new-posts-banner.tsx';
import classes from './post-list.module.css';
import { PostRows } from './post-rows.tsx';
import { usePosts } from './use-posts.ts';

const FilterPanel = lazy(() => import('./filters/filter-panel.tsx'));
const PostTable = lazy(() => import('./table/post-table.tsx'));

interface Props extends ListExtras {
  /** The open post. */
  selected?: number | undefined;
  /** The list stays where it is when a post is opened. */
  withList?: boolean;
}

/** Orders that have days, and whose. */
const dates = {
  created: (post: Post) => post.created,
  updated: (post: Post) => post.updated ?? post.created,
  post_date: (post: Post) => post.post_date,
};
const isDated = (orderby: string): orderby is keyof typeof dates => orderby in dates;

export function PostList({ selected, withList = false, ...extras }: Props) {
  const { t } = useTranslation();
  const search = useSearch({ from: '/_map' });
  const cache = useQueryClient();
  const list = usePosts(search);
  const { posts, fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = list;
  const { selection, start, stop } = useSelection(posts);
  const [isFiltering, setFiltering] = useState(false);
  const filterButton = useRef<HTMLButtonElement>(null);
  const orderby = search.orderby ?? usualOrder(search);
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const showNew = () => void cache.resetQueries({ queryKey: forResource('posts') });
  const closeFilters = () => {
    setFiltering(false);
    // Once it can take the focus again.
    setTimeout(() => filterButton.current?.focus());
  };
  const isTable = withList && search.view === 'table';
  const footer = isFetchNextPageError ? (
    <ErrorState texts={problemTexts(list.error)} onRetry={more} />
  ) : isFetchingNextPage ? (
    <LoadingList rows={isTable ? 1 : 2} height={isTable ? 40 : 96} />
  ) : null;
  const rows = {
    posts,
    selected,
    withList,
    selection,
    onEnd: () => hasNextPage && !isFetchingNextPage && more(),
    footer,
  };
  return (
    <div className={classes['frame']}>
      <div className={classes['under']} inert={isFiltering}>
        <Panel
          head={
            <ListHead
              {...extras}
              total={list.total}
              posts={posts}
              selected={selected}
              selection={selection}
              onBulk={(isOn) => (isOn ? start() : stop())}
              canBeTable={withList}
              filterButton={filterButton}
              isFiltering={isFiltering}
              onFilter={() => setFiltering(true)}
            />
          }
        >
          <NewPostsBanner search={search} posts={posts} since={list.dataUpdatedAt} onShow={showNew} />
          {list.isPending && <LoadingList rows={6} height={112} />}
          {list.isError && posts.length === 0 && (
            <ErrorState texts={problemTexts(list.error)} onRetry={() => void list.refetch()} />
          )}
          {list.isSuccess && posts.length === 0 && <ListEmpty />}
          {posts.length > 0 && (
            <section aria-label={t('post.list.title')} className={classes['rows']}>
              {isTable ? (
                <Suspense fallback={<LoadingList rows={10} height={40} />}>
                  <PostTable {...rows} />
                </Suspense>
              ) : (
                <PostRows {...rows} dateOf={isDated(orderby) ? dates[orderby] : null} />
              )}
            </section>
          )}
        </Panel>
      </div>
      {isFiltering && (
        <Suspense fallback={null}>
          <FilterPanel total={list.total} onClose={closeFilters} />
        </Suspense>
      )}
    </div>
  );
}
