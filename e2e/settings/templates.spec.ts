/** Templates: applying a ready-made one, and moving a set-up to another deployment in a file. */
import { readFile, writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { openAs } from '../support/log-in.ts';
import { scaled, testLimit } from '../support/timing.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

let [one, two]: [Waypost | undefined, Waypost | undefined] = [undefined, undefined];
test.beforeAll(async () => {
  [one, two] = await Promise.all([startWaypost(), startWaypost()]);
});
test.afterAll(() => Promise.all([one, two].flatMap((it) => (it ? [endWaypost(it)] : []))));

test(
  'a flood deployment is set up from a template and moved to another deployment',
  { tag: '@slow' },
  async ({ open }, info) => {
    test.setTimeout(testLimit(120_000));
    if (!one || !two) throw new Error('the deployments were not started');
    const page = await openAs(admin, open, one.baseUrl, '/settings/templates');
    await page.getByRole('link', { name: 'Flood' }).click();
    await expect(page.getByText('How high is the water?')).toBeVisible();
    await expectAccessible(page, 'a template');
    await page.getByRole('button', { name: 'Apply template' }).click();
    await expect(page.getByText('Template “Flood” applied.')).toBeVisible({ timeout: scaled(20_000) });
    await expect(page.getByRole('link', { name: 'Flood report', exact: true })).toBeVisible();

    await page.goto(`${one.baseUrl}/settings/move`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const path = await (await download).path();
    const text = await readFile(path, 'utf8');
    expect(JSON.parse(text)).toMatchObject({ format: 'waypost-template', kind: 'deployment' });

    const other = await openAs(admin, open, two.baseUrl, '/settings/move');
    const wrong = info.outputPath('wrong.json');
    await writeFile(wrong, text.replace('"tags"', '"tagz"'));
    const input = other.locator('input[type=file]');
    await input.setInputFiles(wrong);
    await expect(other.getByText('tagz is not recognized.')).toBeVisible();
    await input.setInputFiles(path);
    await other.getByRole('radio', { name: 'Replace what is here' }).check();
    await expect(other.getByText('Flood report').first()).toBeVisible();
    await expectAccessible(other, 'the preview of a set-up file');
    const apply = other.getByRole('button', { name: 'Apply template' });
    await apply.click();
    const dialog = other.getByRole('dialog');
    if (await dialog.isVisible()) await dialog.getByRole('button', { name: 'Apply template' }).click();
    await expect(other.getByText(/^Template .* applied\./)).toBeVisible({ timeout: scaled(20_000) });
    const token = await tokenFor(two, 'admin');
    const response = await callApi(two, token, 'GET', '/forms');
    const surveys = (await response.json()) as { results: { name: string }[] };
    expect(surveys.results.map(({ name }) => name)).toContain('Flood report');
  },
);
