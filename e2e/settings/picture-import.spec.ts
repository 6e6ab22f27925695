/** A table with web addresses of pictures is imported: the pictures are fetched, and the page says which reports lack theirs. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { createFullSurvey } from '../support/full-survey.ts';
import { openAs } from '../support/log-in.ts';
import { generatePhoto } from '../support/photo.ts';
import { admin, endWaypost, startWaypost, type Waypost } from '../support/waypost.ts';

const photo = generatePhoto(320, 200);
const pictures = createServer(({ url = '' }, response) => {
  if (url.endsWith('.png')) response.end(photo);
  else response.writeHead(404).end();
});

let waypost: Waypost;
test.beforeAll(async () => {
  pictures.listen(0, '127.0.0.1');
  waypost = await startWaypost(undefined, { OUTGOING_ALLOW: '127.0.0.0/8' });
  await createFullSurvey(waypost);
});
test.afterAll(async () => {
  pictures.close();
  await endWaypost(waypost);
});

test('pictures are fetched from their addresses, and what could not be fetched is listed by row', {
  tag: '@full',
}, async ({ open }) => {
  const host = `127.0.0.1:${(pictures.address() as AddressInfo).port}`;
  const lines = [
    'Title,What happened?,People affected,What is needed?,Photo link',
    `Bridge under water,Nobody gets across,3,Water,http://${host}/bridge.png`,
    `Tunnel closed,Wait outside,4,Food,http://${host}/gone.jpg`,
  ];
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/data-import');
  await page
    .getByLabel('File to import')
    .setInputFiles({ name: 'roads.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
  await page.getByRole('radio', { name: 'Flooded roads' }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('combobox', { name: 'Photo', exact: true })).toHaveValue('4');
  await expect(
    page.getByText(`Pictures are fetched from ${host} during the import.`, { exact: false }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Finish import' }).click();

  await expect(page.getByRole('heading', { name: 'roads.csv was imported' })).toBeVisible();
  const missing = page.getByRole('region', { name: 'Reports with missing pictures' });
  const row = missing.getByRole('row', { name: /^3 Photo link .*gone\.jpg .* \(status 404\)/ });
  await expect(row).toBeVisible();
  await expectAccessible(page, 'reports with missing pictures');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Tunnel closed' })).toBeVisible();
});
