/** Milliseconds that the first screen waits for the cached web font. */
const maxWaitMs = 400;

/** Whether the font is cached on this device: pages with a service worker have it. */
const isWebFontCached = (): boolean => Boolean(navigator.serviceWorker?.controller);

async function loadWebFont(): Promise<void> {
  await import('@fontsource-variable/inter/wght.css');
  await document.fonts.load('16px "Inter Variable"');
}

/**
 * Decides on the font of this page before anything is drawn, since a later change would break lines again: the web font if it is
 * cached and loaded at once, else a font of the device. A first visit never loads it: on a slow connection it would delay by a second
 * what the screen needs.
 */
export async function prepareFont(): Promise<void> {
  const isLoaded =
    isWebFontCached() &&
    (await Promise.race([
      loadWebFont().then(
        () => true,
        () => false,
      ),
      new Promise<boolean>((resolve) => setTimeout(resolve, maxWaitMs, false)),
    ]));
  if (!isLoaded) document.documentElement.dataset['deviceFont'] = '';
}
