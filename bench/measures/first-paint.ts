/** How long somebody who has never been here waits for the map, from navigation on. */
import { openPage, waitForPins } from '../browser.ts';
import type { Measure } from '../measure.ts';

export const firstPaint: Measure = {
  name: 'first visit of /views/map',
  rows: [
    { what: 'words painted', unit: 'ms' },
    { what: 'pins drawn', unit: 'ms' },
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
