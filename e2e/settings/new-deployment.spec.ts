/**
 * Setup of an empty deployment, from the first login to a visitor's report: name, map position, ordered categories, a role,
 * a survey with an internal task, shared by its link.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../support/browser.ts';
import { logIn } from '../support/log-in.ts';
import { openSentReport } from '../support/open-sent-report.ts';
import { scaled, testLimit } from '../support/timing.ts';
import { admin, endWaypost, startEmptyWaypost, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
test.beforeAll(async () => {
  waypost = await startEmptyWaypost();
});
test.afterAll(() => endWaypost(waypost));

const wideScreen = { viewport: { width: 1360, height: 900 } };
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const text = (within: Page | Locator, name: string) => within.getByRole('textbox', { name, exact: true });
const settingsLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name, exact: true });
const expectText = (page: Page, what: string) => expect(page.getByText(what).first()).toBeVisible();
const dialog = (page: Page) => page.getByRole('dialog');

/** Drags an element from its center, in steps. */
async function dragBy(page: Page, target: Locator, by: { x: number; y: number }): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('nothing to drag');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by.x / 2, y + by.y / 2, { steps: 5 });
  await page.mouse.move(x + by.x, y + by.y, { steps: 5 });
  await page.mouse.up();
}

async function nameAndPlace(page: Page): Promise<void> {
  await text(page, 'Site name').fill('Valley watch');
  await text(page, 'Description').fill('Roads, bridges and water in the valley.');
  const map = page.getByRole('region', { name: 'Initial map view' });
  await expect(map).toBeVisible({ timeout: scaled(30_000) });
  const latitude = text(page, 'Latitude');
  const longitude = text(page, 'Longitude');
  await latitude.fill('-3.0674');
  await longitude.fill('37.3556');
  await text(page, 'Zoom').fill('8');
  await text(page, 'Zoom').press('Enter');
  // Dragging the map to the left shows what lies to the east.
  await expect(async () => {
    const before = Number(await longitude.inputValue());
    await dragBy(page, map, { x: -90, y: 0 });
    await expect
      .poll(async () => Number(await longitude.inputValue()), { timeout: scaled(4000) })
      .toBeGreaterThan(before + 0.1);
  }).toPass();
  expect(Math.abs(Number(await latitude.inputValue()) + 3.0674)).toBeLessThan(0.2);
  await button(page, 'Save').click();
  await expectText(page, 'Settings saved.');
}

async function createCategories(page: Page): Promise<void> {
  const add = async (name: string, below?: string) => {
    await page.getByRole('link', { name: 'Add a category' }).click();
    await text(page, 'Name').fill(name);
    await text(page, 'Description').fill(`What is about ${name.toLowerCase()}`);
    if (below) await page.getByRole('combobox', { name: 'Parent category' }).selectOption({ label: below });
    await button(page, 'Add category').click();
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  };
  await add('Water');
  await add('Dry well', 'Water');
  await add('Roads');
  const tops = page.getByRole('button', { name: /^Move .*: drag/ });
  await expect(tops.last()).toHaveAccessibleName(/^Move Roads:/);
  const water = await page.getByRole('button', { name: /^Move Water:/ }).boundingBox();
  const roads = page.getByRole('button', { name: /^Move Roads:/ });
  const from = await roads.boundingBox();
  if (!water || !from) throw new Error('nothing to drag');
  await dragBy(page, roads, { x: 0, y: water.y - from.y - 8 });
  const isRoadsFirst = async () => {
    const [first, second] = [
      await roads.boundingBox(),
      await page.getByRole('button', { name: /^Move Water:/ }).boundingBox(),
    ];
    return (first?.y ?? 0) < (second?.y ?? 0);
  };
  await expect.poll(isRoadsFirst, 'Roads is above Water').toBe(true);
  await page.reload();
  await expect.poll(isRoadsFirst, 'the order is stored').toBe(true);
}

async function createRole(page: Page): Promise<void> {
  await settingsLink(page, 'Roles').click();
  await page.getByRole('link', { name: 'Add a role' }).click();
  await text(page, 'Name').fill('Valley team');
  await page.getByRole('checkbox', { name: 'Manage reports' }).check();
  await button(page, 'Add role').click();
  await expect(page.getByRole('link', { name: 'Valley team' })).toBeVisible();
}

/** Creates a survey. @returns the link to its form */
async function createSurvey(page: Page): Promise<string> {
  await settingsLink(page, 'Surveys').click();
  await page.getByRole('link', { name: 'Add a survey' }).click();
  const builder = page.getByRole('form', { name: 'Survey' });
  await text(builder, 'Name').fill('Broken water points');
  await text(builder, 'Description').fill('Which pump or well gives no water?');
  const addField = async (task: string, kind: RegExp, question: string) => {
    await button(builder, `Add a field to ${task}`).click();
    await dialog(page).getByRole('button', { name: kind }).click();
    await text(dialog(page), 'Name').fill(question);
    await button(dialog(page), 'Add field').click();
    await expect(dialog(page)).toHaveCount(0);
  };
  await addField('Post', /^Categories/, 'What is it about?');
  await addField('Post', /^Number/, 'Households without water');
  await button(builder, 'Add a task').click();
  await text(dialog(page), 'Task name').fill('Repair');
  await button(dialog(page), 'Add a task').click();
  await addField('Repair', /^Short text/, 'Who repairs it?');
  const report = page.getByRole('region', { name: 'The report' });
  await report.getByRole('tab', { name: 'Configure' }).click();
  await report.getByRole('switch', { name: 'Review reports before publishing' }).uncheck();
  await button(builder, 'Add survey').click();
  await expect(page.getByText('Survey “Broken water points” saved.')).toBeVisible();
  await report.getByRole('tab', { name: 'Share' }).click();
  return text(report, 'Link to the form').inputValue();
}

test('an empty deployment is set up, its survey is shared, and a visitor’s report arrives', {
  tag: ['@slow', '@map'],
}, async ({ open }) => {
  test.setTimeout(testLimit(360_000));
  const page = await open(`${waypost.baseUrl}/login`, wideScreen);
  page.setDefaultTimeout(scaled(30_000));
  await logIn(page, admin);
  await expect(page).toHaveURL(/\/settings\/setup$/);
  await page.goto(`${waypost.baseUrl}/settings/general`);
  await nameAndPlace(page);
  await settingsLink(page, 'Categories').click();
  await createCategories(page);
  await createRole(page);
  const link = await createSurvey(page);

  const visitor = await open(link);
  visitor.setDefaultTimeout(scaled(30_000));
  await expect(visitor).toHaveTitle(/Valley watch/);
  await text(visitor, 'Title').fill('Pump at the school');
  await text(visitor, 'Description').fill('No water since Monday.');
  await button(visitor, 'Show all 6').click();
  await visitor.getByRole('checkbox', { name: 'Dry well' }).check();
  await text(visitor, 'Households without water').fill('40');
  await expect(visitor.getByText('Who repairs it?')).toHaveCount(0);
  await button(visitor, 'Send report').click();
  await openSentReport(visitor);
  await expect(visitor.getByRole('heading', { name: 'Pump at the school' })).toBeVisible();

  await page.goto(`${waypost.baseUrl}/views/data`);
  await page.getByRole('link', { name: 'Pump at the school' }).first().click();
  await expect(page.getByRole('heading', { name: 'Pump at the school' })).toBeVisible();
  await expect(page.getByText('Dry well').first()).toBeVisible();
  await expect(page.getByText('40', { exact: true })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Repair' })).toBeVisible();
});
