import { screen, waitFor, within } from '@testing-library/dom';
import { breakLock } from '@waypost/contract/posts/post-locks';
import { type ReviewShift, readShift } from '@waypost/contract/review/shift';
import { beforeEach, expect, test } from 'vitest';
import { createProblemResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { adminAccount, memberAccount } from '../../testing/test-entities.ts';
import { formatMedian, formatWaitingTime } from './format-waiting-time.ts';

const shift = (overrides: Partial<ReviewShift> = {}): ReviewShift => ({
  counted: '2026-03-01T10:00:00+00:00',
  total: 12,
  held: 2,
  oldest: '2026-02-27T10:00:00+00:00',
  median_minutes: 90,
  by_form: [
    { form: { id: 1, url: '' }, name: 'Lamps', count: 9 },
    { form: null, name: null, count: 3 },
  ],
  by_source: [{ source: 'sms', count: 12 }],
  by_age: [
    { created_after: null, created_before: null, min_hours: 0, max_hours: 1, count: 5 },
    { created_after: null, created_before: null, min_hours: 1, max_hours: 24, count: 4 },
    { created_after: null, created_before: null, min_hours: 24, max_hours: 168, count: 2 },
    { created_after: null, created_before: null, min_hours: 168, max_hours: null, count: 1 },
  ],
  by_locale: [
    { locale: 'sw', count: 7 },
    { locale: 'en_US', count: 3 },
    { locale: 'en', count: 2 },
  ],
  claims: [
    {
      id: 1,
      url: '',
      user: { id: 5, url: '', realname: 'Zoya' },
      post_id: 7,
      expires: 1_900_000_000,
      allowed_privileges: ['read', 'delete'],
      title: 'Dark street',
      idle_seconds: 200,
    },
  ],
  decisions: null,
  decisions_total: 31,
  ...overrides,
});

let current: ReviewShift;
beforeEach(() => {
  current = shift();
  apiServer.on(readShift, () => current);
});

const open = (path = '/review/shift') => renderScreen(path, { account: adminAccount });

test('the numbers are shown by survey, source, age and language; by person only where the site counts them', async () => {
  await open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Shift overview' })).toBeVisible();
  expect(await screen.findByText('90 minutes')).toBeVisible();
  expect(screen.getByText('31')).toBeVisible();
  const survey = within(screen.getByRole('region', { name: 'By survey' }));
  expect(survey.getByText('No survey')).toBeVisible();
  const age = within(screen.getByRole('region', { name: 'By waiting time' }));
  expect(age.getAllByRole('term').map((it) => it.textContent)).toEqual([
    'Up to 1 hour',
    '1 hour to 1 day',
    '1 day to 7 days',
    'Over 7 days',
  ]);
  const language = within(screen.getByRole('region', { name: 'By language' }));
  expect(language.getAllByRole('term').map((it) => it.textContent)).toEqual(['Swahili', 'English']);
  expect(screen.queryByRole('region', { name: /by person/ })).toBeNull();
});

test('a report that nobody works on is released', async () => {
  apiServer.on(breakLock, () => {
    const [claim] = current.claims;
    current = shift({ claims: [] });
    if (!claim) return createProblemResponse('server.failed');
    const { id, url, user, post_id, expires, allowed_privileges } = claim;
    return { id, url, user, post_id, expires, allowed_privileges };
  });
  const person = await open();
  expect(await screen.findByText('No activity for 3 minutes')).toBeVisible();
  await person.press('button', 'Release “Dark street”');
  expect(await screen.findByText('No reports are being reviewed now.')).toBeVisible();
  expect(apiServer.requests(breakLock)[0]?.params).toEqual({ id: 7 });
});

test('numbers by person, and an error with a retry', async () => {
  apiServer.on(readShift, () => createProblemResponse('server.failed'));
  const person = await open();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  apiServer.on(readShift, () => shift({ decisions: [] }));
  await person.click(retry);
  expect(await screen.findByText('No reports reviewed in the last hour.')).toBeVisible();
});

test('the wall has no controls but the way out', async () => {
  await open('/review/shift/wall');
  expect(await screen.findByText('90 minutes')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByText('Dark street')).toBeNull();
  expect(screen.getByRole('link', { name: 'Leave wall screen' })).toHaveAttribute('href', '/review/shift');
});

test('others are not let in', async () => {
  const person = await renderScreen('/review/shift', { account: memberAccount });
  await waitFor(() => expect(person.router.state.location.pathname).toBe('/forbidden'));
});

test('waiting times have the largest unit that tells them apart', () => {
  expect([0, 59, 60, 119, 120, 1439, 1440, 2879, 2880].map((it) => formatWaitingTime(it, 'en'))).toEqual([
    '0 minutes',
    '59 minutes',
    '1 hour',
    '119 minutes',
    '2 hours',
    '23 hours',
    '1 day',
    '47 hours',
    '2 days',
  ]);
});

test('the file has the median waiting time of the screen', () => {
  expect([90, null].map((median_minutes) => formatMedian(shift({ median_minutes }), 'en'))).toEqual([
    '90 minutes',
    '–',
  ]);
});
