/** A fault of ours is told to the operator's service for faults, without anybody in it; nothing waits for that service. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Deployment, startDeployment } from '../testing/deployment.ts';
import { type GatewayServer, startGateway } from '../testing/gateway-server.ts';

let service: GatewayServer;
let it: Deployment;
beforeAll(async () => {
  service = await startGateway();
  const errorReports = `${service.url.replace('//', '//abc123@')}/faults/7`;
  it = await startDeployment({ logLevel: 'warn', errorReports, version: '1.2.3' });
  await sql`
    create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'refused for %', new.author_email using errcode = 'XX000'; end $$`.execute(it.db);
  await sql`create trigger refuses before insert on posts for each row execute function refuse()`.execute(
    it.db,
  );
});
afterAll(async () => {
  await it.close();
  await service.close();
});

const fail = () =>
  it.send('admin', 'POST', '/posts', { title: 'A road', author_email: 'mina@secret.example.org' });

test('a fault is told as an event, what is refused is not', async () => {
  expect((await it.send('admin', 'POST', '/posts', { title: 'x'.repeat(9000) })).status).toBe(422);
  expect((await fail()).status).toBe(500);
  await expect.poll(() => service.asked.length).toBe(1);
  const [asked] = service.asked;
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
  service.answer(500, {});
  const before = service.asked.length;
  for (let time = 0; time < 40; time++) expect((await fail()).status).toBe(500);
  await expect.poll(() => service.asked.length).toBeGreaterThan(before + 20);
  expect(service.asked.length).toBeLessThanOrEqual(61);
  await service.close();
  expect((await fail()).status).toBe(500);
  expect((await it.send('admin', 'GET', '/posts')).status).toBe(200);
});
