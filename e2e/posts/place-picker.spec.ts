/** The map of a place in the report form: where it opens, the crosshair on phones, and the location of the device. */
import { expect, type Page } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { waitForMapEngine } from '../support/map-engine.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
test.beforeAll(async () => {
  waypost = await startWaypost();
});
test.afterAll(() => endWaypost(waypost));

const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  permissions: ['geolocation'],
  geolocation: { latitude: -1.2921, longitude: 36.8219, accuracy: 65 },
};

const map = (page: Page) => page.getByRole('region', { name: 'Map for Where is it?' });
/** The hint that is always there; that of the map library would be a second one. */
const touchHint = (page: Page) => page.getByText('Use two fingers to move the map').filter({ visible: true });
/** Latitude and longitude of the chosen place. */
async function readPlace(page: Page): Promise<number[]> {
  const text = await page.getByText('Coordinates:').innerText();
  return [...text.matchAll(/-?\d+\.\d+/g)].map(Number);
}

test('a phone takes its own location, and the map is moved under the crosshair', {
  tag: ['@full', '@map'],
}, async ({ open }) => {
  const page = await open(`${waypost.baseUrl}/posts/create/1`, phone);
  await page.getByRole('button', { name: 'Use my location' }).click();
  await expect(page.getByText('Accurate to about 65 m')).toBeVisible();
  expect(await readPlace(page)).toEqual([-1.2921, 36.8219]);
  await expectAccessible(page, 'the location of the device');

  await map(page).scrollIntoViewIfNeeded();
  await expect(touchHint(page)).toBeInViewport();
  const box = await map(page).boundingBox();
  if (!box) throw new Error('There is no map');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 60, y, { steps: 6 });
  await page.mouse.up();
  // The map moved west, so the place is further east.
  await expect.poll(async () => (await readPlace(page))[1]).toBeGreaterThan(36.8219);
  expect((await readPlace(page))[0]).toBeCloseTo(-1.2921, 3);
  await expect(page.getByText('Accurate to about')).toBeHidden();

  // The large map is moved with one finger.
  await page.goto(`${waypost.baseUrl}/views/map`);
  await waitForMapEngine(page);
  await expect(touchHint(page)).toHaveCount(0);
});

test('the map opens where the reports are', { tag: ['@slow', '@map'] }, async ({ open }) => {
  const token = await tokenFor(waypost, admin);
  const survey = await callApi(waypost, token, 'GET', '/forms/1/attributes');
  const { results } = (await survey.json()) as { results: { key: string; type: string }[] };
  const key = results.find(({ type }) => type === 'point')?.key ?? '';
  for (const [lat, lon] of [
    [47.1, 9.5],
    [47.2, 9.6],
  ]) {
    const values = { [key]: [{ lat, lon }] };
    const body = { title: 'Lamp is out', content: 'Dark', form: { id: 1 }, values, status: 'published' };
    const created = await callApi(waypost, token, 'POST', '/posts', body);
    expect(created.ok).toBe(true);
  }
  const page = await open(`${waypost.baseUrl}/posts/create/1`);
  await map(page).scrollIntoViewIfNeeded();
  await map(page).click();
  const [lat = 0, lon = 0] = await readPlace(page);
  expect(lat).toBeCloseTo(47.15, 0);
  expect(lon).toBeCloseTo(9.55, 0);
});
