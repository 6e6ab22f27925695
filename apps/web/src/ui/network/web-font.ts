/**
 * Loads the web font, at the start of the page and only where it is cached. A first visit keeps a font of the device: on a slow
 * connection the web font would delay by a second what the screen needs, and a later change of font would break lines again.
 */
export const loadWebFont = (): Promise<unknown> => import('@fontsource-variable/inter/wght.css');

/** Whether the font is cached on this device: pages with a service worker have it. */
export const hasCachedWebFont = (): boolean => Boolean(navigator.serviceWorker?.controller);
