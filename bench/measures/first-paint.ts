/** How long somebody who has never been here waits for the map, from navigation on. */
import { openPage, waitForPins } from '../browser.ts';
import type { Measure } from '../measure.ts';

export const firstPaint: Measure = {
  rows: [
    { name: 'first words painted on /views/map', unit: 'ms' },
    { name: 'first pins drawn on /views/map', unit: 'ms' },
  ],
  async take(site) {
    const page = await openPage(site);
    try {
      await page.goto(`${site.waypost.address}/views/map`);
      const pins = await waitForPins(page);
      const words = await page.evaluate(
        () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      );
      return [words, pins];
    } finally {
      await page.context().close();
    }
  },
};
