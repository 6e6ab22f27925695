import { webClient } from '@waypost/contract/users/oauth';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const clientCredentials = { client_id: webClient.id, client_secret: webClient.secret };
const requestToken = (body: object) =>
  app.send<Record<string, unknown>>('passer-by', 'POST', '//oauth/token', body);

describe('tokens', () => {
  test('a visitor gets an access token without a user', async () => {
    const { status, body } = await requestToken({
      ...clientCredentials,
      grant_type: 'client_credentials',
      scope: 'posts *',
    });
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'token_type']);
  });

  test('a user also gets a refresh token, and it works', async () => {
    const login = {
      ...clientCredentials,
      grant_type: 'password',
      scope: '*',
      username: 'Member@Example.org',
      password: 'correct horse',
    };
    const first = await requestToken(login);
    expect(first.status).toBe(200);
    const again = await requestToken({
      ...clientCredentials,
      grant_type: 'refresh_token',
      refresh_token: first.body['refresh_token'],
    });
    expect(again.status).toBe(200);
    expect(again.body['access_token']).not.toBe(first.body['access_token']);
  });

  test.each([
    [
      { grant_type: 'password', username: 'member@example.org', password: 'wrong' },
      401,
      'invalid_credentials',
    ],
    [
      { grant_type: 'password', username: 'nobody@example.org', password: 'wrong' },
      401,
      'invalid_credentials',
    ],
    [{ grant_type: 'password', username: 'member@example.org' }, 400, 'invalid_request'],
    [{ grant_type: 'client_credentials', scope: 'nonsense' }, 400, 'invalid_scope'],
    [{ grant_type: 'client_credentials', client_secret: 'wrong' }, 401, 'invalid_client'],
    [{ grant_type: 'magic' }, 400, 'unsupported_grant_type'],
    [{}, 400, 'unsupported_grant_type'],
    [{ grant_type: 'refresh_token', refresh_token: 'wrong' }, 401, 'invalid_request'],
  ])('rejects %o', async (body, status, error) => {
    const response = await requestToken({ ...clientCredentials, ...body });
    expect([response.status, response.body['error']]).toEqual([status, error]);
  });

  test.each([
    ['{"grant_type": ', 'application/json'],
    ['"password"', 'application/json'],
    ['[1]', 'application/json'],
    ['grant_type=password', 'text/plain'],
    ['<grant_type/>', 'application/xml'],
  ])('rejects the body %s of type %s in the format of its other errors', async (payload, type) => {
    const headers = { 'content-type': type };
    const response = await app.fastify.inject({ method: 'POST', url: '/oauth/token', headers, payload });
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { error: 'invalid_request', message: expect.any(String), hint: expect.stringContaining('JSON object') },
    ]);
  });

  test('returns 401 for an unknown token and 403 for one without the scope', async () => {
    const unknown = await app.fastify.inject({
      url: '/api/v3/users/me',
      headers: { authorization: 'Bearer nonsense' },
    });
    expect(unknown.statusCode).toBe(401);
    const { body } = await requestToken({
      ...clientCredentials,
      grant_type: 'client_credentials',
      scope: 'posts',
    });
    const headers = { authorization: `Bearer ${String(body['access_token'])}` };
    expect((await app.fastify.inject({ url: '/api/v3/config', headers })).statusCode).toBe(403);
  });
});

