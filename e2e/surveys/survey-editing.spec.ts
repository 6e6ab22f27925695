/**
 * Editing in the survey builder: by keyboard, by pointer and on a phone, after a failed save, and with many fields.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { openAs } from '../support/log-in.ts';
import {
  builder,
  button,
  dialog,
  preview,
  rows,
  savedNotice,
  saveField,
  startField,
  text,
  wideScreen,
} from '../support/survey-builder.ts';
import { scaled, testLimit } from '../support/timing.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
test.beforeAll(async () => {
  waypost = await startWaypost();
});
test.afterAll(() => endWaypost(waypost));

/** Presses the Tab key until an element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < 120; step += 1) {
    if (await target.evaluate((it) => it === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not lead to ${String(target)}`);
}

test('fields are added and moved by keyboard alone, by pointer, and on a phone', { tag: '@slow' }, async ({
  open,
}) => {
  test.setTimeout(testLimit(180_000));
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/surveys/create', wideScreen);
  const keys = page.keyboard;
  await tabTo(page, text(builder(page), 'Name'));
  await keys.type('Broken lamps');
  await keys.press('Tab');
  await keys.type('Which lamp is dark?');
  await tabTo(page, button(builder(page), 'Add a field to Post'));
  await keys.press('Enter');
  await tabTo(page, dialog(page).getByRole('button', { name: /^Short text/ }));
  await keys.press('Enter');
  await expect(text(dialog(page), 'Name')).toBeFocused();
  await keys.type('Number of the lamp');
  await keys.press('Enter');
  await expect(rows(page, 'Post')).toHaveCount(3);
  await tabTo(page, button(builder(page), 'Move Number of the lamp up'));
  await keys.press('Enter');
  await expect(rows(page, 'Post').nth(1)).toContainText('Number of the lamp');
  // The focus moves along, so that the next press moves the field further.
  await expect(button(builder(page), 'Move Number of the lamp up')).toBeFocused();
  await keys.press('Enter');
  await expect(rows(page, 'Post').first()).toContainText('Number of the lamp');
  await keys.press('Shift+Tab');
  await keys.press('Shift+Tab');
  await expect(page.getByRole('button', { name: /^Move Number of the lamp: drag/ })).toBeFocused();
  await keys.press('ArrowDown');
  await expect(rows(page, 'Post').nth(1)).toContainText('Number of the lamp');
  await tabTo(page, button(builder(page), 'Add survey'));
  await keys.press('Enter');
  await expect(savedNotice(page, 'Broken lamps')).toBeVisible();
  await expect(page).toHaveURL(/\/settings\/surveys\/edit\/\d+$/);
  const order = ['Title', 'Number of the lamp', 'Description'];
  await expect(rows(page, 'Post')).toContainText(order);
  await page.reload();
  await expect(rows(page, 'Post')).toContainText(order);

  // Fields are dragged by a handle; on a phone there are only buttons, since names need the space.
  const handle = page.getByRole('button', { name: /^Move Description: drag/ });
  // At the lower edge it lies beneath the bar with the buttons.
  await handle.evaluate((it) => it.scrollIntoView({ block: 'center' }));
  const from = await handle.boundingBox();
  const to = await rows(page, 'Post').nth(1).boundingBox();
  if (!from || !to) throw new Error('nothing to drag');
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, from.y - 20, { steps: 4 });
  await page.mouse.move(from.x + 10, to.y + 4, { steps: 4 });
  await page.mouse.up();
  await expect(rows(page, 'Post')).toContainText(['Title', 'Description', 'Number of the lamp']);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(handle).toBeHidden();
  await button(builder(page), 'Move Description up').click();
  await expect(rows(page, 'Post')).toContainText(['Description', 'Title', 'Number of the lamp']);
  const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(await isTooWide()).toBe(false);
  await expectAccessible(page, 'the builder on a phone');
  await page.getByText('Preview', { exact: true }).first().click();
  await expect(preview(page).getByRole('textbox', { name: 'Number of the lamp' })).toBeVisible();
  expect(await isTooWide()).toBe(false);
});

test('a save that fails halfway continues from there', { tag: '@full' }, async ({ open }) => {
  test.setTimeout(testLimit(180_000));
  const token = await tokenFor(waypost, 'admin');
  const created = await callApi(waypost, token, 'POST', '/tags', { tag: 'Soon gone' });
  const { id } = (await created.json()) as { id: number };
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/surveys/create', wideScreen);
  await text(builder(page), 'Name').fill('Half saved');
  await text(builder(page), 'Description').fill('At first.');
  await startField(page, 'Post', /^Categories/, 'Kind');
  await dialog(page).getByRole('checkbox', { name: 'Soon gone' }).check();
  await saveField(page);
  await startField(page, 'Post', /^Short text/, 'After it');
  await saveField(page);
  // Another user deletes the category meanwhile.
  expect((await callApi(waypost, token, 'DELETE', `/tags/${id}`)).status).toBe(200);
  await button(builder(page), 'Add survey').click();
  await expect(page.getByRole('alert').getByText('“Kind” could not be saved')).toBeVisible();
  await expect(rows(page, 'Post')).toHaveCount(4);
  await button(builder(page), 'Edit Kind').click();
  await dialog(page).getByRole('checkbox', { name: 'Soon gone' }).uncheck();
  await button(dialog(page), 'Done').click();
  await button(builder(page), 'Save').click();
  await expect(savedNotice(page, 'Half saved')).toBeVisible();
  await expect(rows(page, 'Post')).toContainText(['Title', 'Description', 'Kind', 'After it']);
  const listResponse = await callApi(waypost, token, 'GET', '/forms?q=Half');
  expect(((await listResponse.json()) as { total_count: number }).total_count).toBe(1);
});

test('a survey of 120 fields in 8 tasks is edited and saved', { tag: '@slow' }, async ({ open }) => {
  test.setTimeout(testLimit(180_000));
  const token = await tokenFor(waypost, 'admin');
  const create = async (url: string, body: object): Promise<number> =>
    ((await (await callApi(waypost, token, 'POST', url, body)).json()) as { id: number }).id;
  const id = await create('/forms', { name: 'Long', description: 'All there is to know.' });
  for (let task = 0; task < 8; task += 1) {
    const type = task === 0 ? 'post' : 'task';
    const stage = { label: `Part ${task + 1}`, type, priority: task, task_is_internal_only: false };
    const form_stage_id = await create(`/forms/${id}/stages`, stage);
    await Promise.all(
      Array.from({ length: 15 }, (_, at) => {
        const field = { label: `Question ${task * 15 + at + 1}`, type: 'varchar', input: 'text' };
        return create(`/forms/${id}/attributes`, { ...field, priority: at, form_stage_id });
      }),
    );
  }
  const page = await openAs(admin, open, waypost.baseUrl, `/settings/surveys/edit/${id}`, wideScreen);
  await expect(button(builder(page), 'Edit Question 120')).toBeVisible({ timeout: scaled(30_000) });
  const name = text(builder(page), 'Name');
  await name.fill('');
  const typed = 'Everything about the road';
  await name.pressSequentially(typed);
  await expect(name).toHaveValue(typed);
  await button(builder(page), 'Move Question 120 up').click();
  await expect(rows(page, 'Part 8').nth(13)).toContainText('Question 120');
  await button(builder(page), 'Save').click();
  await expect(savedNotice(page, typed)).toBeVisible();
});
