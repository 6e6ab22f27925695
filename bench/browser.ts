/** A browser as somebody brings it who has never been here. */
import type { Page, Request } from '@playwright/test';
import type { Site } from './site.ts';

/** Milliseconds to wait for a map at most. */
const timeoutMs = 30_000;

/** Says nothing of the pins on a canvas itself; but each is a button too, made when all that was to be drawn is drawn. */
const pinSelector = '.maplibregl-canvas-container + [role="group"] button';

declare global {
  interface Window {
    /** Milliseconds from navigation to the first pins. */
    pinsDrawnAt?: number;
  }
}

/** A new page in a profile of its own; close its context. @throws when there is no browser */
export async function openPage({ browser }: Site): Promise<Page> {
  if (!browser) throw new Error('there is no Chromium');
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    // What it keeps for later is fetched when the page has all it needs, and counts for no visit.
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  // Nothing in it may have a name: our loader would mark it with a function that the page does not know.
  await page.addInitScript((selector) => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector(selector)) return;
      window.pinsDrawnAt = performance.now();
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  }, pinSelector);
  return page;
}

/** Waits until pins are drawn. @returns when that was, in milliseconds from navigation on */
export async function waitForPins(page: Page, timeout = timeoutMs): Promise<number> {
  const drawnAt = await page.waitForFunction(() => window.pinsDrawnAt, undefined, { timeout });
  return (await drawnAt.jsonValue()) ?? Number.NaN;
}

/**
 * Counts what a page fetches of posts from now on: lists, places and tiles.
 * @returns tells the bytes of their bodies as they came over the wire
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
