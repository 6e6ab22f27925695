/**
 * Time to an interactive report form on a slow network (400 kbit/s, 400 ms): without cache, by the browser's throttling;
 * and with cache, through a slow proxy, since the browser does not throttle requests of the service
 * worker.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { startNetworkProxy } from '../../e2e/support/network-proxy.ts';
import type { Measure } from '../measure.ts';
import { findOpenSurvey } from '../sample.ts';
import type { Site } from '../site.ts';

/** Bytes per second, and round trip in milliseconds. */
const slowNetwork = { bytesPerSecond: 50_000, latency: 400 };
const timeoutMs = 120_000;

async function openContext({ browser }: Site): Promise<BrowserContext> {
  if (!browser) throw new Error('there is no Chromium');
  return browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' });
}

/** @returns milliseconds until the first field accepts input */
async function timeToForm(page: Page, address: string): Promise<number> {
  const begun = performance.now();
  await page.goto(address, { waitUntil: 'commit', timeout: timeoutMs });
  await page
    .locator('form input[type=text]:not([tabindex="-1"]), form textarea')
    .first()
    .fill('Flood', { timeout: timeoutMs });
  return performance.now() - begun;
}

async function firstVisit(site: Site, path: string): Promise<number> {
  const context = await openContext(site);
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: slowNetwork.latency,
      downloadThroughput: slowNetwork.bytesPerSecond,
      uploadThroughput: slowNetwork.bytesPerSecond,
    });
    return await timeToForm(page, site.waypost.baseUrl + path);
  } finally {
    await context.close();
  }
}

async function repeatVisit(site: Site, path: string): Promise<number> {
  const proxy = await startNetworkProxy(site.waypost.baseUrl);
  const context = await openContext(site);
  try {
    const before = await context.newPage();
    await before.goto(proxy.url + path);
    await before.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, {
      timeout: timeoutMs,
    });
    // Responses are cached once the worker is active.
    await before.reload({ waitUntil: 'networkidle' });
    await before.close();
    proxy.throttle(slowNetwork);
    return await timeToForm(await context.newPage(), proxy.url + path);
  } finally {
    await context.close();
    await proxy.close();
  }
}

export const slowVisit: Measure = {
  name: 'report form over 400 kbit/s, 400 ms',
  isForAnyServer: true,
  rows: [
    { label: 'first visit', unit: 'ms' },
    { label: 'repeat visit', unit: 'ms' },
  ],
  async runOnce(site) {
    const path = `/posts/create/${(await findOpenSurvey(site)).id}`;
    return [await firstVisit(site, path), await repeatVisit(site, path)];
  },
};
