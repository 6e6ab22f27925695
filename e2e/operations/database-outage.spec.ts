/** The database stops while users work: they get a notice, reports are queued, and sent once the database is back. */
import { rm } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../apps/server/src/kernel/postgres/start-embedded.ts';
import { expectAccessible, test } from '../support/browser.ts';
import { scaled, testLimit } from '../support/timing.ts';
import {
  callApi,
  endWaypost,
  newDataDir,
  startWithEmbeddedDatabase,
  tokenFor,
  type Waypost,
} from '../support/waypost.ts';

const title = 'Pump at the market runs dry';
const silentLog = { info: () => undefined, warn: () => undefined };
const outageNotice = (page: Page) => page.getByText('The server is not responding', { exact: false });

let databaseDir: string;
let database: EmbeddedPostgres;
let waypost: Waypost;
const startDatabase = async () => {
  database = await startEmbeddedPostgres({ dataDir: databaseDir, log: silentLog });
};
test.beforeAll(async () => {
  databaseDir = await newDataDir();
  await startDatabase();
  waypost = await startWithEmbeddedDatabase({ DATABASE_URL: database.connectionString });
});
test.afterAll(async () => {
  await endWaypost(waypost);
  await database.stop();
  await rm(databaseDir, { recursive: true, force: true });
});

test('a report written while the database is down is queued, and sent once it is back', {
  tag: '@slow',
}, async ({ open }) => {
  test.setTimeout(testLimit(180_000));
  const page = await open(
    `${waypost.baseUrl}/posts/create/1`,
    {},
    { allowClientErrors: true, allowServerErrors: true },
  );
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('textbox', { name: 'Description' }).fill('Since noon.');
  await database.stop();
  const response = await callApi(waypost, '', 'GET', '/posts');
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);

  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByRole('heading', { name: 'Saved on this device' })).toBeVisible({
    timeout: scaled(20_000),
  });
  await expect(outageNotice(page)).toBeVisible();
  await expectAccessible(page, 'a server without its database');

  await startDatabase();
  await expect(outageNotice(page)).toHaveCount(0, { timeout: scaled(30_000) });
  const stored = async () => {
    const listResponse = await callApi(waypost, await tokenFor(waypost, 'admin'), 'GET', '/posts?status=all');
    return ((await listResponse.json()) as { results: { title: string }[] }).results.map(
      (post) => post.title,
    );
  };
  await expect.poll(stored, { timeout: scaled(60_000) }).toEqual([title]);
});
