import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.close());

const read = async (url: string) => {
  const { statusCode, headers, body } = await app.fastify.inject({ url });
  return { status: statusCode, type: headers['content-type'], body };
};

test('crawlers may read the pages of an open deployment, and nothing of a private one', async () => {
  expect(await read('/robots.txt')).toEqual({
    status: 200,
    type: 'text/plain; charset=utf-8',
    body: 'User-agent: *\nDisallow: /api/\nDisallow: /oauth/\n',
  });
  await app.send('admin', 'PUT', '/config/site', { private: true });
  expect((await read('/robots.txt')).body).toBe('User-agent: *\nDisallow: /\n');
});

test('security.txt names the contact of the deployment, if there is one', async () => {
  await app.send('admin', 'PUT', '/config/site', { email: '' });
  expect((await read('/.well-known/security.txt')).status).toBe(404);
  await app.send('admin', 'PUT', '/config/site', { email: 'team@example.org' });
  const { status, type, body } = await read('/.well-known/security.txt');
  expect([status, type]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(body).toMatch(/^Contact: mailto:team@example\.org\nExpires: \d{4}-\d\d-\d\dT00:00:00\.000Z\n$/);
});
