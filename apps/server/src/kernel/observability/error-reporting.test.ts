/** A fault of ours is told to the operator's service for faults, without anybody in it; nothing waits for that service. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { type GatewayServer, startGatewayServer } from '../../testing/servers/gateway-server.ts';

let service: GatewayServer;
let app: TestApp;
beforeAll(async () => {
  service = await startGatewayServer();
  const errorReports = `${service.url.replace('//', '//abc123@')}/faults/7`;
  app = await startTestApp({ logLevel: 'warn', errorReportsDsn: errorReports, version: '1.2.3' });
  await sql`
    create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'refused for %', new.author_email using errcode = 'XX000'; end $$`.execute(app.db);
  await sql`create trigger refuses before insert on posts for each row execute function refuse()`.execute(
    app.db,
  );
});
afterAll(async () => {
  await app.close();
  await service.close();
});

const fail = () =>
  app.send('admin', 'POST', '/posts', { title: 'A road', author_email: 'mina@secret.example.org' });

test('a fault is told as an event, what is refused is not', async () => {
  expect((await app.send('admin', 'POST', '/posts', { title: 'x'.repeat(9000) })).status).toBe(422);
  expect((await fail()).status).toBe(500);
  await expect.poll(() => service.requests.length).toBe(1);
  const [asked] = service.requests;
  expect(asked?.path).toBe('/faults/api/7/envelope/');
  expect(asked?.headers['x-sentry-auth']).toContain('sentry_key=abc123');
  const [, kind, event] = (asked?.body ?? '').split('\n').map((it) => JSON.parse(it) as object);
  expect(kind).toEqual({ type: 'event' });
  expect(event).toMatchObject({
    level: 'error',
    release: 'waypost@1.2.3',
    message: 'request failed',
    exception: { values: [{ value: expect.stringContaining('refused for'), stacktrace: expect.anything() }] },
    tags: { request: expect.any(String) },
  });
  const { exception } = event as { exception: { values: { stacktrace: { frames: object[] } }[] } };
  expect(exception.values[0]?.stacktrace.frames.at(-1)).toMatchObject({ lineno: expect.any(Number) });
  expect(asked?.body).not.toContain('mina@');
});

test('a service that refuses, or is gone, changes nothing; what happens all the time is told a few times', async () => {
  service.respondWith(500, {});
  const before = service.requests.length;
  for (let time = 0; time < 40; time++) expect((await fail()).status).toBe(500);
  await expect.poll(() => service.requests.length).toBeGreaterThan(before + 20);
  expect(service.requests.length).toBeLessThanOrEqual(61);
  await service.close();
  expect((await fail()).status).toBe(500);
  expect((await app.send('admin', 'GET', '/posts')).status).toBe(200);
});
