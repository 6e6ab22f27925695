/** Keyboard navigation in a list of posts with the arrow keys, and J and K as in mail programs. */
import type { Post } from '@waypost/contract/posts/posts';
import { type KeyboardEvent, useRef } from 'react';

const keySteps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };

/**
 * @param selectedId the open post, from which the navigation starts
 * @param scrollTo scrolls a row into view; resolves when it is rendered
 * @returns props of the element around the rows, whose links carry `data-post`, and a function that focuses a row
 */
export function useRowKeyboardNavigation(
  posts: readonly Post[],
  selectedId: number | undefined,
  scrollTo: (index: number, onRendered: () => void) => void,
) {
  const ref = useRef<HTMLDivElement>(null);
  const focusRow = (index: number) => {
    const focusLink = () => {
      const id = posts[index]?.id;
      ref.current?.querySelector<HTMLElement>(`[data-post="${id}"]`)?.focus({ preventScroll: true });
    };
    // At once where the row is rendered: another scrolling at the same time ends this one without a call.
    focusLink();
    const focused = document.activeElement;
    // The row may have been opened while the list still scrolled: the focus is then on the title of the report, and stays there.
    scrollTo(index, () => {
      const { activeElement } = document;
      if (activeElement === focused || activeElement === document.body) focusLink();
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = keySteps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const focused = Number((event.target as HTMLElement).dataset['post']);
    const from = posts.findIndex((post) => post.id === (focused || selectedId));
    const to = Math.min(posts.length - 1, Math.max(0, from + step));
    event.preventDefault();
    focusRow(to);
  };
  return { frame: { ref, onKeyDown }, focusRow };
}
