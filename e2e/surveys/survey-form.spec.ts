/**
 * The report form: every type of field is filled in by keyboard and pointer, sent and displayed; errors at their fields; the
 * choice of a survey.
 */
import { expect, type Page } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { addRequiredField, createFullSurvey, type FullSurvey } from '../support/full-survey.ts';
import { loggedInContext } from '../support/log-in.ts';
import { openSentReport } from '../support/open-sent-report.ts';
import { generatePhoto } from '../support/photo.ts';
import { testLimit } from '../support/timing.ts';
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
  await page.getByText('Enter coordinates').click();
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
  await expect(page.getByText('Enter the address of a YouTube or Vimeo video.')).toBeVisible();
  await field(page, 'Film').fill('https://youtu.be/dQw4w9WgXcQ');
  await expect(page.getByRole('button', { name: 'Play video' })).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
  await field(page, 'Whom can we call?').fill('+254 711222333');
  await page.getByRole('switch', { name: 'This task is complete' }).check();
  await expect(page.getByText('before you complete the task “Verify”.')).toBeVisible();
  await expect(page.getByRole('tab', { name: /Verify.*needs your attention/ })).toBeVisible();
  await tab(page, 'For the team').click();
  await field(page, 'Notes of the team').fill('Call back on Monday.');
  await send(page).click();
  await expect(
    page
      .getByRole('alert')
      .getByRole('button', { name: 'Answer “Who confirmed it?” before you complete the task “Verify”' }),
  ).toBeVisible();
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
  await expect(page.getByRole('link', { name: '+254 711 222333' })).toHaveAttribute(
    'href',
    'tel:+254711222333',
  );
  await tab(page, 'For the team').click();
  await shown('Call back on Monday.');

  const visitor = await open(page.url());
  await expect(visitor.getByText('Old mill')).toBeVisible();
  await expect(visitor.getByText('Ask for Ines.')).toHaveCount(0);
  await expect(visitor.getByText('+254')).toHaveCount(0);
  await expect(visitor.getByRole('tab', { name: 'For the team' })).toHaveCount(0);
});

test('errors are shown at their fields, also on a small phone', { tag: '@full' }, async ({ open }) => {
  test.setTimeout(testLimit(180_000));
  const page = await open(formUrl(), phone, { allowClientErrors: true });
  await expect(tab(page, 'For the team')).toHaveCount(0);
  await field(page, 'Title').fill('x');
  await field(page, 'People affected').fill('a few');
  await send(page).click();
  await expect(page.getByText('The answer to “Title” needs at least 2 characters.').first()).toBeVisible();
  await expect(page.getByText(/Enter a whole number, such as 12\./).first()).toBeVisible();
  await expect(group(page, 'What is needed?').getByText('“What is needed?” needs an answer.')).toBeVisible();
  await expect(page.getByRole('alert').getByText('4 answers need your attention.')).toBeVisible();
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveCount(4);
  await expect(field(page, 'Title')).toBeFocused();
  await page.getByRole('alert').getByRole('button', { name: 'People affected' }).click();
  await expect(field(page, 'People affected')).toBeFocused();
  await expect(field(page, 'People affected')).toBeInViewport();
  await expect(page.getByText(/Enter a whole number, such as 12\./).first()).toBeInViewport();
  const moved = await page.evaluate(
    () =>
      [...document.querySelectorAll('*')].filter(
        (it) => it.scrollTop > 0 && getComputedStyle(it).overflowY === 'hidden',
      ).length,
  );
  expect(moved, 'only the form scrolls, not the page around it').toBe(0);
  await expectAccessible(page, 'errors at their fields');
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'no overflow at 360 pixels').toBeLessThanOrEqual(0);
  await field(page, 'People affected').fill('3');
  await expect(page.getByText('Enter a whole number')).toHaveCount(0);

  // The survey gets a required field after the form was opened.
  await field(page, 'Title').fill('Ford at the bend');
  await field(page, 'What happened?').fill('Since noon.');
  await group(page, 'What is needed?').getByRole('checkbox', { name: 'Food' }).check();
  const removeField = await addRequiredField(waypost, survey);
  await send(page).click();
  await expect(
    page.getByRole('alert').getByRole('button', { name: '“Nearest house” needs an answer.' }),
  ).toBeVisible();
  await field(page, 'Nearest house').fill('The ferryman’s');
  // The field is deleted again.
  await removeField();
  await send(page).click();
  await expect(page.getByText('The survey no longer asks “Nearest house”.')).toBeVisible();
  await expect(field(page, 'Nearest house')).toHaveCount(0);
  await send(page).click();
  await openSentReport(page);
  await expect(page).toHaveURL(/\/posts\/\d+(\?|$)/);
});

test('a survey is chosen first, also for posts without one', { tag: '@slow' }, async ({ open }) => {
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
  await expect(page.getByText('Survey not found')).toBeVisible();
  await expectAccessible(page, 'a deleted survey');
  await expect(page.getByRole('link', { name: 'See reports' })).toBeVisible();
  await page.getByRole('link', { name: 'Choose another survey' }).click();
  await expect(page.getByRole('heading', { name: 'What do you want to report?' })).toBeVisible();
});
