/** Selection of several posts in the list. */
import type { Post } from '@waypost/contract/posts/posts';
import { useMemo, useState } from 'react';

/** The selected posts, and functions to change the selection. */
export interface PostSelection {
  /** The selected posts in list order, without posts that have left the list. */
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
      posts: posts.filter((post) => ids.has(post.id)),
      has: (id) => ids.has(id),
      setSelected: (changedPosts, isOn) =>
        setIds((previous) => {
          const next = new Set(previous);
          for (const id of changedPosts)
            if (isOn) next.add(id);
            else next.delete(id);
          return next;
        }),
    };
  }, [ids, posts]);
  return { selection, start: () => setIds(new Set()), stop: () => setIds(null) };
}
