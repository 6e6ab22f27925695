/** A browser without cache. */
import type { Page, Request } from '@playwright/test';
import type { Site } from './site.ts';

/** Maximum wait for a map, in milliseconds. */
const timeoutMs = 30_000;

/**
 * Pins on the canvas cannot be observed. While the app is loading, the page's own canvas has their number; later each has a button
 * too, created when they are drawn: first on the map's first picture, then by the map engine.
 */
const pinSelectors = {
  pinsSeenAt: '.loading-map[data-pins], :is(canvas, .maplibregl-canvas-container) + [role="group"] button',
  pinsDrawnAt: ':is(canvas, .maplibregl-canvas-container) + [role="group"] button',
  mapDrawnAt: '.maplibregl-canvas-container + [role="group"] button',
} as const;

const selectorsFor = (pinSelector: string | null = null): Record<keyof typeof pinSelectors, string> =>
  pinSelector === null
    ? pinSelectors
    : { pinsSeenAt: pinSelector, pinsDrawnAt: pinSelector, mapDrawnAt: pinSelector };

declare global {
  interface Window {
    /** Milliseconds from navigation to the first pins. */
    pinsSeenAt?: number;
    /** Milliseconds from navigation to the first pins that can be used. */
    pinsDrawnAt?: number;
    /** Milliseconds from navigation to the pins of the map engine. */
    mapDrawnAt?: number;
  }
}

/** A new page with its own profile; close its context. @throws if there is no browser */
export async function openPage({ browser, pinSelector }: Site): Promise<Page> {
  if (!browser) throw new Error('there is no Chromium');
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    // Files for offline use are fetched later and are not part of the visit.
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  // No named functions: the loader would wrap them in a helper that the page does not have.
  await page.addInitScript((selectors) => {
    new MutationObserver((_, observer) => {
      if (document.querySelector(selectors.pinsSeenAt)) window.pinsSeenAt ??= performance.now();
      if (document.querySelector(selectors.pinsDrawnAt)) window.pinsDrawnAt ??= performance.now();
      if (!document.querySelector(selectors.mapDrawnAt)) return;
      window.mapDrawnAt = performance.now();
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true, attributeFilter: ['data-pins'] });
  }, selectorsFor(pinSelector));
  return page;
}

/** Milliseconds since navigation. */
interface MapTimes {
  /** The first pins. */
  pinsSeenMs: number;
  /** The first pins that can be used. */
  pinsMs: number;
  /** The pins of the map engine, which can also be moved. */
  mapMs: number;
}

/** Waits until the map engine has drawn pins. */
export async function waitForMap(page: Page, timeout = timeoutMs): Promise<MapTimes> {
  const mapDrawnAt = await page.waitForFunction(() => window.mapDrawnAt, undefined, { timeout });
  const pins = await page.evaluate(() => [window.pinsSeenAt, window.pinsDrawnAt]);
  const [pinsSeenMs = Number.NaN, pinsMs = Number.NaN] = pins;
  return { pinsSeenMs, pinsMs, mapMs: (await mapDrawnAt.jsonValue()) ?? Number.NaN };
}

/**
 * Counts the post data that a page fetches from now on: lists, places and tiles.
 * @returns a function that returns the bytes of the bodies as transferred
 */
export function countPostBytes(page: Page): () => Promise<number> {
  const requests: Request[] = [];
  page.on('requestfinished', (request) => {
    if (/\/api\/v3\/posts(?:[/?]|$)/.test(request.url())) requests.push(request);
  });
  return async () => {
    const sizes = await Promise.all(requests.map((it) => it.sizes().catch(() => null)));
    return sizes.reduce((sum, it) => sum + (it?.responseBodySize ?? 0), 0);
  };
}
