import { type RefObject, useEffect, useRef } from 'react';

/** What a person does to move the page themselves. */
const gestures = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Gives an element the focus and scrolls to it. While the content below it loads, the page may be too short for that: the element
 * is scrolled to again when the content grows, until the person does something.
 * @param isActive whether the element takes the focus
 * @returns the refs of the element and of its content
 */
export function useFocusInView<Target extends HTMLElement, Content extends HTMLElement>(
  isActive: boolean,
): { target: RefObject<Target | null>; content: RefObject<Content | null> } {
  const target = useRef<Target>(null);
  const content = useRef<Content>(null);
  useEffect(() => {
    if (!isActive) return undefined;
    target.current?.focus({ preventScroll: true });
    const scroll = () => target.current?.scrollIntoView({ block: 'start' });
    scroll();
    const observer = new ResizeObserver(scroll);
    if (content.current) observer.observe(content.current);
    const stop = () => {
      observer.disconnect();
      for (const gesture of gestures) window.removeEventListener(gesture, stop, true);
    };
    for (const gesture of gestures) window.addEventListener(gesture, stop, { capture: true, passive: true });
    return stop;
  }, [isActive]);
  return { target, content };
}
