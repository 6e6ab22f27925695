import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
};
const isFullScreen = () => document.fullscreenElement !== null;

/** Attribute used by the styles of the elements beside the map (ui/styles/global.css). */
const fullScreenAttribute = 'data-map-alone';

/** Full-screen mode of the map. Opening another screen from it ends it. */
export function useMapFullScreen() {
  const isOn = useSyncExternalStore(subscribe, isFullScreen);
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const openedAt = useRef(pathname);
  useEffect(() => {
    document.documentElement.toggleAttribute(fullScreenAttribute, isOn);
    return () => document.documentElement.removeAttribute(fullScreenAttribute);
  }, [isOn]);
  useEffect(() => {
    if (openedAt.current !== pathname && isFullScreen())
      void document.exitFullscreen().catch(() => undefined);
    openedAt.current = pathname;
  }, [pathname]);
  return {
    /** iPhones do not support it. */
    available: document.fullscreenEnabled,
    isOn,
    toggle: () =>
      // A refusal by the browser is not an error that the user can act on.
      void (isFullScreen() ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(
        () => undefined,
      ),
  };
}
