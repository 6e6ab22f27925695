import { screen, waitFor, within } from '@testing-library/dom';
import { deleteJob, type Job, listJobs, retryJob } from '@waypost/contract/jobs/jobs';
import { beforeEach, expect, test } from 'vitest';
import { createProblemResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { findDialog, waitForFocus } from '../../testing/screen-user.ts';
import { adminAccount, createTestPage } from '../../testing/test-entities.ts';

const job = (overrides: Partial<Job> = {}): Job => ({
  id: 'a-1',
  url: '',
  name: 'deliver-mail',
  state: 'failed',
  attempts: 5,
  attempts_allowed: 5,
  fault: { message: 'connection refused', code: 'ECONNREFUSED' },
  progress: null,
  created: '2026-03-01T10:00:00+00:00',
  started: null,
  ended: null,
  due: '2026-03-01T10:00:00+00:00',
  allowed_privileges: ['read', 'update', 'delete'],
  ...overrides,
});

beforeEach(() =>
  apiServer.on(listJobs, ({ query }) => createTestPage(query.group === 'failed' ? [job()] : [])),
);
const open = () => renderScreen('/settings/jobs', { account: adminAccount });

test('what failed says how often it was tried and why', async () => {
  await open();
  expect(await screen.findByText('Sending an email')).toBeVisible();
  expect(screen.getByText(/5 of 5 attempts/)).toBeVisible();
  expect(screen.getByText(/ECONNREFUSED/)).toBeVisible();
  expect(await screen.findByText(/Nothing is running/)).toBeVisible();
});

test('a retry that fails shows an error, and the job stays', async () => {
  apiServer.on(retryJob, () => createProblemResponse('server.busy'));
  const person = await open();
  await person.press('button', 'Try again: Sending an email');
  expect(await screen.findByText(/starting or busy/)).toBeVisible();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Try again: Sending an email' })).toBeEnabled(),
  );
});

test('discarding asks first; Cancel discards nothing and gives the focus back', async () => {
  const person = await open();
  await person.press('button', 'Discard: Sending an email');
  const dialog = await findDialog('Discard this job?');
  await waitForFocus(dialog.getByRole('button', { name: 'Cancel' }));
  await person.keyboard('{Enter}');
  await waitForFocus(await screen.findByRole('button', { name: 'Discard: Sending an email' }));
  expect(apiServer.requests(deleteJob)).toHaveLength(0);
});

test('what is under way can be stopped, and how far it is can be read', async () => {
  apiServer.on(listJobs, ({ query }) =>
    createTestPage(
      query.group === 'running'
        ? [job({ state: 'running', name: 'import-csv', progress: { done: 30, total: 120 } })]
        : [],
    ),
  );
  apiServer.on(deleteJob, () => job());
  const person = await open();
  const progress = await screen.findByRole('progressbar', { name: 'Progress of “Importing a file”' });
  expect(progress).toHaveAttribute('value', '30');
  await person.press('button', 'Stop: Importing a file');
  const dialog = await findDialog('Stop this job?');
  await person.click(within(dialog.getByText('Stop').closest('button')!).getByText('Stop'));
  await expect.poll(() => apiServer.requests(deleteJob).map(({ params }) => params.id)).toEqual(['a-1']);
});

test('nothing failed says so', async () => {
  apiServer.on(listJobs, () => createTestPage([]));
  await open();
  expect(await screen.findByText('No failed jobs')).toBeVisible();
});
