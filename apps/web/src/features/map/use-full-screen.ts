/** The map alone on the whole screen; opening something else from it brings the rest back. */
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
};
const isFull = () => document.fullscreenElement !== null;

/** Taken up by the styles of what is beside the map (ui/global.css). */
const mark = 'data-map-alone';

export function useFullScreen() {
  const isOn = useSyncExternalStore(subscribe, isFull);
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const shownAt = useRef(pathname);
  useEffect(() => {
    document.documentElement.toggleAttribute(mark, isOn);
    return () => document.documentElement.removeAttribute(mark);
  }, [isOn]);
  useEffect(() => {
    if (shownAt.current !== pathname && isFull()) void document.exitFullscreen().catch(() => undefined);
    shownAt.current = pathname;
  }, [pathname]);
  return {
    /** Phones of one maker have none. */
    available: document.fullscreenEnabled,
    isOn,
    toggle: () =>
      // A browser that will not is no fault of the reader's.
      void (isFull() ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(
        () => undefined,
      ),
  };
}
