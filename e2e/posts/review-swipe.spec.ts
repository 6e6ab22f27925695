/** Reviewing reports on a phone, by swiping. */
import { expect, type Page } from '@playwright/test';
import { test } from '../support/browser.ts';
import { setUpDemo, verifierLogin } from '../support/demo-posts.ts';

const { open: openScreen, requestJson, surveyId } = setUpDemo();

/** Moves one finger over the report, as a touch screen reports it. */
async function swipe(
  page: Page,
  from: { x: number; y: number },
  to: { x: number; y: number },
): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
  await send('touchStart', from);
  const steps = 10;
  for (let step = 1; step <= steps; step += 1)
    await send('touchMove', {
      x: from.x + ((to.x - from.x) * step) / steps,
      y: from.y + ((to.y - from.y) * step) / steps,
    });
  await send('touchEnd');
  await client.detach();
}

test('a swipe publishes or archives a report, a short or vertical one does not', {
  tag: '@slow',
}, async ({ open }) => {
  const waiting = await requestJson<{ results: { id: number }[] }>('GET', '/posts?status=draft&limit=500');
  for (const { id } of waiting.results) await requestJson('PUT', `/posts/${id}`, { status: 'archived' });
  const form = await surveyId('Community notice');
  // What the survey asks for.
  const values = { 'notice-day': ['2026-11-20'], 'notice-place': [{ lat: -1.29, lon: 36.82 }] };
  const ids: number[] = [];
  for (const title of ['First notice', 'Second notice', 'Third notice']) {
    const report = { title, content: 'The market opens late.', form, values, status: 'draft' };
    const created = await requestJson<{ id: number }>('POST', '/posts', report);
    expect(created).toMatchObject({ status: 'draft' });
    ids.push(created.id);
  }
  const page = await openScreen(verifierLogin, open, '/review');
  await page.setViewportSize({ width: 390, height: 844 });
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const report = (title: string) => page.getByRole('heading', { level: 2, name: title });
  await expect(report('First notice')).toBeVisible();
  const middle = { x: 195, y: 300 };

  await swipe(page, middle, { x: middle.x + 60, y: middle.y });
  await swipe(page, middle, { x: middle.x + 30, y: middle.y - 150 });
  await expect(report('First notice')).toBeVisible();
  await swipe(page, { x: 60, y: 300 }, { x: 300, y: 305 });
  await expect(report('Second notice')).toBeVisible();
  await swipe(page, { x: 330, y: 300 }, { x: 60, y: 300 });
  await expect(report('Third notice')).toBeVisible();
  const statusOf = async (id: number | undefined) =>
    (await requestJson<{ status: string }>('GET', `/posts/${id}`)).status;
  await expect.poll(() => Promise.all(ids.map(statusOf))).toEqual(['published', 'archived', 'draft']);
});
