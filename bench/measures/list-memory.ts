/** What a list of thousands of cards costs the browser: it must not grow with what was scrolled past. */
import type { Page } from '@playwright/test';
import { openPage } from '../browser.ts';
import type { Measure } from '../measure.ts';

const megabyte = 1_000_000;
/** Cards that are scrolled through at most. */
const most = 10_000;
/** Milliseconds without another page, after which the list has ended. */
const patience = 15_000;

const countNodes = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);

async function heap(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  await devtools.detach();
  return usedSize / megabyte;
}

/** Scrolls to the end of what is there until enough has come. @returns how many cards came */
async function scrollThrough(page: Page): Promise<number> {
  const came = { cards: 0 };
  page.on('response', (response) => {
    const url = new URL(response.url());
    if (url.pathname === '/api/v3/posts' && url.searchParams.has('offset'))
      came.cards = Math.max(
        came.cards,
        Number(url.searchParams.get('offset')) + Number(url.searchParams.get('limit')),
      );
  });
  let grew = Date.now();
  for (let before = 0; came.cards < most && Date.now() - grew < patience; before = came.cards) {
    await page.evaluate(() => {
      const list = document.querySelector('[data-virtuoso-scroller]');
      list?.scrollTo(0, list.scrollHeight);
    });
    await page.waitForTimeout(50);
    if (came.cards > before) grew = Date.now();
  }
  return came.cards;
}

export const listMemory: Measure = {
  name: 'a list scrolled through',
  rows: [
    { what: 'cards', unit: '' },
    { what: 'elements at first', unit: '' },
    { what: 'elements at last', unit: '' },
    { what: 'heap at first', unit: 'MB' },
    { what: 'heap at last', unit: 'MB' },
  ],
  async take(site) {
    const page = await openPage(site);
    try {
      await page.goto(`${site.waypost.address}/views/data?size=50`);
      await page.waitForSelector('article');
      const first = [await countNodes(page), await heap(page)] as const;
      const cards = await scrollThrough(page);
      return [cards, first[0], await countNodes(page), first[1], await heap(page)];
    } finally {
      await page.context().close();
    }
  },
};
