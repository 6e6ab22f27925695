import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { deleteJob, type Job, listJobs, retryJob } from '@waypost/contract/jobs/jobs';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProblemResponse } from '../testing/fake-api-server.ts';
import { apiServer } from '../testing/render-screen.tsx';
import { createTestPage } from '../testing/test-entities.ts';
import { notifyError } from './notify-error.ts';
import { buildEndpointQuery, queryClient } from './query-client.ts';
import { useCall } from './use-call.ts';

const job: Job = {
  id: 'a-1',
  url: '',
  name: 'deliver-mail',
  state: 'failed',
  attempts: 5,
  attempts_allowed: 5,
  fault: null,
  progress: null,
  created: '2026-03-01T10:00:00+00:00',
  started: null,
  ended: null,
  due: '2026-03-01T10:00:00+00:00',
  allowed_privileges: ['read', 'update', 'delete'],
};

beforeEach(() => {
  const token = { accessToken: 'test-token', expires: Date.now() + 3_600_000, grant: 'password' };
  localStorage.setItem('waypost.token', JSON.stringify(token));
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
});

let root: Root | undefined;
afterEach(() => root?.unmount());

type Options = Parameters<typeof useCall<typeof retryJob>>[1];

function RetryButton(options: NonNullable<Options>) {
  const { data } = useQuery(buildEndpointQuery(listJobs, { query: { group: 'failed' } }));
  const { mutate, isPending, error, reset } = useCall(retryJob, options);
  return (
    <>
      <p>{data ? `${data.results.length} failed` : 'loading'}</p>
      <button type="button" onClick={() => mutate({ params: { id: 'a-1' } })}>
        {isPending ? 'Retrying' : 'Retry'}
      </button>
      {error && (
        <p role="alert">
          {error.message} <button type="button" onClick={reset} aria-label="Close" />
        </p>
      )}
    </>
  );
}

function renderButton(options: NonNullable<Options> = {}): void {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <QueryClientProvider client={queryClient}>
      <RetryButton {...options} />
    </QueryClientProvider>,
  );
}

/** A promise that the test resolves. */
function createGate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

test('a double click sends one request, and the call is pending until the queries are fetched again', async () => {
  const [answer, list] = [createGate(), createGate()];
  let lists = 0;
  apiServer.on(listJobs, async () => {
    lists += 1;
    if (lists === 1) return createTestPage([job]);
    await list.opened;
    return createTestPage([]);
  });
  apiServer.on(retryJob, async () => {
    await answer.opened;
    return job;
  });
  renderButton();
  await screen.findByText('1 failed');
  const button = screen.getByRole('button');
  // Both clicks before React renders.
  button.click();
  button.click();
  await screen.findByText('Retrying');
  await userEvent.click(button);
  answer.open();
  await expect.poll(() => lists).toBe(2);
  expect(screen.getByText('Retrying')).toBeVisible();
  list.open();
  await screen.findByText('0 failed');
  await screen.findByText('Retry');
  expect(apiServer.requests(retryJob)).toHaveLength(1);
});

test('an error is rendered, can be dismissed, and the call can be repeated', async () => {
  apiServer.on(listJobs, () => createTestPage([job]));
  apiServer.on(retryJob, () => createProblemResponse('server.busy'));
  renderButton();
  await screen.findByText('1 failed');
  await userEvent.click(screen.getByText('Retry'));
  await screen.findByRole('alert');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.click(screen.getByText('Retry'));
  await screen.findByRole('alert');
  expect(apiServer.requests(retryJob)).toHaveLength(2);
  // A failed call fetches nothing again.
  expect(apiServer.requests(listJobs)).toHaveLength(1);
});

test('onSuccess gets the response and the input, and runs after the component was unmounted', async () => {
  const answer = createGate();
  apiServer.on(listJobs, () => createTestPage([job]));
  apiServer.on(retryJob, async () => {
    await answer.opened;
    return job;
  });
  const results: unknown[] = [];
  renderButton({ onSuccess: (response, input) => void results.push([response.id, input.params.id]) });
  await userEvent.click(await screen.findByText('Retry'));
  await expect.poll(() => apiServer.requests(retryJob).length).toBe(1);
  root?.unmount();
  answer.open();
  await expect.poll(() => results).toEqual([['a-1', 'a-1']]);
});

test('with whilePending: queue, the second call is sent after the first', async () => {
  const answer = createGate();
  apiServer.on(listJobs, () => createTestPage([job]));
  apiServer.on(retryJob, async () => {
    await answer.opened;
    return job;
  });
  renderButton({ whilePending: 'queue', onError: notifyError, invalidates: [] });
  const button = await screen.findByText('Retry');
  button.click();
  button.click();
  await expect.poll(() => apiServer.requests(retryJob).length).toBe(1);
  answer.open();
  await expect.poll(() => apiServer.requests(retryJob).length).toBe(2);
  expect(apiServer.requests(deleteJob)).toHaveLength(0);
});
