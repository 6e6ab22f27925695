/** The posts that the address asks for, newest first: screen of the list, and beside the map. */
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Post } from '@waypost/contract/posts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { problemTexts } from '../../api/fault-text.ts';
import { forResource } from '../../api/query-keys.ts';
import { countFilters, filtersOf } from '../../blocks/post-search/post-search.ts';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, LoadingList } from '../../ui/states.tsx';
import { ListHead } from './list-head.tsx';
import { NewPostsBanner } from './new-posts-banner.tsx';
import { PostRows } from './post-rows.tsx';
import { usePosts } from './use-posts.ts';

interface Props {
  /** The open post. */
  selected?: number | undefined;
  /** The list stays where it is when a post is opened. */
  withList?: boolean;
}

function Nothing() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/_map' });
  const navigate = useNavigate();
  if (countFilters(search) === 0)
    return <EmptyState title={t('post.list.none.title')}>{t('post.list.none.text')}</EmptyState>;
  const gone = Object.fromEntries(Object.keys(filtersOf(search)).map((key) => [key, undefined]));
  const clear = () => void navigate({ to: '.', search: (before) => ({ ...before, ...gone }), state: true });
  return (
    <EmptyState
      title={t('post.list.noMatch.title')}
      action={
        <Button variant="default" onClick={clear}>
          {t('post.list.noMatch.clear')}
        </Button>
      }
    >
      {t('post.list.noMatch.text')}
    </EmptyState>
  );
}

export function PostList({ selected, withList = false }: Props) {
  const { t } = useTranslation();
  const search = useSearch({ from: '/_map' });
  const cache = useQueryClient();
  const list = usePosts(search);
  const { posts, fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = list;
  const orderby = search.orderby;
  const dateOf = useCallback(
    (post: Post) =>
      orderby === 'post_date'
        ? post.post_date
        : orderby === 'updated'
          ? (post.updated ?? post.created)
          : post.created,
    [orderby],
  );
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const showNew = () => void cache.resetQueries({ queryKey: forResource('posts') });
  const footer = isFetchNextPageError ? (
    <ErrorState texts={problemTexts(list.error)} onRetry={more} />
  ) : isFetchingNextPage ? (
    <LoadingList rows={2} height={96} />
  ) : null;

  return (
    <Panel head={<ListHead total={list.total} />}>
      <NewPostsBanner search={search} posts={posts} since={list.dataUpdatedAt} onShow={showNew} />
      {list.isPending && <LoadingList rows={6} height={112} />}
      {list.isError && posts.length === 0 && (
        <ErrorState texts={problemTexts(list.error)} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && posts.length === 0 && <Nothing />}
      {posts.length > 0 && (
        <section aria-label={t('post.list.title')} style={{ blockSize: '100%' }}>
          <PostRows
            posts={posts}
            dateOf={dateOf}
            selected={selected}
            withList={withList}
            onEnd={() => hasNextPage && !isFetchingNextPage && more()}
            footer={footer}
          />
        </section>
      )}
    </Panel>
  );
}
