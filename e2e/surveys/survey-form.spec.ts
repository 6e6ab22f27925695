/**
 * The report form: every type of field is filled in by keyboard and pointer, sent and displayed; errors at their fields; the
 * choice of a survey.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, expect, type Page } from '@playwright/test';
import { disableWebGl, expectAccessible, test } from '../support/browser.ts';
import { addRequiredField, createFullSurvey, type FullSurvey } from '../support/full-survey.ts';
import { loggedInContext } from '../support/log-in.ts';
import { generatePhoto } from '../support/photo.ts';
import { scaled, testLimit } from '../support/timing.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
let survey: FullSurvey;
test.beforeAll(async () => {
  waypost = await startWaypost();
  survey = await createFullSurvey(waypost);
  const token = await tokenFor(waypost, 'admin');
  const related = { form: { id: 1 }, title: 'Dam at kilometre 4', content: 'It holds.', status: 'published' };
  await callApi(waypost, token, 'POST', '/posts', related);
});
test.afterAll(() => endWaypost(waypost));

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const group = (page: Page, name: string) => page.getByRole('group', { name });
const formUrl = () => `${waypost.baseUrl}/posts/create/${survey.id}`;
const send = (page: Page) => page.getByRole('button', { name: 'Send report' });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const pngFile = (name: string) => ({ name, mimeType: 'image/png', buffer: generatePhoto() });
const unsentNotice = (page: Page) => page.getByText('You have an unsent report, saved on this device');

async function logIn(page: Page): Promise<void> {
  await field(page, 'Email').fill(admin.email);
  await page.locator('input[type=password]').fill(admin.password);
  await page.getByRole('button', { name: 'Log in' }).last().click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

async function fillReport(page: Page): Promise<void> {
  await field(page, 'Title').fill('Ford at the mill is under water');
  await field(page, 'What happened?').fill('Since the night.');
  await expect(page.getByText('As people there call it.')).toBeVisible();
  await field(page, 'Name of the place').fill('Old mill');
  await expect(page.getByText('Only the team sees this')).toHaveCount(1);
  await field(page, 'Details').fill('Ask for Ines.');
  await field(page, 'Advice').fill(
    '# Go round\n\nBy the **north** road, see [the plan](https://example.org/plan) <img src=x onerror=alert(1)>',
  );
  await group(page, 'View of Advice').getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('heading', { name: 'Go round' })).toBeVisible();
  await field(page, 'People affected').fill('14');
  await field(page, 'Water level in metres, 1').fill('1,5');
  await group(page, 'Water level in metres').getByRole('button', { name: 'Add another' }).click();
  await field(page, 'Water level in metres, 2').fill('0.25');
  await page.getByLabel('First seen').focus();
  await page.keyboard.type('11192026');
  await page.getByLabel('Last checked').fill('2026-11-20T16:45');
  await expect(page.getByLabel('Kind of road')).toHaveValue('Street');
  await page.getByLabel('Kind of road').selectOption('Highway');
  await page.getByRole('radio', { name: 'On foot' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'By car' })).toBeChecked();
  await page.getByRole('checkbox', { name: 'Water' }).press('Space');
  await page.getByRole('checkbox', { name: 'Shelter' }).check();
}

async function chooseCategories(page: Page): Promise<void> {
  const box = (name: string) => page.getByRole('checkbox', { name });
  await box('Bridges').check();
  await expect(box('Roads')).not.toBeChecked();
  await box('Tunnels').check();
  await expect(box('Roads')).toBeChecked();
  await box('Roads').uncheck();
  await expect(box('Bridges')).not.toBeChecked();
  await box('Tunnels').check();
  // Shows the categories of this field only.
  await expect(group(page, 'Categories').getByRole('checkbox')).toHaveCount(3);
}

async function linkReport(page: Page): Promise<void> {
  const search = page.getByRole('combobox', { name: 'Related report, 1' });
  await search.fill('nothing like this');
  await expect(page.getByText("Your search didn't match any posts.")).toBeVisible();
  await search.fill('kilometre');
  await expect(page.getByRole('option', { name: 'Dam at kilometre 4' })).toBeVisible();
  await search.press('ArrowDown');
  await search.press('Enter');
  await expect(group(page, 'Related report').getByText('Dam at kilometre 4')).toBeVisible();
}

test('an answer of every type is entered, sent and displayed', { tag: ['@core', '@map'] }, async ({
  open,
}) => {
  const contextOptions = { timezoneId: 'Asia/Kathmandu', ...(await loggedInContext(waypost, admin)) };
  const page = await open(formUrl(), contextOptions);
  await expect(page.getByRole('link', { name: 'How to measure' })).toHaveAttribute('rel', /nofollow/);
  await expect(page.getByText('Tell us where a road is flooded.')).toBeVisible();
  await fillReport(page);
  await chooseCategories(page);
  await linkReport(page);
  // Typed coordinates count without pressing "Update map".
  await field(page, 'Latitude').fill('-1,25');
  await field(page, 'Longitude').fill('36.75');
  await page.getByRole('combobox', { name: 'Search for a town or village' }).focus();
  await expect(page.getByRole('button', { name: /^Chosen place/ })).toBeVisible();
  await expectAccessible(page, 'the report with an answer of each type');

  await tab(page, 'Report').press('ArrowRight');
  await expect(tab(page, 'Verify')).toBeFocused();
  await page.locator('input[type=file]:visible, input[type=file]').first().setInputFiles(pngFile('mill.png'));
  await field(page, 'Caption').fill('The mill at noon');
  await field(page, 'Film').fill('https://example.org/film');
  await field(page, 'Who confirmed it?').focus();
  await expect(page.getByText('Write the address of a YouTube or Vimeo video.')).toBeVisible();
  await field(page, 'Film').fill('https://youtu.be/dQw4w9WgXcQ');
  await expect(page.getByRole('button', { name: 'Play video' })).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.getByRole('switch', { name: 'This task is complete' }).check();
  await expect(page.getByText('This needs an answer before the task “Verify” is complete.')).toBeVisible();
  await expect(page.getByRole('tab', { name: /Verify.*needs another look/ })).toBeVisible();
  await tab(page, 'For the team').click();
  await field(page, 'Notes of the team').fill('Call back on Monday.');
  await send(page).click();
  await expect(page.getByRole('alert').getByText('1 answer needs another look.')).toBeVisible();
  await expect(field(page, 'Who confirmed it?')).toBeFocused();
  await expectAccessible(page, 'a task with an error');
  await field(page, 'Who confirmed it?').fill('The miller');
  await send(page).click();

  await expect(page).toHaveURL(/\/posts\/\d+(\?|$)/);
  await expect(page.getByText('Your report is published.').first()).toBeVisible();
  const shown = async (...texts: (string | RegExp)[]) => {
    for (const text of texts) await expect(page.getByText(text).first()).toBeVisible();
  };
  await expect(
    page.getByRole('heading', { name: 'Ford at the mill is under water', level: 1 }),
  ).toBeVisible();
  await shown('Since the night.', 'Old mill', 'Ask for Ines.', '<img src=x onerror=alert(1)>');
  await expect(page.getByRole('heading', { name: 'Go round' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'the plan' })).toHaveAttribute(
    'href',
    'https://example.org/plan',
  );
  await shown('14', '1.5', '0.25', 'November 19, 2026', /November 20, 2026.*4:45/, 'Highway', 'By car');
  await shown('Water', 'Shelter', 'Tunnels', '-1.25, 36.75');
  await expect(page.getByText('Bridges')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Dam at kilometre 4' })).toBeVisible();
  await tab(page, 'Verify').click();
  await shown('The mill at noon', 'The miller', 'Play video');
  await tab(page, 'For the team').click();
  await shown('Call back on Monday.');

  const visitor = await open(page.url());
  await expect(visitor.getByText('Old mill')).toBeVisible();
  await expect(visitor.getByText('Ask for Ines.')).toHaveCount(0);
  await expect(visitor.getByRole('tab', { name: 'For the team' })).toHaveCount(0);
});

test('errors are shown at their fields, also on a small phone', { tag: '@full' }, async ({ open }) => {
  test.setTimeout(testLimit(180_000));
  const page = await open(formUrl(), phone, { allowClientErrors: true });
  await expect(tab(page, 'For the team')).toHaveCount(0);
  await field(page, 'Title').fill('x');
  await field(page, 'People affected').fill('a few');
  await send(page).click();
  await expect(page.getByText('Write at least 2 characters.')).toBeVisible();
  await expect(page.getByText('Write a whole number, such as 12.')).toBeVisible();
  await expect(group(page, 'What is needed?').getByText('This needs an answer.')).toBeVisible();
  await expect(page.getByRole('alert').getByText('4 answers need another look.')).toBeVisible();
  await expect(field(page, 'Title')).toBeFocused();
  await expectAccessible(page, 'errors at their fields');
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'no overflow at 360 pixels').toBeLessThanOrEqual(0);
  await field(page, 'People affected').fill('3');
  await expect(page.getByText('Write a whole number')).toHaveCount(0);

  // The survey gets a required field after the form was opened.
  await field(page, 'Title').fill('Ford at the bend');
  await field(page, 'What happened?').fill('Since noon.');
  await group(page, 'What is needed?').getByRole('checkbox', { name: 'Food' }).check();
  const removeField = await addRequiredField(waypost, survey);
  await send(page).click();
  await expect(page.getByRole('alert').getByText('“Nearest house” needs an answer.')).toBeVisible();
  await field(page, 'Nearest house').fill('The ferryman’s');
  // The field is deleted again.
  await removeField();
  await send(page).click();
  await expect(page.getByText('“Nearest house” is not asked any more.')).toBeVisible();
  await expect(field(page, 'Nearest house')).toHaveCount(0);
  await send(page).click();
  await expect(page).toHaveURL(/\/posts\/\d+(\?|$)/);
});

test('a draft with a picture survives a crash of the browser, and is sent once', {
  tag: '@full',
}, async () => {
  // Starts two browsers, one after the other.
  test.setTimeout(testLimit(180_000));
  const profile = await mkdtemp(path.join(tmpdir(), 'waypost-profile-'));
  const launchBrowser = async () => {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
      locale: 'en-US',
      serviceWorkers: 'block',
    });
    await disableWebGl(context);
    const [page = await context.newPage()] = context.pages();
    await page.goto(formUrl());
    return { context, page };
  };
  const first = await launchBrowser();
  await field(first.page, 'Title').fill('Landslide behind the school');
  await field(first.page, 'What happened?').fill('At six.');
  await field(first.page, 'People affected').fill('2');
  await first.page.getByRole('checkbox', { name: 'Food' }).check();
  await tab(first.page, 'Verify').click();
  await first.page.locator('input[type=file]:not([capture])').first().setInputFiles(pngFile('slide.png'));
  await field(first.page, 'Caption').fill('From the schoolyard');
  await expect(first.page.getByText('Saved on this device')).toBeVisible();
  const devtools = await first.context.newCDPSession(first.page);
  await devtools.send('Browser.crash').catch(() => undefined);
  await first.context.close().catch(() => undefined);

  const { context, page } = await launchBrowser();
  await expect(unsentNotice(page)).toBeVisible();
  await expect(page.getByText('With 1 picture')).toBeVisible();
  await expectAccessible(page, 'the unsent report');
  await page.getByRole('button', { name: 'Continue it' }).click();
  await expect(field(page, 'Title')).toHaveValue('Landslide behind the school');
  await tab(page, 'Verify').click();
  const restoredPicture = page.getByRole('img', { name: 'From the schoolyard' });
  await expect
    .poll(() => restoredPicture.evaluate((it: HTMLImageElement) => it.naturalWidth))
    .toBeGreaterThan(300);

  const keys: (string | undefined)[] = [];
  await page.route('**/api/v3/posts', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    // The request arrives, but its response is lost.
    if (keys.length > 1) return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await send(page).click();
  // The client cannot know whether it arrived: it retries with the same key.
  await expect(page.getByRole('heading', { name: /Kept on this device|has been sent/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your report has been sent' })).toBeVisible({
    timeout: scaled(30_000),
  });
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  const stored = await callApi(waypost, await tokenFor(waypost, 'admin'), 'GET', '/posts?q=Landslide');
  expect(((await stored.json()) as { count: number }).count).toBe(1);
  await page.goto(formUrl());
  await expect(field(page, 'Title')).toHaveValue('', { timeout: scaled(30_000) });
  await expect(unsentNotice(page)).toHaveCount(0);
  await context.close();
  await rm(profile, { recursive: true, force: true });
});

