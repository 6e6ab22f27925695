/** The status page of administrators. */
import type { Status } from '@waypost/contract/status/status';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../kernel/db/database.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ version: '1.2.3' });
});
afterAll(() => app.close());

const status = async () => (await app.send<Status>('admin', 'GET', '/status')).body;

test('only administrators may read the status', async () => {
  expect((await app.send('passer-by', 'GET', '/status')).status).toBe(401);
  for (const kind of ['visitor', 'member', 'reviewer', 'settings manager'] as const)
    expect((await app.send(kind, 'GET', '/status')).status).toBe(403);
  expect((await app.send('admin', 'GET', '/status')).status).toBe(200);
});

test('reports the state of the deployment', async () => {
  for (let at = 0; at < 5; at++) await app.send('admin', 'GET', '/config/map');
  const body = await status();
  expect(body).toMatchObject({
    version: '1.2.3',
    files: { kind: 'directory', answers: true },
    database: { kind: 'embedded', version: expect.stringMatching(/^1[5-9]/) as string },
    jobs: { failed: 0, running: 0 },
    backups: { planned: false, last: null, good: null },
    mail: { leaves: false },
    texting: { providers: [], failed: 0 },
  });
  expect(body.requests.answered).toBeGreaterThanOrEqual(5);
  expect(body.requests.usual).toBeGreaterThan(0);
  expect(body.requests.slow).toBeGreaterThanOrEqual(body.requests.usual ?? 0);
  expect(body.database.bytes).toBeGreaterThan(1_000_000);
  expect(body.disk.total).toBeGreaterThan(body.disk.free ?? 0);
  expect(body.concerns).toEqual(['backup-none']);
});

test('lists concerns, the most urgent first', async () => {
  await inTransaction(app.db, 'writes', async (tx) => {
    await tx.insertInto('backups').values({ started: new Date(), bytes: null, fault: 'ENOSPC' }).execute();
    await tx
      .insertInto('outbox')
      .values({ recipient: 'a@example.org', subject: 'a', text: 'a', expires: new Date(Date.now() + 1e6) })
      .execute();
    await tx
      .insertInto('messages')
      .values({ message: 'a', type: 'sms', status: 'failed', direction: 'outgoing' })
      .execute();
  });
  const body = await status();
  expect(body.concerns).toEqual(['backup-failed', 'mail-waits', 'texts-failed', 'backup-none']);
  expect(body.backups.last).toMatchObject({ fault: 'ENOSPC', bytes: null });
  // As in the outbox, where it is shown as held.
  expect(body.mail).toMatchObject({ waiting: 1, held: 1 });
  await inTransaction(app.db, 'writes', (tx) =>
    tx.insertInto('backups').values({ started: new Date(), bytes: 4096, fault: null }).execute(),
  );
  const mended = await status();
  expect(mended.concerns).toEqual(['mail-waits', 'texts-failed']);
  expect(mended.backups).toMatchObject({ last: { bytes: 4096, fault: null } });
});
