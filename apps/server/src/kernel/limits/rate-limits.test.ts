/** Rate limits of one process, per network address and per token. */
import { webClient } from '@waypost/contract/users/oauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { ConfigError, readConfig } from '../config/config.ts';
import { defaultLoadSettings } from '../config/load-settings.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ load: { ...defaultLoadSettings(), perAddress: 6, perToken: 4 } });
});
afterEach(() => app.close());

interface Caller {
  address: string;
  token?: string;
  forwarded?: string;
  url?: string;
}

const request = ({ address, token, forwarded, url = '/api/v3/config/map' }: Caller) =>
  app.fastify.inject({
    url,
    remoteAddress: address,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }),
    },
  });

async function statuses(caller: Caller, times: number): Promise<number[]> {
  const codes: number[] = [];
  for (let index = 0; index < times; index++) codes.push((await request(caller)).statusCode);
  return codes;
}

const accepted = (count: number) => Array.from({ length: count }, () => 200);

describe('a network address', () => {
  test('gets the remaining requests in headers, and 429 with Retry-After beyond the limit', async () => {
    const first = await request({ address: '192.0.2.1' });
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"address";q=6;w=60',
      ratelimit: '"address";r=5;t=60',
    });
    expect(await statuses({ address: '192.0.2.1' }, 5)).toEqual(accepted(5));
    const refused = await request({ address: '192.0.2.1' });
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toEqual({
      errors: [{ status: 429, message: 'Too Many Requests', code: 'request.too-many', params: {} }],
    });
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(await statuses({ address: '192.0.2.2' }, 1)).toEqual([200]);
  });

  test('of IPv6 counts by its /64 network', async () => {
    await statuses({ address: '2001:db8::1' }, 6);
    expect(await statuses({ address: '2001:db8::ffff' }, 1)).toEqual([429]);
    expect(await statuses({ address: '2001:db8:0:1::1' }, 1)).toEqual([200]);
  });

  test('of this machine is not counted, nor are requests for health and the web client', async () => {
    expect(await statuses({ address: '127.0.0.1' }, 9)).toEqual(accepted(9));
    await statuses({ address: '192.0.2.1' }, 7);
    expect(await statuses({ address: '192.0.2.1', url: '/health/ready' }, 3)).toEqual(accepted(3));
    expect((await request({ address: '192.0.2.1', url: '/' })).statusCode).not.toBe(429);
  });

  test('is taken from X-Forwarded-For only of a trusted proxy', async () => {
    const proxied = (address: string, forwarded: string) => statuses({ address, forwarded }, 6);
    await proxied('127.0.0.1', '198.51.100.1');
    expect(await statuses({ address: '127.0.0.1', forwarded: '198.51.100.1' }, 1)).toEqual([429]);
    expect(await statuses({ address: '127.0.0.1', forwarded: '198.51.100.2' }, 1)).toEqual([200]);
    // A client that sends the header itself gains nothing by it.
    await proxied('192.0.2.9', '198.51.100.3');
    expect(await statuses({ address: '192.0.2.9', forwarded: '127.0.0.1' }, 1)).toEqual([429]);
  });
});

test('a token has a limit of its own across addresses', async () => {
  const token = await app.tokenOf('member');
  const other = await app.tokenOf('admin');
  expect(await statuses({ address: '192.0.2.1', token }, 2)).toEqual(accepted(2));
  expect(await statuses({ address: '192.0.2.2', token }, 2)).toEqual(accepted(2));
  const refused = await request({ address: '192.0.2.3', token });
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['ratelimit-policy']).toBe('"address";q=6;w=60, "token";q=4;w=60');
  expect(refused.headers['ratelimit']).toMatch(/^"address";r=5;t=60, "token";r=0;t=\d+$/);
  expect(await statuses({ address: '192.0.2.3', token: other }, 1)).toEqual([200]);
});

test('rejected requests are counted in the metrics', async () => {
  await statuses({ address: '192.0.2.1' }, 8);
  const { body } = await app.fastify.inject({ url: '/metrics' });
  expect(body).toContain('waypost_requests_turned_away_total{why="address"} 2');
});

test('attempts that are counted in the database get Retry-After too', async () => {
  const client = { client_id: webClient.id, client_secret: webClient.secret };
  const guess = (at: number) =>
    app.fastify.inject({
      method: 'POST',
      url: '/oauth/token',
      payload: {
        ...client,
        grant_type: 'password',
        scope: '*',
        username: `${at}@example.org`,
        password: 'no',
      },
    });
  let last = await guess(0);
  for (let at = 1; at < 40 && last.statusCode !== 429; at++) last = await guess(at);
  expect(last.statusCode).toBe(429);
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(last.headers['retry-after'])).toBeLessThanOrEqual(60);
});

test('the operator sets the limits, or switches them off', () => {
  expect(readConfig({}).load).toEqual(defaultLoadSettings());
  expect(readConfig({ RATE_PER_ADDRESS: '0', SHED_WAITING: '7' }).load).toMatchObject({
    perAddress: 0,
    maxWaiting: 7,
  });
  expect(() => readConfig({ RATE_PER_TOKEN: 'many' })).toThrow(ConfigError);
  expect(() => readConfig({ BODY_KB: '0' })).toThrow(/BODY_KB: must be a number of kilobytes/);
  // One line per variable.
  expect(() => readConfig({ BODY_KB: '-3' })).toThrow(/^[^\n]*\n {2}BODY_KB: must be a number of kilobytes$/);
});