describe('accounts', () => {
  test('users read their own account, visitors get 404', async () => {
    const me = await app.send('member', 'GET', '/users/me');
    expect(me.body).toMatchObject({ email: 'member@example.org', role: 'user', logins: expect.any(Number) });
    expect((await app.send('visitor', 'GET', '/users/me')).status).toBe(404);
    expect((await app.send('passer-by', 'GET', '/users/me')).status).toBe(401);
  });

  test('lists users only with Manage Users', async () => {
    expect((await app.send('passer-by', 'GET', '/users')).status).toBe(401);
    expect((await app.send('member', 'GET', '/users')).status).toBe(403);
    const page = await app.send<{ count: number; total_count: number; limit: string }>(
      'admin',
      'GET',
      '/users?limit=2&orderby=realname',
    );
    expect(page.body).toMatchObject({ count: 2, total_count: 5, limit: '2' });
    const matches = await app.send<{ results: { email: string }[] }>(
      'admin',
      'GET',
      '/users?q=review&role[]=reviewer',
    );
    expect(matches.body.results.map((user) => user.email)).toEqual(['reviewer@example.org']);
  });

  test('finds users by their contacts too, without wildcards', async () => {
    const contact = { type: 'phone', contact: '+254700111222' };
    expect((await app.send('member', 'POST', '/contacts', contact)).status).toBe(200);
    const find = async (q: string) => {
      const matches = await app.send<{ results: { email: string }[]; total_count: number }>(
        'admin',
        'GET',
        `/users?q=${encodeURIComponent(q)}`,
      );
      return matches.body.results.map((user) => user.email);
    };
    expect(await find('700111')).toEqual(['member@example.org']);
    expect(await find('700%222')).toEqual([]);
  });

  test('creates, logs in to, updates and deletes an account', async () => {
    const created = await app.send<{ id: number }>('admin', 'POST', '/users', {
      email: 'Ines@Example.org',
      password: 'a long secret',
      realname: 'Inés Ortega',
    });
    expect(created.body).toMatchObject({ email: 'ines@example.org', role: 'user' });
    const login = {
      ...clientCredentials,
      grant_type: 'password',
      scope: '*',
      username: 'ines@example.org',
      password: 'a long secret',
    };
    expect((await requestToken(login)).status).toBe(200);
    const changed = await app.send('admin', 'PUT', `/users/${created.body.id}`, {
      role: 'reviewer',
      email: 'ines@example.org',
    });
    expect(changed.body).toMatchObject({ role: 'reviewer', realname: 'Inés Ortega' });
    expect((await app.send('admin', 'DELETE', `/users/${created.body.id}`)).status).toBe(200);
    expect((await app.send('admin', 'GET', `/users/${created.body.id}`)).status).toBe(404);
  });

  test('deletes an account that a post, its contact and the message of that contact belong to', async () => {
    const { id } = (
      await app.send<{ id: number }>('admin', 'POST', '/users', {
        email: 'texts@example.org',
        password: 'a long secret',
        realname: 'Texts',
      })
    ).body;
    const { rows } = await sql<{ id: number }>`
      with contact as (
        insert into contacts (user_id, type, contact) values (${id}, 'phone', '+254711222999') returning id
      ), message as (
        insert into messages (contact_id, message, type, status, direction)
        select id, 'Water', 'sms', 'received', 'incoming' from contact returning id, contact_id
      )
      insert into posts (user_id, contact_id, message_id, title)
      select ${id}, contact_id, id, 'Water' from message returning id`.execute(app.db);
    expect((await app.send('admin', 'DELETE', `/users/${id}`)).status).toBe(200);
    const post = await app.send('admin', 'GET', `/posts/${rows[0]?.id}`);
    expect(post).toMatchObject({ status: 200, body: { user_id: null, contact: null, message: null } });
  });

  test('reports every invalid field', async () => {
    const response = await app.send('admin', 'POST', '/users', {
      email: 'nope',
      password: 'short',
      realname: 'x'.repeat(151),
    });
    expect(response.status).toBe(422);
    expect(errorPointers(response).sort()).toEqual(['/email', '/password', '/realname']);
    const duplicate = await app.send('admin', 'POST', '/users', {
      email: 'MEMBER@example.org',
      password: 'long enough',
    });
    expect(errorPointers(duplicate)).toEqual(['/email']);
    const role = await app.send('admin', 'POST', '/users', {
      email: 'new@example.org',
      password: 'long enough',
      role: 'nope',
    });
    expect(errorPointers(role)).toEqual(['/role']);
  });

  test('users cannot change their own role or delete themselves, and one administrator remains', async () => {
    const [admin, member] = [await app.idOf('admin'), await app.idOf('member')];
    expect((await app.send('admin', 'PUT', '/users/me', { role: 'user' })).status).toBe(403);
    expect((await app.send('member', 'PUT', `/users/${member}`, { role: 'admin' })).status).toBe(403);
    expect(
      (await app.send('member', 'PUT', `/users/${member}`, { realname: 'Mo', role: 'user' })).status,
    ).toBe(200);
    expect((await app.send('admin', 'DELETE', `/users/${admin}`)).status).toBe(403);
    expect((await app.send('member', 'PUT', `/users/${admin}`, { realname: 'x' })).status).toBe(403);
  });
});

