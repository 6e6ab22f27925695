/** An administrator draws an area with a finger, and changes it with the mouse. */
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { openAs } from '../support/log-in.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
test.beforeAll(async () => {
  waypost = await startWaypost();
});
test.afterAll(() => endWaypost(waypost));

const square = [
  [36, -2],
  [37, -2],
  [37, -1],
  [36, -1],
];

/** Adds a set with one area. @returns the token of the administrator */
async function addAreas(name: string): Promise<string> {
  const token = await tokenFor(waypost, 'admin');
  const response = await callApi(waypost, token, 'POST', '/area-sets', { name, level: 2 });
  const { id } = (await response.json()) as { id: number };
  const geometry = { type: 'Polygon', coordinates: [square] };
  await callApi(waypost, token, 'POST', `/area-sets/${id}/areas`, {
    areas: [{ name: 'Old ward', geometry }],
  });
  return token;
}

const corner = (dialog: Locator, number: number) =>
  dialog.getByRole('button', { name: new RegExp(`^Corner ${number}\\.`) });
const countCorners = async (dialog: Locator) =>
  (await dialog.getByRole('textbox', { name: /^Corners/ }).inputValue()).split('\n').filter(Boolean).length;

async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('not on the screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Moves one or two fingers by a distance. */
async function swipe(page: Page, fingers: { x: number; y: number }[], by: { x: number; y: number }) {
  const session = await page.context().newCDPSession(page);
  for (let step = 0; step <= 8; step += 1) {
    const touchPoints = fingers.map(({ x, y }, id) => ({
      id,
      x: x + (by.x * step) / 8,
      y: y + (by.y * step) / 8,
    }));
    await session.send('Input.dispatchTouchEvent', {
      type: step === 0 ? 'touchStart' : 'touchMove',
      touchPoints,
    });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test('an area is drawn with a finger: corners are added, moved and removed, and the outline is closed', {
  tag: ['@slow', '@map'],
}, async ({ open }) => {
  await addAreas('Wards');
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/areas', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  await page.getByRole('button', { name: 'Draw an area in Wards' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Add area' });
  const map = dialog.locator('canvas').first();
  await expect(map).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Zoom in' })).toBeEnabled();
  await map.scrollIntoViewIfNeeded();
  for (const [index, [x, y]] of (
    [
      [80, 80],
      [220, 80],
      [220, 240],
      [150, 260],
    ] as const
  ).entries()) {
    await map.tap({ position: { x, y } });
    await expect(corner(dialog, index + 1)).toBeVisible();
  }
  const first = await middleOf(corner(dialog, 1));
  await swipe(page, [first, { x: first.x + 90, y: first.y + 60 }], { x: 0, y: 30 });
  await expect.poll(async () => (await middleOf(corner(dialog, 1))).y).toBeGreaterThan(first.y + 15);
  expect(await countCorners(dialog)).toBe(4);
  const second = await middleOf(corner(dialog, 2));
  await swipe(page, [second], { x: -30, y: 40 });
  await expect.poll(async () => (await middleOf(corner(dialog, 2))).y).toBeGreaterThan(second.y + 30);
  await corner(dialog, 1).tap();
  await expect(dialog.getByRole('button', { name: 'Remove selected corner' })).toBeDisabled();
  await corner(dialog, 4).tap();
  await dialog.getByRole('button', { name: 'Remove selected corner' }).tap();
  expect(await countCorners(dialog)).toBe(3);
  await expectAccessible(page, 'the dialog that draws an area');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('New ward');
  await dialog.getByRole('button', { name: 'Add area' }).tap();
  await expect(page.getByText('Level 2 · Areas: 2')).toBeVisible();
});

test('an area is renamed and gets another corner, which can be undone', {
  tag: ['@slow', '@map'],
}, async ({ open }) => {
  const token = await addAreas('Districts');
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/areas');
  await page.getByRole('button', { name: 'Show Districts on the map' }).click();
  const choice = page.getByRole('combobox', { name: 'Area', exact: true });
  await choice.selectOption('Old ward');
  const id = await choice.inputValue();
  await page.getByRole('button', { name: 'Edit area' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit area' });
  await expect(corner(dialog, 4)).toBeVisible();
  const [from, to] = [await middleOf(corner(dialog, 3)), await middleOf(corner(dialog, 4))];
  await page.mouse.click((from.x + to.x) / 2, from.y - 20);
  await expect(corner(dialog, 4)).toHaveAttribute('aria-pressed', 'true');
  expect(await countCorners(dialog)).toBe(5);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('New name');
  await expectAccessible(page, 'the dialog that changes an area');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('New name changed.')).toBeVisible();
  const read = async () => {
    const area = (await (await callApi(waypost, token, 'GET', `/areas/${id}`)).json()) as {
      name: string;
      geometry: { coordinates: number[][][][] };
    };
    return [area.name, area.geometry.coordinates[0]?.[0]?.length];
  };
  expect(await read()).toEqual(['New name', 6]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Change undone.')).toBeVisible();
  expect(await read()).toEqual(['Old ward', 5]);
});
