/** Scrolls the open post of the list into view, and gives its row the focus when it is closed. */
import type { Post } from '@waypost/contract/posts/posts';
import { useEffect, useRef } from 'react';

/**
 * Scrolls when another post is opened, and once when the open post is loaded; not when the list is fetched again.
 * @param scrollTo scrolls the row at an index into view, if it is outside
 * @param focusRow scrolls likewise, and focuses the row. Called when the focus was lost with the post that was closed.
 */
export function useScrollToSelected(
  posts: readonly Post[],
  selectedId: number | undefined,
  scrollTo: (index: number) => void,
  focusRow: (index: number) => void,
): void {
  const scrolledToId = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (scrolledToId.current === selectedId) return;
    const index = posts.findIndex(({ id }) => id === (selectedId ?? scrolledToId.current));
    if (selectedId === undefined) scrolledToId.current = undefined;
    if (index === -1) return;
    scrolledToId.current = selectedId;
    if (selectedId !== undefined) scrollTo(index);
    else if (document.activeElement === document.body) focusRow(index);
  });
}
