/** Webhooks with addresses in private networks are refused when they are saved. */
import type { Webhook } from '@waypost/contract/webhooks/webhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  // As set by the operator with OUTGOING_ALLOW.
  app = await startTestApp({ allowedNetworks: ['127.0.0.5'] });
});
afterAll(() => app.close());

const webhookInput = (url: string) => ({
  name: 'Desk feed',
  url,
  shared_secret: 'a secret of more than twenty',
  event_type: 'create',
  entity_type: 'post',
});

test.each([
  'http://127.0.0.1/in',
  'http://localhost:8080/in',
  'http://localhost.:9911/',
  'http://[::127.0.0.1]:9911/',
  'http://2130706433/',
  'http://10.0.0.7/',
  'http://169.254.169.254/latest/meta-data',
  'http://[::1]/',
])('%s is refused with the name of the field', async (url) => {
  const reply = await app.send('settings manager', 'POST', '/webhooks', webhookInput(url));
  expect(reply.status).toBe(422);
  expect(errorPointers(reply)).toEqual(['/url']);
  expect(JSON.stringify(reply.body)).toContain('privateAddress');
});

test('a network that the operator allows, and a name that cannot be resolved now, are accepted', async () => {
  for (const url of ['http://127.0.0.5/in', 'https://nowhere.invalid/in'])
    expect((await app.send('settings manager', 'POST', '/webhooks', webhookInput(url))).status).toBe(200);
});

test('a change of the address is checked, and a stored one does not prevent other changes', async () => {
  const { body } = await app.send<Webhook>(
    'settings manager',
    'POST',
    '/webhooks',
    webhookInput('https://nowhere.invalid/in'),
  );
  const change = (fields: object) => app.send('settings manager', 'PUT', `/webhooks/${body.id}`, fields);
  expect(errorPointers(await change({ url: 'http://192.168.1.1/' }))).toEqual(['/url']);
  await app.db.updateTable('webhooks').set({ url: 'http://192.168.1.1/' }).execute();
  expect((await change({ name: 'Renamed', url: 'http://192.168.1.1/' })).status).toBe(200);
});
