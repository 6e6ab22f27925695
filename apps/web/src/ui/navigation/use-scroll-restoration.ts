import { useElementScrollRestoration, useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Actions after which the reader decides about the position. */
const readerEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to a position as soon as the content is long enough, unless the reader acts before.
 * @returns a function that stops waiting
 */
function scrollWhenLoaded(area: HTMLElement, top: number): () => void {
  const observer = new MutationObserver(scroll);
  const stop = () => {
    observer.disconnect();
    for (const name of readerEvents) window.removeEventListener(name, stop, true);
  };
  function scroll() {
    area.scrollTop = top;
    // Positions may be fractions of a pixel.
    if (area.scrollTop > top - 1) stop();
  }
  observer.observe(area, { childList: true, subtree: true });
  for (const name of readerEvents) window.addEventListener(name, stop, true);
  scroll();
  return stop;
}

/**
 * Restores the position of a scroll area after a reload or Back. The router does so when the page is rendered, which is too early while
 * its data are loading.
 * @param id value of `data-scroll-restoration-id` of the element
 */
export function useScrollRestoration(area: RefObject<HTMLElement | null>, id: string): void {
  const position = useElementScrollRestoration({ id });
  const href = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.href });
  const restore = useEffectEvent(() => {
    const top = position?.scrollY ?? 0;
    return area.current && top > 0 ? scrollWhenLoaded(area.current, top) : undefined;
  });
  useEffect(() => (href === undefined ? undefined : restore()), [href]);
}
