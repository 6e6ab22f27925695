/** From a passer-by's phone to everybody's map: the journey that Waypost is for. */
import { expect, type Page, test } from '@playwright/test';
import { admin, endWaypost, startWaypost, type Waypost } from './waypost.ts';

const phone = { width: 390, height: 844 };
let waypost: Waypost;
test.beforeAll(async () => {
  waypost = await startWaypost();
});
test.afterAll(() => endWaypost(waypost));

const field = (page: Page, name: string) => page.getByRole('textbox', { name });

/** A picture larger than what is sent, drawn by the browser itself. */
const largePicture = async (page: Page) => {
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(2400, 1800);
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('this browser draws nothing');
    for (let at = 0; at < 600; at++) {
      pen.fillStyle = `hsl(${(at * 7) % 360} 60% 50%)`;
      pen.fillRect((at * 97) % 2400, (at * 61) % 1800, 160, 120);
    }
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
  });
  return { name: 'street.png', mimeType: 'image/png', buffer: Buffer.from(bytes) };
};

async function logIn(page: Page): Promise<void> {
  await page.goto(`${waypost.address}/login`);
  await field(page, 'Email').fill(admin.email);
  await page.locator('input[type=password]').fill(admin.password);
  await page.getByRole('button', { name: 'Log in' }).last().click();
  await expect(page).toHaveURL(/views\/map/);
}

test('a report is written on a phone, survives a reload, is checked, published, and seen by everyone', async ({
  browser,
}) => {
  const reporter = await browser.newPage({ viewport: phone });
  await reporter.goto(`${waypost.address}/posts/create/1`);

  await reporter.getByRole('button', { name: 'Send report' }).click();
  await expect(field(reporter, 'Title')).toBeFocused();
  await expect(reporter.getByText('This needs an answer.').first()).toBeVisible();

  await field(reporter, 'Title').fill('Water in River Street');
  await field(reporter, 'Description').fill('Up to the knee and rising.');
  await field(reporter, 'Latitude').fill('-1.29');
  await field(reporter, 'Longitude').fill('36.82');
  await reporter.getByRole('button', { name: 'Update map' }).click();
  await reporter.getByRole('checkbox', { name: 'Danger' }).check();
  await reporter.locator('input[type=file]').setInputFiles(await largePicture(reporter));
  const picture = reporter.getByRole('img', { name: 'Chosen picture: Photo' });
  await expect(picture).toBeVisible();
  await expect(reporter.getByText('Saved on this device')).toBeVisible();

  await reporter.reload();
  await expect(field(reporter, 'Title')).toHaveValue('Water in River Street');
  await expect(reporter.getByRole('checkbox', { name: 'Danger' })).toBeChecked();
  await expect(picture).toBeVisible();

  await reporter.getByRole('button', { name: 'Send report' }).click();
  await expect(reporter.getByRole('heading', { name: 'Your report is with the team' })).toBeVisible();
  await reporter.goto(`${waypost.address}/views/data`);
  await expect(reporter.getByText('No reports yet')).toBeVisible();

  const reviewer = await browser.newPage();
  await logIn(reviewer);
  await reviewer.getByRole('link', { name: 'List' }).click();
  await reviewer.getByRole('link', { name: 'Water in River Street' }).click();
  await expect(reviewer.getByText('Up to the knee and rising.').last()).toBeVisible();
  await reviewer.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(reviewer.getByText('“Water in River Street” is published.')).toBeVisible();

  await reporter.goto(`${waypost.address}/views/map`);
  await reporter.getByRole('button', { name: /^(?:A post|Post: .*)$/ }).press('Enter');
  const card = reporter.getByRole('dialog', { name: 'Water in River Street' });
  await card.getByRole('link', { name: 'Water in River Street' }).click();
  await expect(reporter).toHaveURL(/\/posts\/\d+/);
  await expect(reporter.getByText('-1.29, 36.82')).toBeVisible();
});

test('what the server refuses is told under its field, and nothing is lost', async ({ page }) => {
  await page.goto(`${waypost.address}/posts/create/1`);
  await field(page, 'Title').fill('Bridge closed');
  await field(page, 'Description').fill('Since dawn.');
  await page.route('**/api/v3/posts', (route) => route.abort());
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('The server could not be reached.')).toBeVisible();
  await page.unroute('**/api/v3/posts');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByRole('heading', { name: 'Your report is with the team' })).toBeVisible();
});

test('somebody who edits is asked before changes are lost', async ({ page }) => {
  await logIn(page);
  await page.goto(`${waypost.address}/views/data`);
  await page.getByRole('link', { name: 'Bridge closed' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await field(page, 'Title').fill('Bridge closed at mile 12');
  await page.getByRole('link', { name: 'List' }).click();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Bridge closed at mile 12' })).toBeVisible();
});
