import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestSurvey } from '../../testing/app/create-test-survey.ts';
import { buildMultipart } from '../../testing/app/multipart.ts';
import { type Actor, startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { ConfigError, readConfig } from '../config/config.ts';

let app: TestApp;
let form: number;
beforeAll(async () => {
  app = await startTestApp({ visitorRateLimit: 3 });
  form = (await createTestSurvey(app.db, { words: { type: 'varchar' } })).id;
});
afterAll(() => app.close());

const headersOf = async (kind: Actor) =>
  kind === 'passer-by' ? {} : { authorization: `Bearer ${await app.tokenOf(kind)}` };

async function report(kind: Actor, remoteAddress: string, content = 'A bridge'): Promise<number> {
  const headers = await headersOf(kind);
  const payload = { form, title: 'Seen', content };
  return (await app.fastify.inject({ method: 'POST', url: '/api/v3/posts', remoteAddress, headers, payload }))
    .statusCode;
}

async function upload(kind: Actor, remoteAddress: string): Promise<number> {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#2a7' } })
    .png()
    .toBuffer();
  const { payload, headers } = buildMultipart({}, { name: 'a.png', bytes });
  const all = { ...headers, ...(await headersOf(kind)) };
  return (
    await app.fastify.inject({ method: 'POST', url: '/api/v3/media', remoteAddress, headers: all, payload })
  ).statusCode;
}

test.each([
  ['reports', report, ['visitor']],
  ['pictures', upload, ['visitor', 'passer-by']],
] as const)(
  '%s of visitors are limited per network address, those of accounts are not',
  async (_what, send, kinds) => {
    const kind = (at: number): Actor => kinds[at % kinds.length] ?? 'visitor';
    const statuses: number[] = [];
    for (let at = 0; at < 5; at++) statuses.push(await send(kind(at), '192.0.2.1'));
    expect(statuses.map((status) => (status < 300 ? 'taken' : status))).toEqual([
      'taken',
      'taken',
      'taken',
      429,
      429,
    ]);
    expect(await send('visitor', '192.0.2.2')).toBeLessThan(300);
    for (let at = 0; at < 5; at++) expect(await send('member', '192.0.2.1')).toBe(200);
  },
);

test('a long report counts as several', async () => {
  expect(await report('visitor', '192.0.2.7', 'x'.repeat(20_000))).toBeLessThan(300);
  expect(await report('visitor', '192.0.2.7')).toBe(429);
  // One is always taken, however long.
  expect(await report('visitor', '192.0.2.8', 'x'.repeat(60_000))).toBeLessThan(300);
  // Of an account it does not count.
  expect(await report('member', '192.0.2.7', 'x'.repeat(20_000))).toBe(200);
});

test('the operator sets the limit, or switches it off', () => {
  expect(readConfig({}).visitorRateLimit).toBe(120);
  expect(readConfig({ VISITORS_PACE: '0' }).visitorRateLimit).toBe(0);
  expect(() => readConfig({ VISITORS_PACE: '-1' })).toThrow(ConfigError);
});
