/** Which of the listed posts are chosen, while several are worked on at once. */
import type { Post } from '@waypost/contract/posts/posts';
import { useMemo, useState } from 'react';

export interface PostSelection {
  /** Chosen, in the order of the list; those that have left it are not. */
  posts: readonly Post[];
  has: (id: number) => boolean;
  setSelected: (ids: readonly number[], isOn: boolean) => void;
}

/** @returns null until `start` is called, and after `stop` */
export function usePostSelection(posts: readonly Post[]): {
  selection: PostSelection | null;
  start: () => void;
  stop: () => void;
} {
  const [ids, setIds] = useState<ReadonlySet<number> | null>(null);
  const selection = useMemo((): PostSelection | null => {
    if (ids === null) return null;
    return {
      posts: posts.filter((it) => ids.has(it.id)),
      has: (id) => ids.has(id),
      setSelected: (changed, isOn) =>
        setIds((before) => {
          const next = new Set(before);
          for (const id of changed)
            if (isOn) next.add(id);
            else next.delete(id);
          return next;
        }),
    };
  }, [ids, posts]);
  return { selection, start: () => setIds(new Set()), stop: () => setIds(null) };
}
