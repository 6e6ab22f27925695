/** Mail servers and gateways in private networks are refused when they are saved. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorCodes, errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  // As set by the operator with OUTGOING_ALLOW.
  app = await startTestApp({ allowedNetworks: ['127.0.0.5'] });
});
afterAll(() => app.close());

const save = (change: object) => app.send('admin', 'PUT', '/config/data-provider', change);
const outgoing = (outgoing_server: string) => ({
  outgoingemail: { outgoing_type: 'SMTP', outgoing_server, outgoing_port: '25' },
});
const mailbox = (incoming_server: string) => ({ email: { incoming_type: 'IMAP', incoming_server } });
const gateway = (url: string) => ({ twilio: { url } });

test.each([
  ['/outgoingemail', outgoing('127.0.0.1')],
  ['/outgoingemail', outgoing('localhost')],
  ['/email', mailbox('10.1.2.3')],
  ['/email', mailbox('[::1]')],
  ['/twilio', gateway('http://169.254.169.254/')],
])('%s is refused for %j', async (pointer, change) => {
  const reply = await save(change);
  expect([reply.status, errorPointers(reply), errorCodes(reply)]).toEqual([
    422,
    [pointer],
    ['privateServer'],
  ]);
});

test('a network that the operator allows, and a name that cannot be resolved now, are accepted', async () => {
  for (const change of [outgoing('127.0.0.5'), outgoing('mail.invalid'), mailbox('mail.invalid')])
    expect((await save(change)).status).toBe(200);
});

test('a server that is stored already does not prevent other changes', async () => {
  const stored = { outgoing_type: 'SMTP', outgoing_server: '192.168.1.1' };
  await app.db
    .updateTable('settings')
    .set({ value: JSON.stringify({ outgoingemail: stored }) })
    .where('name', '=', 'data-provider')
    .execute();
  const { status } = await save({ outgoingemail: { ...stored, from: 'desk@example.org' } });
  expect(status).toBe(200);
});