describe('roles', () => {
  test('an administrator creates a role; its users become members when it is deleted', async () => {
    expect((await app.send('member', 'POST', '/roles', { name: 'verifier' })).status).toBe(403);
    const role = await app.send<{ id: number; name: string }>('admin', 'POST', '/roles', {
      display_name: 'Field Verifier',
      permissions: ['Manage Posts'],
    });
    expect(role.body).toMatchObject({
      name: 'field-verifier',
      protected: false,
      permissions: ['Manage Posts'],
    });
    const person = await app.send<{ id: number }>('admin', 'POST', '/users', {
      email: 'verifier@example.org',
      password: 'long enough',
      role: role.body.name,
    });
    expect((await app.send('admin', 'DELETE', `/roles/${role.body.id}`)).status).toBe(200);
    expect((await app.send('admin', 'GET', `/users/${person.body.id}`)).body).toMatchObject({ role: 'user' });
  });

  test('a new deployment has reviewers and editors, whose permissions can be changed but not their names', async () => {
    const { body } = await app.send<{ results: { id: number; name: string; protected: boolean }[] }>(
      'admin',
      'GET',
      '/roles',
    );
    const builtIn = body.results.filter((role) => role.protected);
    expect(builtIn.map(({ name }) => name)).toEqual(['admin', 'user', 'reviewer', 'editor']);
    const url = `/roles/${builtIn.find(({ name }) => name === 'editor')?.id}`;
    expect((await app.send('admin', 'DELETE', url)).status).toBe(403);
    expect((await app.send('admin', 'PUT', url, { name: 'writer' })).status).toBe(422);
    const changed = await app.send('admin', 'PUT', url, { permissions: ['Manage Settings'] });
    expect(changed.body).toMatchObject({ permissions: ['Manage Settings'] });
  });

  test('built-in roles cannot be deleted, and visitors cannot read roles', async () => {
    const roles = await app.send<{ results: { id: number; name: string }[] }>(
      'member',
      'GET',
      '/roles?name=admin',
    );
    expect(roles.body.results).toHaveLength(1);
    expect((await app.send('admin', 'DELETE', `/roles/${roles.body.results[0]?.id}`)).status).toBe(403);
    expect((await app.send('visitor', 'GET', '/roles')).status).toBe(403);
    const unknown = await app.send('admin', 'POST', '/roles', { name: 'abc', permissions: ['Fly'] });
    expect(errorPointers(unknown)).toEqual(['/permissions']);
    const hindi = await app.send<{ name: string }>('admin', 'POST', '/roles', {
      display_name: 'बाढ़ टीम',
    });
    expect([hindi.status, hindi.body.name]).toEqual([200, 'बाढ़-टीम'.normalize('NFKC')]);
    const short = await app.send('admin', 'POST', '/roles', { display_name: 'ab' });
    expect(errorPointers(short)).toEqual(['/display_name']);
  });

  test('one permission for imports is offered; a role keeps its older name, and may be given it', async () => {
    const { body } = await app.send<{ results: { id: number; name: string }[]; total_count: number }>(
      'admin',
      'GET',
      '/permissions',
    );
    const imports = body.results.filter(({ name }) => name.includes('Import'));
    expect(imports.map(({ name }) => name)).toEqual(['Bulk Data Import and Export']);
    expect(body.total_count).toBe(body.results.length);
    for (const { id, name } of body.results)
      expect((await app.send('admin', 'GET', `/permissions/${id}`)).body).toMatchObject({ id, name });
    const permissions = ['Bulk Data Import'];
    const role = await app.send<{ id: number }>('admin', 'POST', '/roles', {
      name: 'importers',
      permissions,
    });
    expect(role.body).toMatchObject({ permissions });
    const member = await app.idOf('member');
    await app.send('admin', 'PUT', `/users/${member}`, { role: 'importers' });
    expect((await app.send('member', 'GET', '/csv')).status).toBe(200);
    expect((await app.send('member', 'GET', '/exports/jobs')).status).toBe(403);
    await app.send('admin', 'PUT', `/users/${member}`, { role: 'user' });
  });

  test('the role of administrators cannot be edited, that of members can', async () => {
    const roles = await app.send<{ results: { id: number; name: string; allowed_privileges: string[] }[] }>(
      'admin',
      'GET',
      '/roles',
    );
    const named = (name: string) => roles.body.results.find((role) => role.name === name);
    expect(named('admin')?.allowed_privileges).not.toContain('update');
    const change = { display_name: 'Boss', permissions: [] };
    expect((await app.send('admin', 'PUT', `/roles/${named('admin')?.id}`, change)).status).toBe(403);
    const permissions = ['Edit their own posts', 'Manage Collections and Saved Searches'];
    const member = await app.send('admin', 'PUT', `/roles/${named('user')?.id}`, { permissions });
    expect(member.body).toMatchObject({ name: 'user', permissions });
  });
});
