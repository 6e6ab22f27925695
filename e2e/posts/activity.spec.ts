/**
 * Statistics: time range, comparison and running total are in the URL; each chart is also a table and a file; the wall screen
 * refreshes itself; nobody's counts include posts that they may not see.
 */
import { readFile } from 'node:fs/promises';
import { type Download, expect, type Locator, type Page } from '@playwright/test';
import { type BrowserFixtures, expectAccessible, test } from '../support/browser.ts';
import { openAs } from '../support/log-in.ts';
import { testLimit } from '../support/timing.ts';
import { admin, callApi, endWaypost, startDemo, tokenFor, type Waypost } from '../support/waypost.ts';

const { password } = admin;
const adminLogin = { email: admin.email, password };
const memberLogin = { email: 'member@waypost.local', password };

let waypost: Waypost;
let token: string;
let visitorToken: string;
test.beforeAll(async () => {
  waypost = await startDemo(password);
  token = await tokenFor(waypost, adminLogin);
  visitorToken = await tokenFor(waypost, 'visitor');
});
test.afterAll(() => endWaypost(waypost));

interface Row {
  label: string;
  total: number;
  id: number | null;
  type: string;
}
const readRows = async (query: string, withToken = token): Promise<Row[]> => {
  const response = await callApi(waypost, withToken, 'GET', `/posts/stats?status=all&${query}`);
  return ((await response.json()) as { totals: { values: Row[] }[] }).totals[0]?.values ?? [];
};
const readTotal = async (query = '', withToken = token) => (await readRows(query, withToken))[0]?.total ?? 0;

// Some users get 403 for some lists, which is no error of the screen.
const open = (
  who: typeof adminLogin | null,
  openPage: BrowserFixtures['open'],
  screen: string,
): Promise<Page> => openAs(who, openPage, waypost.baseUrl, screen);

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const reportCount = (page: Page, count: number) =>
  page.getByRole('status').filter({ hasText: new RegExp(`^${count} reports?`) });
const interval = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
/** Radio buttons of a segmented control are hidden below their labels. */
const choose = (page: Page, name: string) => page.getByText(name, { exact: true }).click();
const chartSlider = (of: Locator) => of.getByRole('slider');
const fitsWidth = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

test('time range, comparison and running total are in the URL', { tag: '@slow' }, async ({
  open: openPage,
}) => {
  test.setTimeout(testLimit(180_000));
  const page = await open(adminLogin, openPage, '/activity');
  const all = await readTotal();
  await expect(reportCount(page, all)).toBeVisible();
  await expect(interval(page, 'All time')).toBeChecked();
  const time = card(page, 'Reports over time');
  await chartSlider(time).focus();
  await page.keyboard.press('Home');
  await expect(chartSlider(time)).toHaveAttribute('aria-valuetext', /^Week from .*: All reports \d/);
  await expectAccessible(page, 'activity');

  await page.getByLabel('Compare lines by').selectOption('Surveys');
  await expect(page).toHaveURL(/lines=form/);
  await page.getByRole('switch', { name: 'Running total' }).check({ force: true });
  await expect(page).toHaveURL(/cumulative=1/);
  const sums = card(page, 'Reports over time, by survey, running total');
  const surveys = new Map<string, number>();
  for (const row of await readRows('group_by=form'))
    surveys.set(row.label, (surveys.get(row.label) ?? 0) + row.total);
  const flood = surveys.get('Flood report') ?? 0;
  await expect(sums.getByRole('listitem').filter({ hasText: 'Flood report' })).toBeVisible();
  await chartSlider(sums).focus();
  await page.keyboard.press('End');
  await expect(chartSlider(sums), 'the last point is the sum of all before it').toHaveAttribute(
    'aria-valuetext',
    new RegExp(`Flood report ${flood}(,|$)`),
  );

  await page.getByLabel('Compare bars by').selectOption('Status');
  const bars = card(page, 'Reports by status');
  const [largestRow] = await readRows('group_by=status');
  expect(largestRow?.label).toBe('published');
  await chartSlider(bars).focus();
  await page.keyboard.press('Home');
  await expect(chartSlider(bars)).toHaveAttribute(
    'aria-valuetext',
    `Published: ${largestRow?.total} reports`,
  );
  // The same data as a table, which is in the URL too.
  await bars.getByRole('button', { name: 'Show as table' }).click();
  const row = bars.getByRole('row', { name: /^Published/ });
  await expect(row.getByRole('cell')).toHaveText(String(largestRow?.total));
  await page.reload();
  await expect(row.getByRole('cell')).toHaveText(String(largestRow?.total));
  await expect(page.getByRole('switch', { name: 'Running total' })).toBeChecked();
  await expectAccessible(page, 'activity, with a table');

  // A custom time range takes effect when it is applied.
  await choose(page, 'Custom');
  await page.getByLabel('First day').fill('2026-01-01');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(interval(page, 'All time')).toBeChecked();
  await expect(page).not.toHaveURL(/interval/);
  await choose(page, 'Custom');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Choose a first day, a last day, or both.')).toBeVisible();
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('First day').fill(day(30));
  await page.getByLabel('Last day').fill(day(400));
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('The last day is before the first day.')).toBeVisible();
  await page.getByLabel('First day').fill(day(400));
  await page.getByLabel('Last day').fill(day(30));
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(new RegExp(`created_after=${day(400)}&created_before=${day(30)}`));
  const within = await readTotal(`created_after=${day(400)}T00:00:00Z&created_before=${day(30)}T23:59:59Z`);
  expect(within, 'the demonstration has reports before and after').toBeLessThan(all);
  await expect(reportCount(page, within)).toBeVisible();
  await expect(interval(page, 'Custom')).toBeChecked();

  // Invalid intervals fall back to this week.
  for (const address of ['interval=fortnight', 'interval=custom&created_after=soon']) {
    await page.goto(`${waypost.baseUrl}/activity?${address}`);
    await expect(interval(page, 'This week'), address).toBeChecked();
  }
});

