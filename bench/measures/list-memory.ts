/** Browser memory of a list with thousands of cards, which must not grow with scrolling. */
import type { Page } from '@playwright/test';
import { openPage } from '../browser.ts';
import type { Measure } from '../measure.ts';

const megabyte = 1_000_000;
/** Maximum number of cards. */
const maxCards = 10_000;
/** Milliseconds without another page until the list counts as ended. */
const endOfListMs = 15_000;

const countNodes = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);

async function readHeapBytes(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  await devtools.detach();
  return usedSize / megabyte;
}

/** Scrolls until enough cards are loaded. @returns number of cards */
async function scrollThrough(page: Page): Promise<number> {
  const loaded = { cards: 0 };
  page.on('response', (response) => {
    const url = new URL(response.url());
    if (url.pathname === '/api/v3/posts' && url.searchParams.has('offset'))
      loaded.cards = Math.max(
        loaded.cards,
        Number(url.searchParams.get('offset')) + Number(url.searchParams.get('limit')),
      );
  });
  let lastGrowth = Date.now();
  for (
    let before = 0;
    loaded.cards < maxCards && Date.now() - lastGrowth < endOfListMs;
    before = loaded.cards
  ) {
    await page.evaluate(() => {
      const list = document.querySelector('[data-virtuoso-scroller]');
      list?.scrollTo(0, list.scrollHeight);
    });
    await page.waitForTimeout(50);
    if (loaded.cards > before) lastGrowth = Date.now();
  }
  return loaded.cards;
}

export const listMemory: Measure = {
  name: 'a list scrolled through',
  rows: [
    { label: 'cards', unit: '' },
    { label: 'elements at the start', unit: '' },
    { label: 'elements at the end', unit: '' },
    { label: 'heap at the start', unit: 'MB' },
    { label: 'heap at the end', unit: 'MB' },
  ],
  async runOnce(site) {
    const page = await openPage(site);
    try {
      await page.goto(`${site.waypost.baseUrl}/views/data?size=50`);
      await page.waitForSelector('article');
      const first = [await countNodes(page), await readHeapBytes(page)] as const;
      const cards = await scrollThrough(page);
      return [cards, first[0], await countNodes(page), first[1], await readHeapBytes(page)];
    } finally {
      await page.context().close();
    }
  },
};
