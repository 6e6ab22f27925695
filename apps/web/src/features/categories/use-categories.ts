/** Every category, and the order they are put into. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Category, listCategories, orderCategories } from '@waypost/contract/categories';
import { listPosts } from '@waypost/contract/posts';
import { useRef } from 'react';
import { call } from '../../api/call.ts';
import { problemText } from '../../api/fault-text.ts';
import { read } from '../../api/query-client.ts';
import { forResource } from '../../api/query-keys.ts';
import { notify } from '../../ui/notice.tsx';

/** The same answer that forms and filters use. */
const all = read(listCategories, {});

export const useCategories = () => useQuery(all);

/** How many posts are in any of these, whatever their status. */
export const useCountOfPosts = (ids: readonly number[]) =>
  useQuery({
    ...read(listPosts, { query: { tags: ids.map(String), status: ['all'], limit: 0 } }, { quiet: true }),
    enabled: ids.length > 0,
    select: ({ total_count }) => total_count,
  });

/** @returns puts siblings into an order: at once on the screen, and back if the server does not take it */
export function useOrdering(): (siblings: readonly Category[]) => void {
  const cache = useQueryClient();
  // One after the other, or an earlier order might arrive last.
  const queue = useRef(Promise.resolve());
  const waiting = useRef(0);
  return (siblings) => {
    const ids = siblings.map((it) => it.id);
    const places = new Map(ids.map((id, at) => [id, at + 1]));
    void cache.cancelQueries({ queryKey: all.queryKey });
    cache.setQueryData(all.queryKey, (before) =>
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
        notify('error', problemText(error));
      }
      waiting.current -= 1;
      if (waiting.current === 0) await cache.invalidateQueries({ queryKey: forResource('tags') });
    };
    queue.current = queue.current.then(send);
  };
}
