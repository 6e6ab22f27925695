import { screen, within } from '@testing-library/dom';
import {
  createWebhook,
  listDeliveries,
  listWebhooks,
  readWebhook,
  retryDelivery,
  type Webhook,
  type WebhookDelivery,
} from '@waypost/contract/webhooks/webhooks';
import { expect, test } from 'vitest';
import { createProblemResponse, createValidationResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { adminAccount, allPrivileges, createTestPage } from '../../testing/test-entities.ts';

const webhook = (it: Partial<Webhook> = {}): Webhook => ({
  id: 4,
  url: 'https://desk.example.org/in',
  form_id: null,
  name: 'Desk feed',
  shared_secret: 'a secret of more than twenty',
  webhook_uuid: '0f8fad5b-d9cb-469f-a165-70867728950e',
  event_type: 'create',
  entity_type: 'post',
  source_field_key: null,
  destination_field_key: null,
  created: '2026-11-01T08:00:00+00:00',
  updated: null,
  paused: null,
  content: 'public',
  failures: 0,
  allowed_privileges: allPrivileges,
  ...it,
});

const delivery = (it: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: 9,
  webhook: { id: 4, url: '' },
  event_type: 'create',
  post_id: 12,
  state: 'delivered',
  attempts: 1,
  status: 200,
  fault: null,
  response: 'thanks',
  created: '2026-11-01T08:00:00+00:00',
  tried: '2026-11-01T08:00:05+00:00',
  ...it,
});

async function openWith(...deliveries: WebhookDelivery[]) {
  apiServer.on(readWebhook, () => webhook());
  apiServer.on(listDeliveries, () => createTestPage(deliveries));
  const person = await renderScreen('/settings/webhooks/4', { account: adminAccount });
  const log = within(await screen.findByRole('region', { name: 'Deliveries' }));
  return { person, log };
}

const again = { name: 'Send report 12 again' };

test('without any webhook, one is offered', async () => {
  apiServer.on(listWebhooks, () => createTestPage([]));
  await renderScreen('/settings/webhooks', { account: adminAccount });
  expect(await screen.findByText('No webhooks yet')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Add a webhook' })).toBeVisible();
});

test('shows an error for an invalid URL at its field and sends nothing', async () => {
  apiServer.on(listWebhooks, () => createTestPage([]));
  apiServer.on(createWebhook, () => webhook());
  const person = await renderScreen('/settings/webhooks/create', { account: adminAccount });
  await person.fill('Name', 'Desk feed');
  await person.fill('URL', 'not an address');
  await person.tab();
  expect(screen.getByRole('textbox', { name: 'URL' })).toHaveAccessibleDescription(/must be a web address/);
  expect(screen.getByRole('button', { name: 'Add webhook' })).toBeDisabled();
  expect(apiServer.requests(createWebhook)).toHaveLength(0);
});

test('a webhook is sent with a secret that was made here, and what the public sees', async () => {
  apiServer.on(createWebhook, ({ body }) => webhook({ name: body.name }));
  apiServer.on(listWebhooks, () => createTestPage([webhook()]));
  const person = await renderScreen('/settings/webhooks/create', { account: adminAccount });
  await person.fill('Name', 'Desk feed');
  await person.fill('URL', 'https://desk.example.org/in');
  await person.press('button', 'Generate a secret');
  await person.choose('When', 'A report is received');
  await person.press('button', 'Add webhook');
  await screen.findByText('Webhook “Desk feed” saved.');
  const [sent] = apiServer.requests(createWebhook);
  expect(sent?.body).toMatchObject({
    url: 'https://desk.example.org/in',
    event_type: 'create',
    content: 'public',
  });
  expect(sent?.body.shared_secret.length).toBeGreaterThanOrEqual(20);
});

test('shows a server error for the URL at its field and keeps the name', async () => {
  apiServer.on(listWebhooks, () => createTestPage([]));
  apiServer.on(createWebhook, () => createValidationResponse({ field: 'url', rule: 'url' }));
  const person = await renderScreen('/settings/webhooks/create', { account: adminAccount });
  await person.fill('Name', 'Desk feed');
  await person.fill('URL', 'https://10.0.0.1/in');
  await person.press('button', 'Generate a secret');
  await person.choose('When', 'A report is received');
  await person.press('button', 'Add webhook');
  await screen.findByText(/must be a web address/);
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Desk feed');
});

test('deliveries that cannot be read are asked for again', async () => {
  let isDown = true;
  apiServer.on(readWebhook, () => webhook());
  apiServer.on(listDeliveries, () =>
    isDown ? createProblemResponse('request.too-many') : createTestPage([]),
  );
  const person = await renderScreen('/settings/webhooks/4', { account: adminAccount });
  await screen.findByRole('button', { name: 'Try again' });
  isDown = false;
  await person.press('button', 'Try again');
  expect(await screen.findByText('Nothing sent yet')).toBeVisible();
});

test('a delivery that is tried again by itself tells the answer, and is not offered to be sent', async () => {
  const { log } = await openWith(
    delivery({ state: 'waiting', status: 500, response: 'out of order', attempts: 2 }),
  );
  expect(await log.findByText(/response 500/)).toBeVisible();
  expect(log.getByText('Failed, retrying')).toBeVisible();
  expect(log.getByText('Response')).toBeVisible();
  expect(log.queryByRole('button', again)).toBeNull();
});

test('a delivery that failed for good is sent again', async () => {
  let state: WebhookDelivery['state'] = 'failed';
  apiServer.on(readWebhook, () => webhook());
  apiServer.on(listDeliveries, () =>
    createTestPage([delivery({ state, status: 500, response: 'out of order' })]),
  );
  apiServer.on(retryDelivery, () => {
    state = 'waiting';
    return delivery({ state });
  });
  const person = await renderScreen('/settings/webhooks/4', { account: adminAccount });
  await person.press('button', again.name);
  await screen.findByText('Response');
  await expect.poll(() => screen.queryByRole('button', again)).toBeNull();
  expect(apiServer.requests(retryDelivery)[0]?.params).toMatchObject({ id: 4, delivery: 9 });
});

test('a report that the public does not see says why nothing was sent', async () => {
  const { log } = await openWith(delivery({ status: null, response: null, fault: 'not-public' }));
  expect(await log.findByText(/The report is not public, so nothing was sent/)).toBeVisible();
});

test.each(['/settings/webhooks', '/settings/webhooks/4', '/settings/webhooks/create'])(
  'without the feature, %s shows the notice alone and requests nothing',
  async (path) => {
    const config = { features: { webhooks: { enabled: false } } };
    await renderScreen(path, { account: adminAccount, config });
    expect(await screen.findByText(/Webhooks aren't available/)).toBeVisible();
    expect([...apiServer.requests(listWebhooks), ...apiServer.requests(readWebhook)]).toEqual([]);
  },
);
