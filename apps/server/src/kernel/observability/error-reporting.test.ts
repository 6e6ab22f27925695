/** Errors are sent to the configured service without personal data, and nothing waits for that service. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { type GatewayServer, startGatewayServer } from '../../testing/servers/gateway-server.ts';

let service: GatewayServer;
let app: TestApp;
beforeAll(async () => {
  service = await startGatewayServer();
  const errorReportsDsn = `${service.url.replace('//', '//abc123@')}/faults/7`;
  app = await startTestApp({ logLevel: 'warn', errorReportsDsn, version: '1.2.3' });
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

test('sends an event for a server error, and none for a refused request', async () => {
  expect((await app.send('admin', 'POST', '/posts', { title: 'x'.repeat(9000) })).status).toBe(422);
  expect((await fail()).status).toBe(500);
  await expect.poll(() => service.requests.length).toBe(1);
  const [request] = service.requests;
  expect(request?.path).toBe('/faults/api/7/envelope/');
  expect(request?.headers['x-sentry-auth']).toContain('sentry_key=abc123');
  const [, kind, event] = (request?.body ?? '').split('\n').map((line) => JSON.parse(line) as object);
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
  expect(request?.body).not.toContain('mina@');
});

test('limits the events per minute, and ignores errors of the service', async () => {
  service.respondWith(500, {});
  const before = service.requests.length;
  for (let time = 0; time < 40; time++) expect((await fail()).status).toBe(500);
  await expect.poll(() => service.requests.length).toBeGreaterThan(before + 20);
  expect(service.requests.length).toBeLessThanOrEqual(61);
  await service.close();
  expect((await fail()).status).toBe(500);
  expect((await app.send('admin', 'GET', '/posts')).status).toBe(200);
});
