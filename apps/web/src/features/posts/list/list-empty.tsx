import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { listPosts } from '@waypost/contract/posts/posts';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { readPostMode } from '../../../blocks/post-search/post-mode.ts';
import { buildPostQuery } from '../../../blocks/post-search/post-query.ts';
import { clearedFilters, countActiveFilters } from '../../../blocks/post-search/post-search.ts';
import { EmptyState } from '../../../ui/feedback/screen-states.tsx';
import { useUpdatePostSearch } from '../filters/use-change-search.ts';

const ArchivedHidden = lazy(() => import('./archived-hidden.tsx'));

/** Number of archived posts that match the other filters, where the default leaves them out; undefined while it is unknown. */
function useArchivedCount(): number | undefined {
  const search = useSearch({ from: '/_map' });
  const query = { ...buildPostQuery(search, 'list'), status: ['archived' as const], limit: 1 };
  const { data, isLoading } = useQuery({
    // Relevance is no order of a count.
    ...buildEndpointQuery(
      listPosts,
      { query: { ...query, orderby: 'created' as const } },
      { ignoresRefusal: true },
    ),
    enabled: search.status === undefined && readPostMode(search).kind !== 'collection',
  });
  return isLoading ? undefined : (data?.total_count ?? 0);
}

/** Empty state: there are no posts yet, or none that match the filters (spec 2 §2). */
export function EmptyPostList() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/_map' });
  const change = useUpdatePostSearch();
  const archivedCount = useArchivedCount();
  if (countActiveFilters(search) === 0 && readPostMode(search).kind === 'collection')
    return <EmptyState title={t('collection.empty.title')}>{t('collection.empty.text')}</EmptyState>;
  if (archivedCount === undefined) return null;
  if (archivedCount > 0)
    return (
      <Suspense fallback={null}>
        <ArchivedHidden count={archivedCount} onShow={() => change({ status: ['archived'] })} />
      </Suspense>
    );
  if (countActiveFilters(search) === 0)
    return <EmptyState title={t('post.list.none.title')}>{t('post.list.none.text')}</EmptyState>;
  return (
    <EmptyState
      title={t('post.list.noMatch.title')}
      action={
        <Button variant="default" onClick={() => change(clearedFilters)}>
          {t('post.list.noMatch.clear')}
        </Button>
      }
    >
      {t('post.list.noMatch.text')}
    </EmptyState>
  );
}
