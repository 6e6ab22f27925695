/** The team works without knowing senders; whoever may look says why, and administrators see who looked. */
import { expect } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { openAs } from '../support/log-in.ts';
import { generatePhoto } from '../support/photo.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
let post: number;
const reviewer = { email: 'rita@example.org', password: 'long enough 1' };
const editor = { email: 'edda@example.org', password: 'long enough 2' };

/** A picture of a member in a report whose survey hides authors and keeps originals, covered by the team. */
async function prepare(): Promise<void> {
  const token = await tokenFor(waypost, 'admin');
  const send = async (method: string, url: string, body: object, as = token) => {
    const response = await callApi(waypost, as, method, url, body);
    expect([url, response.status]).toEqual([url, 200]);
    return (await response.json()) as { id: number; results?: { id: number; key: string; type: string }[] };
  };
  const permissions = ['Manage Posts'];
  await send('POST', '/roles', { name: 'checkers', display_name: 'Checkers', permissions });
  await send('POST', '/roles', {
    name: 'editors',
    display_name: 'Editors of reports',
    permissions: [...permissions, 'View personal data'],
  });
  const member = { email: 'mo@example.org', password: 'long enough 3', realname: 'Mo Aweys', role: 'user' };
  await send('POST', '/users', { ...reviewer, realname: 'Rita', role: 'checkers' });
  await send('POST', '/users', { ...editor, realname: 'Edda', role: 'editors' });
  await send('POST', '/users', member);
  await send('PUT', '/forms/1', { hide_author: true, keep_originals: true });
  await send('PUT', '/config/site', { personal_data_reason: true });
  const { results = [] } = await send('GET', '/forms/1/attributes', undefined as never);
  const key = results.find(({ type }) => type === 'media')?.key ?? '';
  const memberToken = await tokenFor(waypost, member);
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(generatePhoto())], { type: 'image/png' }), 'gate.png');
  const uploaded = await fetch(`${waypost.baseUrl}/api/v3/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${memberToken}` },
    body: form,
  });
  const { id: picture } = (await uploaded.json()) as { id: number };
  const values = { [key]: [picture] };
  const report = { form: 1, title: 'Soldiers at the gate', content: 'Four of them', values };
  post = (await send('POST', '/posts', report, memberToken)).id;
  const box = { shape: 'box', style: 'black', x: 0, y: 0, width: 1, height: 1 };
  await send('POST', `/media/${picture}/cover`, { covers: [box] });
}

test.beforeAll(async () => {
  waypost = await startWaypost();
  await prepare();
});
test.afterAll(() => endWaypost(waypost));

test('a reviewer sees no sender, an editor looks with a reason, and the audit log tells it', {
  tag: '@slow',
}, async ({ open }) => {
  const without = await openAs(reviewer, open, waypost.baseUrl, `/posts/${post}`);
  await expect(without.getByText(/Reporter [0-9a-f]{6}/).first()).toBeVisible();
  await expect(without.getByText('Mo Aweys')).toHaveCount(0);
  await expect(without.getByRole('button', { name: 'Show sender' })).toHaveCount(0);
  await without.getByRole('button', { name: /^Enlarge/ }).click();
  await expect(without.getByRole('button', { name: 'Cover faces or text' })).toBeVisible();
  await expect(without.getByRole('button', { name: 'Show original' })).toHaveCount(0);

  const page = await openAs(editor, open, waypost.baseUrl, `/posts/${post}`, {
    viewport: { width: 390, height: 844 },
  });
  await page.getByRole('button', { name: 'Show sender' }).click();
  const dialog = page.getByRole('dialog', { name: 'Show the sender?' });
  await expectAccessible(page, 'the question for a reason');
  await dialog.getByRole('button', { name: 'Show sender' }).click();
  await expect(dialog.getByText('Reason is required.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('To warn them');
  await dialog.getByRole('button', { name: 'Show sender' }).click();
  await expect(page.getByRole('link', { name: 'Mo Aweys' })).toBeVisible();

  await page.getByRole('button', { name: /^Enlarge/ }).click();
  await page.getByRole('button', { name: 'Show original' }).click();
  const question = page.getByRole('dialog', { name: 'Show the original?' });
  await question.getByRole('textbox', { name: 'Reason' }).fill('To know the unit');
  await question.getByRole('button', { name: 'Show original' }).click();
  await expect(page.getByText('Original. Only people who can view personal data see it.')).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('img', { name: 'Picture: Photo' })).toHaveAttribute(
    'src',
    /^data:image\//,
  );
  await expectAccessible(page, 'the original of a covered picture');

  const log = await openAs(admin, open, waypost.baseUrl, '/settings/audit?action=view');
  const entries = log.getByRole('list', { name: 'Audit log' });
  await expect(entries).toContainText('Edda looked at the sender of the report');
  await expect(entries).toContainText('Reason: To warn them');
  await expect(entries).toContainText('Edda looked at the original of a covered picture in the report');
  await expect(entries).toContainText('Reason: To know the unit');
  await expect(log.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expect(entries).not.toContainText('Rita');
});