test('the timeline has pages; survey statistics are shown to logged-in users', {
  tag: '@core',
}, async ({ open: openPage }) => {
  const page = await open(memberLogin, openPage, '/activity');
  const timeline = card(page, 'Latest reports').getByRole('article');
  await expect(timeline).toHaveCount(10);
  await page.getByLabel('Reports per page').selectOption('20');
  await expect(timeline).toHaveCount(20);
  const first = await timeline.first().textContent();
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(/size=20&page=2/);
  await expect(timeline.first()).not.toHaveText(first ?? '');
  const crowd = card(page, 'Crowdsourced surveys');
  await expect(crowd.getByRole('row', { name: /^Flood report/ })).toBeVisible();
  await expect(crowd.getByRole('columnheader')).toHaveText([
    'Survey',
    'All',
    'Web',
    'SMS',
    'Email',
    'X (Twitter)',
  ]);
  await expect(card(page, 'Targeted surveys')).toBeVisible();
  await expectAccessible(page, 'activity, for a member');
});

test('users who manage settings see the statistics of targeted surveys', { tag: '@slow' }, async ({
  open: openPage,
}) => {
  const survey = { name: 'Neighbours asked', targeted_survey: true, everyone_can_create: false };
  expect((await callApi(waypost, token, 'POST', '/forms', survey)).status).toBe(200);
  const page = await open(adminLogin, openPage, '/activity');
  const row = card(page, 'Targeted surveys').getByRole('row', { name: /^Neighbours asked/ });
  await expect(row.getByRole('cell')).toHaveText(['0', '0', '0', '0']);
  const other = await open(memberLogin, openPage, '/activity');
  await expect(card(other, 'Targeted surveys')).toContainText(
    /Only people who manage settings can see these statistics|No surveys to show/,
  );
});

