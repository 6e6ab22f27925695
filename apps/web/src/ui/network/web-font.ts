/**
 * Loads the web font. On a first visit the screen appears in a font of the device first: on a slow connection the web font
 * would delay by a second what the screen still needs.
 */
export const loadWebFont = (): Promise<unknown> => import('@fontsource-variable/inter/wght.css');

/** Whether the font is cached on this device: pages with a service worker have it. */
export const hasCachedWebFont = (): boolean => Boolean(navigator.serviceWorker?.controller);
