import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorPointers, startTestApp, type TestApp } from '../../testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('requests that reach no endpoint', () => {
  test('answers 404 in the format of the API for an unknown path, and 405 with Allow for a wrong method', async () => {
    const unknown = await app.send<{ errors: object[] }>('passer-by', 'GET', '/nothing');
    expect([unknown.status, unknown.body.errors]).toEqual([404, [expect.objectContaining({ status: 404 })]]);
    const wrong = await app.send('passer-by', 'POST', '/config');
    expect([wrong.status, wrong.headers['allow']]).toEqual([405, 'GET, OPTIONS']);
  });

  test('answers 400 for invalid JSON, and reads an empty body as an empty object', async () => {
    const headers = {
      authorization: `Bearer ${await app.tokenOf('admin')}`,
      'content-type': 'application/json',
    };
    const broken = await app.fastify.inject({
      method: 'POST',
      url: '/api/v3/users',
      headers,
      payload: '{"email":',
    });
    expect([broken.statusCode, broken.json<{ errors: { message: string }[] }>().errors[0]?.message]).toEqual([
      400,
      'Bad request: the body is not valid JSON',
    ]);
    const empty = await app.fastify.inject({ method: 'POST', url: '/api/v3/users', headers, payload: '' });
    expect(empty.statusCode).toBe(422);
  });

  test('answers 400 for text with a zero byte', async () => {
    const created = await app.send('admin', 'POST', '/users', {
      email: 'zero@example.org',
      password: 'long enough',
      realname: 'a\u0000b',
    });
    expect(created.status).toBe(400);
  });

  test('stores lone surrogates as replacement characters', async () => {
    const response = await app.fastify.inject({
      method: 'POST',
      url: '/api/v3/posts',
      headers: { authorization: `Bearer ${await app.tokenOf('admin')}`, 'content-type': 'application/json' },
      payload: String.raw`{"title":"Cut \ud83d","content":"\ude00 \ud83d\ude00 \\ud83d \u00e9"}`,
    });
    expect([response.statusCode, response.json()]).toMatchObject([
      200,
      { title: 'Cut \ufffd', content: '\ufffd \u{1f600} \\ud83d é' },
    ]);
  });

  test('names invalid paging parameters', async () => {
    const page = await app.send('admin', 'GET', '/users?limit=many&orderby=shoe_size');
    expect([page.status, errorPointers(page).sort()]).toEqual([422, ['/limit', '/orderby']]);
  });

  test('answers 404 for an id that is not a number', async () => {
    expect((await app.send('admin', 'GET', '/users/abc')).status).toBe(404);
    expect((await app.send('admin', 'GET', '/users/99999999999999999999')).status).toBe(404);
  });
});

describe('a path below a prefix of the API that no route has', () => {
  test.each([
    '/api/nothing',
    '/api',
    '//api/v3/nothing',
    '/api//v3/posts',
    '/API/v3/posts',
    '/%61pi/nothing',
    '/OAUTH/token',
    '/oauth//token',
    '/SMS/nothing',
    '//sms/smssync',
    '/Storage/nothing',
    '///storage///nothing',
    '/Migrate',
    '/frontlinesms',
    '/FrontlineSMS',
    '/sms/frontlinesms',
    '/SMSSync',
    '/nexmo/nothing/nothing',
  ])('%s is answered with 404 in JSON, never with the web page', async (url) => {
    for (const method of ['GET', 'HEAD', 'POST'] as const) {
      const response = await app.fastify.inject({ method, url, headers: { accept: 'text/html' } });
      expect([method, response.statusCode, response.headers['content-type']]).toEqual([
        method,
        404,
        expect.stringContaining('application/json'),
      ]);
      if (method !== 'HEAD') expect(response.json()).toMatchObject({ errors: [{ status: 404 }] });
    }
  });

  test.each(['/apiary', '/smssyncing', '/views/api'])('%s is a page', async (url) => {
    const response = await app.fastify.inject({ url });
    expect([response.statusCode, response.headers['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
  });
});

describe('requests of other origins', () => {
  test('allows a page of another origin to call with a token', async () => {
    const preflight = await app.fastify.inject({
      method: 'OPTIONS',
      url: '/api/v3/posts',
      headers: {
        origin: 'https://news.example.com',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type',
      },
    });
    expect(preflight.statusCode).toBeLessThan(300);
    expect(preflight.headers['access-control-allow-origin']).toBe('https://news.example.com');
    expect(String(preflight.headers['access-control-allow-headers'])).toContain('authorization');
  });

  test('ignores a trailing slash, also before a query', async () => {
    expect((await app.send('passer-by', 'GET', '/config/')).status).toBe(200);
    expect((await app.send('passer-by', 'GET', '/config/site/?x=1')).status).toBe(200);
  });
});

describe('a private deployment', () => {
  test('lets visitors read its configuration and nothing else', async () => {
    await app.send('admin', 'PUT', '/config/site', { private: true });
    expect((await app.send('passer-by', 'GET', '/config')).status).toBe(200);
    expect((await app.send('visitor', 'GET', '/users/me')).status).toBe(403);
    expect((await app.send('member', 'GET', '/users/me')).status).toBe(200);
    await app.send('admin', 'PUT', '/config/site', { private: false });
  });
});

describe('configuration', () => {
  test('PUT merges values, ignores computed fields, and names invalid ones', async () => {
    const saved = await app.send('admin', 'PUT', '/config/site', {
      name: 'River watch',
      id: 'x',
      url: 'x',
      allowed_privileges: [],
      motto: 'Look',
    });
    expect(saved.body).toMatchObject({ id: 'site', name: 'River watch', motto: 'Look', tier: 'free' });
    const wrong = await app.send('admin', 'PUT', '/config/site', {
      name: 'ab',
      email: 'x',
      timezone: 'Mars/Crater',
    });
    expect(errorPointers(wrong).sort()).toEqual(['/email', '/name', '/timezone']);
    const map = await app.send('admin', 'PUT', '/config/map', {
      location_precision: 12,
      default_view: { lat: 91 },
    });
    expect(errorPointers(map).sort()).toEqual(['/default_view', '/location_precision']);
  });

  test('visitors read three groups, members write none, nobody writes features', async () => {
    const list = await app.send<{ results: { id: string }[] }>('passer-by', 'GET', '/config');
    expect(list.body.results.map((group) => group.id)).toEqual(['features', 'site', 'map']);
    expect((await app.send('member', 'PUT', '/config/site', { name: 'Mine' })).status).toBe(403);
    expect((await app.send('admin', 'PUT', '/config/features', { limits: {} })).status).toBe(403);
    expect(
      (await app.send('settings manager', 'PUT', '/config/map', { clustering: '0' })).body,
    ).toMatchObject({ clustering: false });
    expect((await app.send('passer-by', 'GET', '/config/data-provider')).status).toBe(401);
    expect((await app.send('passer-by', 'GET', '/config/nothing')).status).toBe(404);
  });
});
