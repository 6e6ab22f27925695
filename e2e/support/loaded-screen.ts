/** Opening a screen and waiting until it has loaded, whatever the screen. */
import { expect, type Page, type Request } from '@playwright/test';
import { scaled } from './timing.ts';

/** Kinds of requests whose responses change what a screen says. Pictures and tiles of maps are not among them. */
const contentTypes = new Set(['document', 'fetch', 'xhr', 'script', 'stylesheet']);

const pendingByPage = new WeakMap<Page, Set<Request>>();

/** The requests for content that a page waits for. */
function trackRequests(page: Page): Set<Request> {
  const known = pendingByPage.get(page);
  if (known) return known;
  const pending = new Set<Request>();
  pendingByPage.set(page, pending);
  page.on('request', (request) => contentTypes.has(request.resourceType()) && pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return pending;
}

/**
 * Why the page has not loaded; empty if it has. Runs in the page: only once the browser has nothing else to do, and after it has drawn
 * twice without a change.
 */
async function describeLoading(): Promise<string> {
  let hasChanged = false;
  const observer = new MutationObserver(() => {
    hasChanged = true;
  });
  await new Promise((resolve) => requestIdleCallback(resolve));
  await document.fonts.ready;
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  observer.disconnect();
  const hasContent = [...document.querySelectorAll<HTMLElement>('h1, main, [role="dialog"]')].some(
    (it) => it.innerText.trim() !== '',
  );
  if (!hasContent) return 'it has no content';
  const placeholder = [
    ...document.querySelectorAll('.mantine-Skeleton-root[data-visible], main [aria-busy="true"]'),
  ].find((it) => it.checkVisibility());
  if (placeholder) return `it shows ${placeholder.className}`;
  return hasChanged ? 'it changes' : '';
}

/**
 * Opens an address and waits for its content: nothing is requested, no placeholder is left, the fonts are there. Unlike `networkidle` it
 * does not wait for half a second without requests, and does not end before a slow machine has drawn what it got.
 */
export async function openLoaded(page: Page, address: string): Promise<void> {
  const pending = trackRequests(page);
  pending.clear();
  await page.goto(address);
  const describe = async () => {
    // The address may lead to another page.
    const state = await page.evaluate(describeLoading).catch(() => 'it is opened');
    const [request] = pending;
    return request ? `it waits for ${request.url()}` : state;
  };
  await expect
    .poll(describe, { message: `${address} has loaded`, timeout: scaled(30_000), intervals: [20, 50, 100] })
    .toBe('');
}
