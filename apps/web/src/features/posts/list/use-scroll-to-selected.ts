/** Scrolls the open post of the list into view. */
import type { Post } from '@waypost/contract/posts/posts';
import { useEffect, useRef } from 'react';

/**
 * Scrolls when another post is opened, and once when the open post is loaded; not when the list is fetched again.
 * @param scrollTo scrolls the row at an index into view, if it is outside
 */
export function useScrollToSelected(
  posts: readonly Post[],
  selectedId: number | undefined,
  scrollTo: (index: number) => void,
): void {
  const scrolledToId = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (selectedId === undefined) scrolledToId.current = undefined;
    if (selectedId === undefined || scrolledToId.current === selectedId) return;
    const index = posts.findIndex(({ id }) => id === selectedId);
    if (index === -1) return;
    scrolledToId.current = selectedId;
    scrollTo(index);
  });
}
