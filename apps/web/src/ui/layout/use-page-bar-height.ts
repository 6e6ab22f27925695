import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Writes the height of a bar at the foot of the page into the CSS variable `--wp-page-bar`: notices stand above it (ui/feedback).
 * @returns the ref of the bar
 */
export function usePageBarHeight<E extends HTMLElement>(): RefObject<E | null> {
  const bar = useRef<E>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty('--wp-page-bar', `${Math.ceil(bar.current?.offsetHeight ?? 0)}px`),
    );
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--wp-page-bar');
    };
  }, []);
  return bar;
}
