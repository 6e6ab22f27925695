/** Finding posts: every filter changes list and map, is in the URL, and is removed by its chip. */
import { expect, type Page } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { setUpDemo, verifierLogin } from '../support/demo-posts.ts';
import { testLimit } from '../support/timing.ts';

const { countPosts, open, requestJson, surveyId } = setUpDemo();

const filtersButton = (page: Page) => page.getByRole('button', { name: /^Sort and filter/ });
const panel = (page: Page) => page.getByRole('region', { name: 'Sort and filter' });
const filterCheckbox = (page: Page, name: string) => panel(page).getByRole('checkbox', { name, exact: true });
const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' });
const reportCount = (page: Page, expected: number) => page.getByText(new RegExp(`^${expected} reports?$`));

async function openFilters(page: Page): Promise<void> {
  await filtersButton(page).click();
  await expect(panel(page).getByRole('heading', { name: 'Sort and filter' })).toBeFocused();
}

interface Filter {
  name: string;
  choose: (page: Page) => Promise<void>;
  /** The same filter as an API query. */
  query: () => Promise<string>;
  /** Part of the decoded URL of a tile. */
  tile: RegExp;
}

const categories = async () =>
  (await requestJson<{ results: { id: number; tag: string; parent?: { id: number } }[] }>('GET', '/tags'))
    .results;

const filters: Filter[] = [
  {
    name: 'status',
    choose: async (page) => {
      await filterCheckbox(page, 'Archived').check();
      await filterCheckbox(page, 'Published').uncheck();
      await filterCheckbox(page, 'Under review').uncheck();
    },
    query: async () => 'status=archived',
    tile: /status(?:\[\])?=archived/,
  },
  {
    name: 'survey',
    choose: (page) => filterCheckbox(page, 'Flood report').check(),
    query: async () => `form=${await surveyId('Flood report')}`,
    tile: /form(?:\[\])?=\d/,
  },
  {
    name: 'no survey',
    choose: (page) => filterCheckbox(page, 'No survey').check(),
    query: async () => 'form=none',
    tile: /form(?:\[\])?=none/,
  },
  {
    name: 'next task',
    choose: async (page) => {
      await filterCheckbox(page, 'Flood report').check();
      await filterCheckbox(page, 'Verification').check();
    },
    query: async () => {
      const form = await surveyId('Flood report');
      const { results } = await requestJson<{ results: { id: number; label: string }[] }>(
        'GET',
        `/forms/${form}/stages`,
      );
      return `form=${form}&current_stage=${results.find((it) => it.label === 'Verification')?.id}`;
    },
    tile: /current_stage(?:\[\])?=\d/,
  },
  {
    name: 'categories, all children of one parent',
    choose: async (page) => {
      for (const name of ['Flooding', 'Drinking water', 'Drains and sanitation'])
        await filterCheckbox(page, name).check();
      await expect(filterCheckbox(page, 'Water')).toBeChecked();
    },
    query: async () => {
      const all = await categories();
      const water = all.find((it) => it.tag === 'Water')?.id;
      return `tags=${all
        .filter((it) => it.id === water || it.parent?.id === water)
        .map((it) => it.id)
        .join(',')}`;
    },
    tile: /tags(?:\[\])?=\d/,
  },
  {
    name: 'dates',
    choose: async (page) => {
      await panel(page).getByLabel('From', { exact: true }).fill('2026-01-01');
      await panel(page).getByLabel('Until', { exact: true }).fill('2026-06-30');
    },
    query: async () => 'date_after=2025-12-31T23:59:59.999Z&date_before=2026-06-30T23:59:59.999Z',
    tile: /date_after=2025-12-31/,
  },
  {
    name: 'time of creation',
    choose: (page) => panel(page).getByLabel('Received until').fill('2026-06-30'),
    query: async () => 'created_before=2026-06-30T23:59:59.999Z',
    tile: /created_before=2026-06-30/,
  },
  {
    name: 'roles that may see it',
    choose: (page) => filterCheckbox(page, 'Verifier').check(),
    query: async () => 'published_to=verifier',
    tile: /published_to(?:\[\])?=verifier/,
  },
  {
    name: 'source',
    choose: async (page) => {
      for (const name of ['Web', 'Email', 'X (Twitter)']) await filterCheckbox(page, name).uncheck();
    },
    query: async () => 'source=sms',
    tile: /source(?:\[\])?=sms/,
  },
  {
    name: 'posts without a place',
    choose: async (page) => {
      await panel(page).getByLabel('On the map').selectOption('Without a place');
    },
    query: async () => 'has_location=unmapped',
    tile: /has_location=unmapped/,
  },
  {
    name: 'author',
    choose: (page) => filterCheckbox(page, 'My reports').check(),
    query: async () => 'user=me',
    tile: /user(?:\[\])?=me/,
  },
  {
    name: 'distance from a town',
    choose: async (page) => {
      await panel(page)
        .getByRole('textbox', { name: /town or village/i })
        .or(panel(page).getByPlaceholder('Town, coordinates or map link'))
        .first()
        .fill('Mumbai');
      await page
        .getByRole('option', { name: /^Mumbai, India/ })
        .first()
        .click();
      await panel(page).getByLabel('Distance from Mumbai').selectOption('500 km');
    },
    query: async () => {
      const { results } = await requestJson<{ results: { lat: number; lon: number }[] }>(
        'GET',
        '/places?q=Mumbai',
      );
      return `center_point=${results[0]?.lat},${results[0]?.lon}&within_km=500`;
    },
    tile: /center_point=.*within_km=500/,
  },
];

