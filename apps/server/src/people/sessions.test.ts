import { type Token, webClient } from '@waypost/contract/oauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Deployment, startDeployment } from '../testing/deployment.ts';

interface Sessions {
  count: number;
  results: { id: number; current: boolean }[];
}

let it: Deployment;
beforeAll(async () => {
  it = await startDeployment();
});
afterAll(() => it.close());

const client = { client_id: webClient.id, client_secret: webClient.secret };
const ask = (body: object) =>
  it.send<Token>('passer-by', 'POST', '//oauth/token', { ...client, scope: '*', ...body });
const signIn = async (username = 'member@example.org', password = 'correct horse') =>
  (await ask({ grant_type: 'password', username, password })).body;
const renew = (token: Token) =>
  ask({ grant_type: 'refresh_token', refresh_token: token.refresh_token }).then((answer) => answer.status);
const call = async (token: Token, method: 'GET' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  it.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token.access_token}` },
    ...(payload ? { payload } : {}),
  });
const status = async (token: Token) => (await call(token, 'GET', '/api/v3/users/me')).statusCode;

describe('signing out', () => {
  test('here ends this session, its refresh token too, and no other', async () => {
    const [here, there] = [await signIn(), await signIn()];
    expect((await call(here, 'DELETE', '/oauth/token')).statusCode).toBe(204);
    expect([await status(here), await renew(here)]).toEqual([401, 401]);
    expect([await status(there), await renew(there)]).toEqual([200, 200]);
    expect((await call(here, 'DELETE', '/oauth/token')).statusCode).toBe(204);
    expect((await it.send('passer-by', 'DELETE', '//oauth/token')).status).toBe(401);
  });

  test('everywhere ends all of one’s own and nobody else’s', async () => {
    const [here, there] = [await signIn(), await signIn()];
    const list = (await call(here, 'GET', '/api/v3/users/me/sessions')).json<Sessions>();
    expect(list.results.filter((session) => session.current)).toHaveLength(1);
    const ended = (await call(here, 'DELETE', '/api/v3/users/me/sessions')).json<Sessions>();
    expect(ended.count).toBe(list.count);
    expect([await status(here), await status(there), await renew(there)]).toEqual([401, 401, 401]);
    expect((await it.send('admin', 'GET', '/users/me')).status).toBe(200);
    expect((await it.send('visitor', 'GET', '/users/me/sessions')).status).toBe(404);
  });

  test('in one place ends that session and no other, and only one’s own', async () => {
    const [here, there] = [await signIn(), await signIn()];
    const list = (await call(here, 'GET', '/api/v3/users/me/sessions')).json<Sessions>();
    const one = `/users/me/sessions/${list.results[0]?.id}`;
    expect((await it.send('admin', 'DELETE', one)).status).toBe(404);
    expect(await status(there)).toBe(200);
    const ended = await call(here, 'DELETE', `/api/v3${one}`);
    expect([ended.statusCode, ended.json()]).toEqual([200, list.results[0]]);
    expect([await status(here), await status(there), await renew(there)]).toEqual([200, 401, 401]);
    expect((await call(here, 'DELETE', `/api/v3${one}`)).statusCode).toBe(404);
    await call(here, 'DELETE', '/oauth/token');
  });

  test('a renewed session stays one session', async () => {
    const first = await signIn();
    await renew(first);
    const list = (await call(first, 'GET', '/api/v3/users/me/sessions')).json<Sessions>();
    expect(list.count).toBe(1);
  });
});

describe('what takes effect at once', () => {
  test('a new role, for tokens issued before', async () => {
    const token = await signIn();
    const person = `/users/${await it.idOf('member')}`;
    const roles = async () => (await call(token, 'GET', '/api/v3/permissions')).statusCode;
    expect(await roles()).toBe(403);
    await it.send('admin', 'PUT', person, { role: 'settings-manager' });
    expect(await roles()).toBe(200);
    await it.send('admin', 'PUT', person, { role: 'user' });
    expect(await roles()).toBe(403);
  });

  test('a new password: other sessions end, the one it was set from goes on', async () => {
    const [here, there] = [await signIn(), await signIn()];
    const changed = await call(here, 'PUT', '/api/v3/users/me', { password: 'another secret' });
    expect(changed.statusCode).toBe(200);
    expect([await status(here), await status(there), await renew(there)]).toEqual([200, 401, 401]);
    await it.send('admin', 'PUT', `/users/${await it.idOf('member')}`, { password: 'correct horse' });
    expect([await status(here), await renew(here)]).toEqual([401, 401]);
  });

  test('deletion', async () => {
    const person = { email: 'gone@example.org', password: 'long enough' };
    const { body } = await it.send<{ id: number }>('admin', 'POST', '/users', person);
    const token = await signIn(person.email, person.password);
    await it.send('admin', 'DELETE', `/users/${body.id}`);
    expect([await status(token), await renew(token)]).toEqual([401, 401]);
  });
});
