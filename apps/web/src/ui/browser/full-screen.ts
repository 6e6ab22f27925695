/** Full-screen mode of a page, where the browser supports it. Most browsers require a click before it. */
import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
};

/** Whether the page is in full-screen mode; updates when it changes. */
export const useIsFullScreen = (): boolean =>
  useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);

/** Whether the browser supports full-screen mode. */
export const canBeFullScreen = (): boolean => document.fullscreenEnabled;

/** Requests full-screen mode. When the browser refuses, the page stays in the window. */
export function enterFullScreen(): void {
  if (canBeFullScreen()) void document.documentElement.requestFullscreen().catch(() => undefined);
}

/** Leaves full-screen mode. */
export function exitFullScreen(): void {
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
}
