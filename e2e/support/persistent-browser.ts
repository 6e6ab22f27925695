/** Browsers for journeys without a network: with a service worker, and a profile that outlives them. */
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import { disableWebGl } from './browser.ts';
import { chromiumLaunch } from './chromium-launch.ts';
import { scaled } from './timing.ts';

/**
 * Starts a browser.
 * @param profile folder of the profile, which is kept for the next start
 * @param isOffline whether it starts without a network
 */
export async function launchBrowser(
  profile: string,
  isOffline = false,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await chromium.launchPersistentContext(profile, {
    ...chromiumLaunch,
    locale: 'en-US',
    offline: isOffline,
  });
  await disableWebGl(context);
  const [page = await context.newPage()] = context.pages();
  page.setDefaultTimeout(scaled(20_000));
  return { context, page };
}

/** Waits until the service worker has cached the app and controls this page. */
export async function waitUntilCached(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state ?? ''), {
      timeout: scaled(40_000),
    })
    .toBe('activated');
}