test('each chart is exported as a file, without a network', { tag: '@full' }, async ({ open: openPage }) => {
  test.setTimeout(testLimit(180_000));
  const page = await openAs(null, openPage, waypost.baseUrl, '/activity?lines=tags', {
    allowConnectionErrors: true,
  });
  const bars = card(page, 'Reports by category');
  const save = async (of: Locator, kind: string): Promise<Download> => {
    await of.getByRole('button', { name: /^Export/ }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: kind }).click();
    return saved;
  };
  const content = async (file: Download) => readFile(await file.path());
  await bars.getByRole('button', { name: /^Export/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Table (CSV)' })).toBeVisible();
  await expectAccessible(page, 'the ways to export');
  await page.keyboard.press('Escape');
  // What is drawn needs no network: every chart is there, and the menu has been loaded above.
  await expect(card(page, 'Reports over time, by category').getByRole('slider')).toBeVisible();
  await expect(page.locator('.mantine-Skeleton-root, [aria-busy="true"]')).toHaveCount(0);
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  await page.context().setOffline(true);

  const csv = await save(bars, 'Table (CSV)');
  expect(csv.suggestedFilename()).toBe('reports-by-category.csv');
  const lines = (await content(csv)).toString().trimEnd().split('\r\n');
  const expected = (await readRows('group_by=tags', visitorToken)).map((row) => `${row.label},${row.total}`);
  expect(lines[0]).toBe('\ufeffCategory,Reports');
  expect(lines.slice(1).sort()).toEqual(expected.sort());

  const svg = await save(card(page, 'Reports over time, by category'), 'Vector graphic (SVG)');
  expect(svg.suggestedFilename()).toBe('reports-over-time-by-category.svg');
  const drawing = (await content(svg)).toString();
  for (const part of [
    /^<svg [^>]*xmlns=/,
    /Reports over time, by category/,
    /All time · Riverside Watch/,
    />Water</,
  ])
    expect(drawing).toMatch(part);
  expect(drawing, 'an SVG file has no style sheet that defines variables').not.toContain('var(');

  const png = await content(await save(bars, 'Picture (PNG)'));
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2400, 1350]);
});

test('the wall refreshes itself, and counts what the viewer may see', { tag: '@slow' }, async ({
  open: openPage,
}) => {
  test.setTimeout(testLimit(180_000));
  const figure = (page: Page, name: string) =>
    page.getByRole('term').filter({ hasText: name }).locator('xpath=../dd');
  const page = await open(adminLogin, openPage, '/activity?lines=form&bars=form');
  await page.clock.install();
  await page.reload();
  await page.getByRole('link', { name: 'Wall screen' }).click();
  await expect(page).toHaveURL(/\/activity\/wall\?.*lines=form/);
  const [mine, theirs] = [await readTotal(), await readTotal('', visitorToken)];
  expect(theirs).toBeLessThan(mine);
  await expect(figure(page, 'Reports')).toHaveText(String(mine));
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await expect(card(page, 'Reports over time, by survey')).toBeVisible();
  await expectAccessible(page, 'the wall');

  const post = { title: 'Bridge under water', content: 'It came over the rails.', status: 'draft' };
  await callApi(waypost, token, 'POST', '/posts', post);
  await page.clock.fastForward('01:05');
  await expect(figure(page, 'Reports')).toHaveText(String(mine + 1));
  await expect(page.getByRole('listitem').filter({ hasText: post.title })).toBeVisible();
  await page.getByRole('link', { name: 'Exit' }).click();
  await expect(page).toHaveURL(/\/activity\?.*bars=form/);

  const visitor = await open(null, openPage, '/activity/wall');
  await expect(figure(visitor, 'Reports')).toHaveText(String(theirs));
  await expect(figure(visitor, 'Under review')).toHaveCount(0);
  await expect(visitor.getByText(post.title)).toHaveCount(0);
});

test('a visitor sees all statistics on a phone, in one column', { tag: '@full' }, async ({
  open: openPage,
}) => {
  test.setTimeout(testLimit(180_000));
  const page = await open(null, openPage, '/views/map');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Activity' }).click();
  await expect(reportCount(page, await readTotal('', visitorToken))).toBeVisible();
  await expect(page.getByRole('region', { name: /^Surveys/ })).toHaveCount(0);
  expect(await fitsWidth(page), 'nothing is wider than the screen').toBe(true);
  await page.getByLabel('Compare lines by').selectOption('Categories');
  await card(page, 'Reports over time, by category').getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('columnheader', { name: 'Water' })).toBeVisible();
  expect(await fitsWidth(page), 'a wide table scrolls by itself').toBe(true);
  await choose(page, 'Custom');
  await expect(page.getByLabel('First day')).toBeVisible();
  await expectAccessible(page, 'activity on a phone');
});
