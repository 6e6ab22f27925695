/**
 * Every response, whatever its route and status, tells browsers to run only our own scripts: pages, files, the API
 * and errors. The routes are read from the app.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listRoutes } from '../app/list-routes.ts';
import { startTestApp, type TestApp } from '../app/test-app.ts';
import { scaled } from '../time.ts';

let app: TestApp;
let webDist: string;
beforeAll(async () => {
  webDist = await mkdtemp(path.join(tmpdir(), 'waypost-dist-'));
  await mkdir(path.join(webDist, 'assets'));
  await writeFile(path.join(webDist, 'index.html'), '<title>Waypost</title><head></head>');
  await writeFile(path.join(webDist, 'assets', 'main.js'), '');
  app = await startTestApp({ webDist });
});
afterAll(async () => {
  await app.close();
  await rm(webDist, { recursive: true });
});

const furtherUrls = [
  '/views/map',
  '/map/noui',
  '/list/noui',
  '/posts/create/1/noui',
  '/posts/create/1',
  '/nothing.js',
  '/storage/0/0/nothing.jpg',
  '/api/v3/nothing',
  '/api/%',
  '/%E0%A4%A',
  `/api/v3/posts/${'9'.repeat(400)}`,
];

const embeddablePattern = /^\/((map|list)\/noui|posts\/create\/\d+\/noui)/;

function findHeaderErrors(url: string, headers: Record<string, unknown>): string[] {
  const faults: string[] = [];
  const { 'content-security-policy': policy = '' } = headers as Record<string, string>;
  const directives = new Map(
    policy.split(';').map((it): [string, string] => {
      const [name = '', ...sources] = it.trim().split(/\s+/);
      return [name, sources.join(' ')];
    }),
  );
  if (/unsafe-inline|unsafe-eval|unsafe-hashes/.test(policy)) faults.push('unsafe');
  const scripts = directives.get('script-src') ?? directives.get('default-src');
  if (scripts === undefined || /\*|https?:|data:|blob:/.test(scripts)) faults.push(`scripts: ${scripts}`);
  const isSandboxed = directives.has('sandbox') && directives.get('default-src') === "'none'";
  if (!isSandboxed) {
    if (directives.get('object-src') !== "'none'") faults.push('objects');
    if (!directives.has('base-uri')) faults.push('base');
    if (!directives.has('form-action')) faults.push('forms');
    const framed = directives.get('frame-ancestors');
    const isEmbedded = embeddablePattern.test(url);
    if (framed === undefined || (framed === '*') !== isEmbedded) faults.push(`frames: ${framed}`);
  }
  if (headers['x-content-type-options'] !== 'nosniff') faults.push('sniffing');
  if (headers['referrer-policy'] !== 'same-origin') faults.push('referrer');
  if (!/geolocation=\((self)?\)/.test(String(headers['permissions-policy']))) faults.push('permissions');
  if (headers['set-cookie'] !== undefined) faults.push('cookie');
  for (const name of ['server', 'x-powered-by']) if (headers[name] !== undefined) faults.push(name);
  return faults;
}

test('every response of every route has a content security policy and a framing policy', {
  timeout: scaled(120_000),
}, async () => {
  const all = listRoutes(app.fastify);
  // Otherwise the route tree was not parsed.
  expect(all.map(({ url }) => url)).toEqual(
    expect.arrayContaining(['/', '/api/v3/posts', '/api/v3/posts/1', '/oauth/token', '/docs/json']),
  );
  const wrong: string[] = [];
  for (const { url, methods } of [...all, ...furtherUrls.map((url) => ({ url, methods: ['GET', 'DELETE'] }))])
    for (const method of methods) {
      const response = await app.fastify.inject({ method: method as 'GET', url });
      for (const fault of findHeaderErrors(url, response.headers))
        wrong.push(`${method} ${url.slice(0, 60)}: ${fault}`);
    }
  expect(wrong).toEqual([]);
});

test('credentials that browsers send automatically give no access: no cookies, and no credentials for other sites', async () => {
  const token = await app.tokenOf('admin');
  const headers = {
    origin: 'https://evil.example.com',
    cookie: `token=${token}; authorization=Bearer ${token}`,
  };
  const response = await app.fastify.inject({ method: 'POST', url: '/api/v3/posts', headers, payload: {} });
  expect(response.statusCode).toBe(401);
  expect(response.headers['access-control-allow-credentials']).toBeUndefined();
  const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
  const injected = await app.fastify.inject({
    method: 'POST',
    url: '/api/v3/users',
    headers: form,
    payload: `access_token=${token}&email=a%40example.org`,
  });
  expect(injected.statusCode).toBe(401);
});
