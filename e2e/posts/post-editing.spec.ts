/**
 * Editing a post: locks and their takeover, required tasks before publishing, visibility, history, and replies to its sender.
 */
import { expect, type Page } from '@playwright/test';
import { type BrowserFixtures, expectAccessible, test } from '../support/browser.ts';
import { openAs } from '../support/log-in.ts';
import { scaled } from '../support/timing.ts';
import { admin, callApi, endWaypost, startDemo, tokenFor, type Waypost } from '../support/waypost.ts';

const { password } = admin;
/** A user of the demo. */
const verifierLogin = { email: 'verifier@waypost.local', password };
/** The administrator of the demo has the same password. */
const adminLogin = { email: admin.email, password };
const volunteerLogin = { email: 'volunteer@waypost.local', password };
const memberLogin = { email: 'member@waypost.local', password };

let waypost: Waypost;
let token: string;
test.beforeAll(async () => {
  waypost = await startDemo(password);
  token = await tokenFor(waypost, adminLogin);
});
test.afterAll(() => endWaypost(waypost));

const requestJson = async <T>(method: string, url: string, body?: object): Promise<T> =>
  (await (await callApi(waypost, token, method, url, body)).json()) as T;

interface ListResponse<T> {
  results: T[];
}
interface Field {
  key: string;
  label: string;
}

/** Creates a report to the demo's survey that requires a task before publishing. */
async function createReport(title: string): Promise<number> {
  const { results: surveys } = await requestJson<ListResponse<{ id: number; name: string }>>('GET', '/forms');
  const form = surveys.find((it) => it.name === 'Polling station')?.id ?? 0;
  const { results: fields } = await requestJson<ListResponse<Field>>('GET', `/forms/${form}/attributes`);
  const key = (label: string) => fields.find((it) => it.label === label)?.key ?? '';
  const values = {
    [key('Number of the station')]: ['12-345'],
    [key('Did it open?')]: ['Late'],
    [key('Where is it?')]: [{ lat: -1.29, lon: 36.82 }],
  };
  const content = 'The queue reaches the road.';
  return (
    await requestJson<{ id: number }>('POST', '/posts', { title, content, form, values, status: 'draft' })
  ).id;
}

const openAsUser = (who: typeof admin, open: BrowserFixtures['open'], screen: string): Promise<Page> =>
  openAs(who, open, waypost.baseUrl, screen);

const task = (page: Page, name: string) => page.getByRole('tab', { name });
const title = (page: Page) => page.getByRole('textbox', { name: 'Title' });
const text = (page: Page) => page.getByRole('textbox', { name: 'What do you see?' });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

test('two users edit one report: neither overwrites the other, and no input is lost', {
  tag: '@slow',
}, async ({ open }) => {
  const id = await createReport('School on the hill');
  const a = await openAsUser(verifierLogin, open, `/posts/${id}/edit`);
  await task(a, 'Post').click();
  await title(a).fill('School on the hill, gate two');

  const b = await openAsUser(adminLogin, open, `/posts/${id}`);
  await expect(b.getByText('Amina Otieno is editing this report.')).toBeVisible();
  await expect(b.getByRole('button', { name: 'More actions' })).toHaveCount(0);
  await expect(b.getByRole('button', { name: 'Publish' })).toHaveCount(0);
  await expectAccessible(b, 'a locked report');
  await b.goto(`${waypost.baseUrl}/posts/${id}/edit`);
  await expect(b.getByText("You can edit it when they're done.").first()).toBeVisible();
  await expect(b).toHaveURL(/\/posts\/\d+(?:\?|$)/);
  await b.getByRole('button', { name: 'Unlock' }).click();
  // The dialog gets its name shortly after it opens.
  await expect(b.getByRole('dialog')).toHaveAccessibleName(/\S/);
  await expectAccessible(b, 'the confirmation before unlocking');
  await b.getByRole('dialog').getByRole('button', { name: 'Unlock' }).click();
  await expect(b.getByText('Report unlocked.')).toBeVisible();
  await b.getByRole('button', { name: 'More actions' }).click();
  await b.getByRole('menuitem', { name: 'Edit' }).click();
  await task(b, 'Post').click();
  await text(b).fill('The queue is gone.');

  const takeoverAlert = a.getByRole('alert').filter({ hasText: 'is now editing this report' });
  await expect(async () => {
    // Focusing the window checks the lock.
    await a.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(takeoverAlert).toBeVisible({ timeout: scaled(1000) });
  }).toPass();
  await expect(title(a)).toHaveValue('School on the hill, gate two');
  await expectAccessible(a, 'an editor whose lock was taken');
  await takeoverAlert.getByRole('button', { name: 'Save my version' }).click();
  await expect(heading(a, 'School on the hill, gate two')).toBeVisible();

  await save(b).click();
  const refused = b.getByRole('alert').filter({ hasText: 'Your changes are not lost.' });
  await expect(refused).toBeVisible();
  await expect(text(b)).toHaveValue('The queue is gone.');
  await refused.getByRole('button', { name: 'Discard my changes' }).click();
  await expect(refused).toHaveCount(0);
  await task(b, 'Post').click();
  await expect(title(b)).toHaveValue('School on the hill, gate two');
  await expect(text(b)).toHaveValue('The queue reaches the road.');
  await save(b).click();
  await expect(b.getByRole('dialog', { name: "You haven't made any changes" })).toBeVisible();
  await b.getByRole('button', { name: 'OK', exact: true }).click();

  await text(b).fill('The queue is gone.');
  await b.getByRole('button', { name: 'Cancel' }).click();
  await b.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(heading(b, 'School on the hill, gate two')).toBeVisible();
  await a.reload();
  await expect(a.getByRole('button', { name: 'More actions' })).toBeVisible();
});

