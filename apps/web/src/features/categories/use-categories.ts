/** Every category, and the order they are put into. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Category, listCategories, orderCategories } from '@waypost/contract/categories/categories';
import { listPosts } from '@waypost/contract/posts/posts';
import { useRef } from 'react';
import { call } from '../../api/call.ts';
import { formatErrorMessage } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { buildResourceKey } from '../../api/query-keys.ts';
import { notify } from '../../ui/feedback/toast.tsx';

/** The same answer that forms and filters use. */
const categoriesQuery = buildEndpointQuery(listCategories, {});

export const useCategories = () => useQuery(categoriesQuery);

/** How many posts are in any of these, whatever their status. */
export const usePostCount = (categoryIds: readonly number[]) =>
  useQuery({
    ...buildEndpointQuery(
      listPosts,
      { query: { tags: categoryIds.map(String), status: ['all'], limit: 0 } },
      { quiet: true },
    ),
    enabled: categoryIds.length > 0,
    select: ({ total_count }) => total_count,
  });

/** @returns puts siblings into an order: at once on the screen, and back if the server does not take it */
export function useReorderCategories(): (siblings: readonly Category[]) => void {
  const cache = useQueryClient();
  // One after the other, or an earlier order might arrive last.
  const queue = useRef(Promise.resolve());
  const waiting = useRef(0);
  return (siblings) => {
    const ids = siblings.map((it) => it.id);
    const places = new Map(ids.map((id, at) => [id, at + 1]));
    void cache.cancelQueries({ queryKey: categoriesQuery.queryKey });
    cache.setQueryData(categoriesQuery.queryKey, (before) =>
      before
        ? {
            ...before,
            results: before.results.map((it) => {
              const priority = places.get(it.id) ?? it.priority;
              // Only what changes is drawn anew.
              return priority === it.priority ? it : { ...it, priority };
            }),
          }
        : before,
    );
    waiting.current += 1;
    const send = async () => {
      try {
        await call(orderCategories, { body: { ids } }, { quiet: true });
      } catch (error) {
        notify('error', formatErrorMessage(error));
      }
      waiting.current -= 1;
      if (waiting.current === 0) await cache.invalidateQueries({ queryKey: buildResourceKey('tags') });
    };
    queue.current = queue.current.then(send);
  };
}