test('each filter changes list and map, is in the URL, and is removed by its chip', {
  tag: ['@slow', '@map'],
}, async ({ open: openPage }) => {
  test.setTimeout(testLimit(240_000));
  const page = await open(verifierLogin, openPage, '/views/data');
  const all = await countPosts('');
  await expect(reportCount(page, all)).toBeVisible();
  await openFilters(page);
  await expectAccessible(page, 'the filters');
  for (const { name, choose, query, tile } of filters) {
    await test.step(name, async () => {
      const drawn = page.waitForRequest((it) => {
        const address = decodeURIComponent(it.url());
        return address.includes('/posts/tiles/') && tile.test(address);
      });
      await choose(page);
      await drawn;
      const expected = await countPosts(await query());
      expect(expected, 'the demo has matching and other posts').toBeLessThan(all);
      const show = panel(page).getByRole('button', { name: new RegExp(`^Show ${expected} reports?$`) });
      await expect(show).toBeVisible();
      await show.click();
      await expect(filtersButton(page)).toBeFocused();
      await expect(chips(page).getByRole('listitem').first()).toBeVisible();
      const address = page.url();
      await page.reload();
      await expect(reportCount(page, expected)).toBeVisible();
      expect(new URL(page.url()).searchParams.toString()).toContain(
        new URL(address).searchParams.toString().replace(/&?at=[^&]*/, ''),
      );
      await expect(chips(page).getByRole('listitem').first()).toBeVisible();
      const removals = chips(page).getByRole('button', { name: /^Remove/ });
      // Removing a parent category removes its children.
      for (let count = await removals.count(); count > 0; count = await removals.count()) {
        await removals.last().click();
        await expect.poll(() => removals.count()).toBeLessThan(count);
      }
      await expect(reportCount(page, all)).toBeVisible();
      await openFilters(page);
    });
  }
  await page.keyboard.press('Escape');

  await page.getByRole('searchbox', { name: 'Search reports' }).fill('water');
  await expect(reportCount(page, await countPosts('q=water'))).toBeVisible();
  await expect(page).toHaveURL(/q=water/);
  await openFilters(page);
  await expect(panel(page).getByLabel('Sort by')).toHaveValue('relevance');
  await panel(page).getByRole('button', { name: 'Clear all' }).click();
  await expect(panel(page).getByLabel('Sort by')).toHaveValue('created');
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox', { name: 'Search reports' }).fill('xyzzyplugh');
  await expect(page.getByText('No reports found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(reportCount(page, all)).toBeVisible();
});

test('a visitor has filters without status and author, and no bulk actions', { tag: '@core' }, async ({
  open: openPage,
}) => {
  const page = await open(null, openPage, '/views/data');
  await filtersButton(page).click();
  await expect(filterCheckbox(page, 'Flood report')).toBeVisible();
  await expect(panel(page).getByRole('group', { name: 'Status' })).toHaveCount(0);
  await expect(filterCheckbox(page, 'My reports')).toHaveCount(0);
  await expect(filterCheckbox(page, 'Show unlocked reports first')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Bulk actions' })).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await filtersButton(page).click();
  await expect(page.getByRole('dialog', { name: 'Sort and filter' })).toBeVisible();
  await expectAccessible(page, 'the filters on a phone');
});