test('the draft of one user is not shown to the next', { tag: '@full' }, async ({ open }) => {
  test.setTimeout(testLimit(180_000));
  const page = await open(formUrl());
  await field(page, 'Title').fill('Only mine');
  await expect(page.getByText('Saved on this device')).toBeVisible();
  await page.goto(`${waypost.baseUrl}/login`);
  await logIn(page);
  await page.goto(formUrl());
  await expect(field(page, 'Title')).toHaveValue('');
  await field(page, 'Title').fill('Of the administrator');
  await expect(page.getByText('Saved on this device until you log out')).toBeVisible();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('dialog', { name: 'You have an unsent report' })).toBeVisible();
  await expectAccessible(page, 'the confirmation before an unsent report is lost');
  await page.getByRole('button', { name: 'Log out anyway' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto(formUrl());
  await expect(page.getByText('Only mine')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(field(page, 'Title')).toHaveValue('');
  await page.goto(`${waypost.baseUrl}/login`);
  await logIn(page);
  await page.goto(formUrl());
  await expect(field(page, 'Title')).toHaveValue('');
});

test('a survey is chosen first, also for posts without one', { tag: '@full' }, async ({ open }) => {
  const token = await tokenFor(waypost, 'admin');
  const hidden = { name: 'For nobody here', everyone_can_create: false };
  await callApi(waypost, token, 'POST', '/forms', hidden);
  const targeted = { name: 'By SMS only', everyone_can_create: false, targeted_survey: true };
  await callApi(waypost, token, 'POST', '/forms', targeted);
  const sms = await callApi(waypost, token, 'POST', '/posts', {
    title: 'From a phone',
    content: 'Water here.',
  });
  const { id } = (await sms.json()) as { id: number };

  const visitor = await open(`${waypost.baseUrl}/views/create`, phone);
  await expect(visitor.getByRole('heading', { name: 'What do you want to report?' })).toBeVisible();
  await expect(visitor.getByRole('listitem').filter({ hasText: 'Flooded roads' })).toBeVisible();
  await expect(visitor.getByText('For nobody here')).toHaveCount(0);
  await expectAccessible(visitor, 'the choice of a survey');
  await visitor.getByRole('link', { name: /Flooded roads/ }).click();
  await field(visitor, 'Title').fill('Half a report');
  await expect(visitor.getByText('Saved on this device')).toBeVisible();
  await visitor.goto(`${waypost.baseUrl}/posts/create`);
  await expect(visitor.getByRole('link', { name: /Flooded roads.*Unsent report/ })).toBeVisible();

  const reviewer = await open(`${waypost.baseUrl}/login`);
  await logIn(reviewer);
  await reviewer.goto(`${waypost.baseUrl}/posts/${id}/edit`);
  await expect(reviewer.getByText('For nobody here')).toBeVisible();
  await expect(reviewer.getByText('By SMS only')).toHaveCount(0);
  await reviewer.getByRole('button', { name: /Flooded roads/ }).click();
  await tab(reviewer, 'Report').click();
  await expect(field(reviewer, 'Title')).toHaveValue('From a phone');
  await expect(field(reviewer, 'What happened?')).toHaveValue('Water here.');
});

test('a deleted survey shows a notice with links to the others', { tag: '@full' }, async ({ open }) => {
  const page = await open(`${waypost.baseUrl}/posts/create/99999`, phone, { allowClientErrors: true });
  await expect(page.getByText('This survey is no longer there')).toBeVisible();
  await expectAccessible(page, 'a deleted survey');
  await expect(page.getByRole('link', { name: 'See the reports' })).toBeVisible();
  await page.getByRole('link', { name: 'Choose another survey' }).click();
  await expect(page.getByRole('heading', { name: 'What do you want to report?' })).toBeVisible();
});
