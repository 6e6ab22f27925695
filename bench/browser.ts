/** A browser without cache. */
import type { Page, Request } from '@playwright/test';
import type { Site } from './site.ts';

/** Maximum wait for a map, in milliseconds. */
const timeoutMs = 30_000;

/** Pins on the canvas cannot be observed, but each has a button too, created when everything is drawn. */
const pinSelector = '.maplibregl-canvas-container + [role="group"] button';

declare global {
  interface Window {
    /** Milliseconds from navigation to the first pins. */
    pinsDrawnAt?: number;
  }
}

/** A new page with its own profile; close its context. @throws if there is no browser */
export async function openPage({ browser }: Site): Promise<Page> {
  if (!browser) throw new Error('there is no Chromium');
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    // Files for offline use are fetched later and are not part of the visit.
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  // No named functions: the loader would wrap them in a helper that the page does not have.
  await page.addInitScript((selector) => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector(selector)) return;
      window.pinsDrawnAt = performance.now();
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  }, pinSelector);
  return page;
}

/** Waits until pins are drawn. @returns milliseconds since navigation */
export async function waitForPins(page: Page, timeout = timeoutMs): Promise<number> {
  const drawnAt = await page.waitForFunction(() => window.pinsDrawnAt, undefined, { timeout });
  return (await drawnAt.jsonValue()) ?? Number.NaN;
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
