/** The whole screen for one page, where the browser lets it be taken: after a click, on most devices. */
import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
};

export const useIsFullScreen = (): boolean =>
  useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);

export const canBeFullScreen = (): boolean => document.fullscreenEnabled;

/** A refusal changes nothing: the page is shown in the window. */
export function enterFullScreen(): void {
  if (canBeFullScreen()) void document.documentElement.requestFullscreen().catch(() => undefined);
}

export function exitFullScreen(): void {
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
}
