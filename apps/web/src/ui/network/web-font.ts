/**
 * Our typeface. On a first visit the screen is there before it, in the letters that the device has: on a slow line they would
 * take a second from what the screen still waits for.
 */
export const loadWebFont = (): Promise<unknown> => import('@fontsource-variable/inter/wght.css');

/** Whether they are kept on this device: a page with a worker has them at hand. */
export const hasCachedWebFont = (): boolean => Boolean(navigator.serviceWorker?.controller);
