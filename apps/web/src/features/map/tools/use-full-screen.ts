/** The map alone on the whole screen; opening something else from it brings the rest back. */
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
};
const isFullScreen = () => document.fullscreenElement !== null;

/** Taken up by the styles of what is beside the map (ui/styles/global.css). */
const fullScreenAttribute = 'data-map-alone';

export function useMapFullScreen() {
  const isOn = useSyncExternalStore(subscribe, isFullScreen);
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const shownAt = useRef(pathname);
  useEffect(() => {
    document.documentElement.toggleAttribute(fullScreenAttribute, isOn);
    return () => document.documentElement.removeAttribute(fullScreenAttribute);
  }, [isOn]);
  useEffect(() => {
    if (shownAt.current !== pathname && isFullScreen()) void document.exitFullscreen().catch(() => undefined);
    shownAt.current = pathname;
  }, [pathname]);
  return {
    /** Phones of one maker have none. */
    available: document.fullscreenEnabled,
    isOn,
    toggle: () =>
      // A browser that will not is no fault of the reader's.
      void (isFullScreen() ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(
        () => undefined,
      ),
  };
}