test('a report is published once its tasks are complete, for chosen roles, and restored from its history', {
  tag: '@core',
}, async ({ open }) => {
  const id = await createReport('Station at the market');
  const page = await openAsUser(verifierLogin, open, `/posts/${id}`);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Complete the task “Observation desk”').first()).toBeVisible();

  await page.goto(`${waypost.baseUrl}/posts/${id}/edit`);
  await page.getByRole('radio', { name: 'Specific roles' }).check();
  await save(page).click();
  await expect(page.getByText('Choose at least one role.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Volunteer' }).check();
  await save(page).click();
  await expect(
    page.getByText('Complete the task “Observation desk” before you publish.').first(),
  ).toBeVisible();
  await expectAccessible(page, 'a task that must be completed first');
  await task(page, 'Observation desk').click();
  await page.getByRole('radio', { name: 'Only report so far' }).check();
  await page.getByRole('switch', { name: 'This task is complete' }).check();
  await save(page).click();
  await expect(page.getByText('Visible to Volunteer')).toBeVisible();
  await expectAccessible(page, 'a report for chosen roles');

  const volunteer = await openAsUser(volunteerLogin, open, `/posts/${id}`);
  await expect(heading(volunteer, 'Station at the market')).toBeVisible();
  const member = await openAsUser(memberLogin, open, `/posts/${id}`);
  await expect(member.getByRole('heading', { name: "Sorry, you're not allowed to do that." })).toBeVisible();
  await expectAccessible(member, 'a report for other roles');

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  const latest = page.getByRole('listitem').filter({ hasText: 'Amina Otieno' }).first();
  await expect(latest.getByText('Published').first()).toBeVisible();
  await expect(latest.getByText('Only report so far')).toBeVisible();
  await expectAccessible(page, 'the history');
  await page.getByRole('button', { name: /Created the report/ }).click();
  await page.getByRole('button', { name: 'Restore this version' }).click();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText('Version restored.')).toBeVisible();
  await expect(page.getByText('Under review').first()).toBeVisible();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('“Station at the market” is deleted.')).toBeVisible();
});

test('a deletion can be undone, and is sent when the page is left or closed', {
  tag: '@slow',
}, async ({ open }) => {
  const getStatus = async (id: number) => (await callApi(waypost, token, 'GET', `/posts/${id}`)).status;
  const openAndDelete = async (id: number, name: string) => {
    const page = await openAsUser(adminLogin, open, `/posts/${id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByText(`“${name}” is deleted.`)).toBeVisible();
    expect(await getStatus(id)).toBe(200);
    return page;
  };
  const kept = await createReport('Well by the mill');
  const undone = await openAndDelete(kept, 'Well by the mill');
  await expectAccessible(undone, 'a deletion that can be undone');
  await undone.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(heading(undone, 'Well by the mill')).toBeVisible();
  await undone.reload();
  await expect(heading(undone, 'Well by the mill')).toBeVisible();
  expect(await getStatus(kept)).toBe(200);

  const left = await createReport('Well by the road');
  await (await openAndDelete(left, 'Well by the road')).goto('about:blank');
  await expect.poll(() => getStatus(left)).toBe(404);

  const closed = await createReport('Well by the bridge');
  await (await openAndDelete(closed, 'Well by the bridge')).close({ runBeforeUnload: true });
  await expect.poll(() => getStatus(closed)).toBe(404);
});

test('the team replies to the sender of a message', { tag: '@full' }, async ({ open }) => {
  // Without a data source for text messages there is nothing to reply with.
  await requestJson('PUT', '/config/data-provider', {
    providers: { smssync: true },
    smssync: { secret: 'phone' },
  });
  const { results } = await requestJson<ListResponse<{ id: number }>>('GET', '/posts?status=all&source=sms');
  const id = results[0]?.id;
  const page = await openAsUser(verifierLogin, open, `/posts/${id}`);
  const thread = page.getByRole('region', { name: /Messages with/ });
  await expect(thread.getByRole('listitem').first()).toBeVisible();
  const response = thread.getByRole('textbox', { name: 'Reply' });
  await response.fill('?');
  await thread.getByRole('button', { name: 'Send reply' }).click();
  await expect(thread.getByText('Reply needs at least 2 characters.')).toBeVisible();
  await response.fill('Thank you. Somebody comes before noon.');
  await expectAccessible(page, 'the messages of a report');
  await thread.getByRole('button', { name: 'Send reply' }).click();
  await expect(page.getByText(/^Your reply to .* is being sent\.$/)).toBeVisible();
  await expect(thread.getByRole('listitem').filter({ hasText: 'Somebody comes before noon.' })).toBeVisible();
  await expect(response).toHaveValue('');
});
