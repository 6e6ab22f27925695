/** All categories, and saving their order. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Category, listCategories, orderCategories } from '@waypost/contract/categories/categories';
import { listPosts } from '@waypost/contract/posts/posts';
import { useRef } from 'react';
import { notifyError } from '../../api/notify-error.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { buildResourceKey } from '../../api/query-keys.ts';
import { useCall } from '../../api/use-call.ts';

/** The query that forms and filters use, too. */
const categoriesQuery = buildEndpointQuery(listCategories, {});

/** All categories. */
export const useCategories = () => useQuery(categoriesQuery);

/** The number of posts in any of these categories, with any status. */
export const usePostCount = (categoryIds: readonly number[]) =>
  useQuery({
    ...buildEndpointQuery(listPosts, { query: { tags: categoryIds.map(String), status: ['all'], limit: 0 } }),
    enabled: categoryIds.length > 0,
    select: ({ total_count }) => total_count,
  });

/** @returns a function that saves the order of siblings: an optimistic update, reverted after an error */
export function useReorderCategories(): (siblings: readonly Category[]) => void {
  const cache = useQueryClient();
  const pendingCount = useRef(0);
  const save = useCall(orderCategories, {
    onError: notifyError,
    invalidates: [],
    // One after the other: an earlier order must not arrive last.
    whilePending: 'queue',
  });
  return (siblings) => {
    const ids = siblings.map((it) => it.id);
    const priorityById = new Map(ids.map((id, at) => [id, at + 1]));
    void cache.cancelQueries({ queryKey: categoriesQuery.queryKey });
    cache.setQueryData(categoriesQuery.queryKey, (before) =>
      before
        ? {
            ...before,
            results: before.results.map((it) => {
              const priority = priorityById.get(it.id) ?? it.priority;
              // Only changed categories are rendered again.
              return priority === it.priority ? it : { ...it, priority };
            }),
          }
        : before,
    );
    pendingCount.current += 1;
    void save
      .mutateAsync({ body: { ids } })
      .catch(() => undefined)
      .then(() => {
        pendingCount.current -= 1;
        // Not before the last one, which would show an earlier order for a moment.
        if (pendingCount.current === 0) void cache.invalidateQueries({ queryKey: buildResourceKey('tags') });
      });
  };
}
