import { webClient } from '@waypost/contract/users/oauth';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { errorPointers, startTestApp, type TestApp } from '../../testing/app/test-app.ts';

interface OutboxList {
  results: { subject: string; to: string; text: string; expires: string }[];
}

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterEach(() => sql`delete from throttles`.execute(app.db));
afterAll(() => app.close());

const invite = (name: string, more: object = {}) =>
  app.send<{ id: number; role: string; logins: number; invitation?: object }>('admin', 'POST', '/users', {
    email: `${name}@example.org`,
    realname: name,
    invite: true,
    ...more,
  });
const listMails = async () => (await app.send<OutboxList>('admin', 'GET', '/outbox')).body.results;
const readLastToken = async () => {
  const text = (await listMails())[0]?.text ?? '';
  return decodeURIComponent(
    /https:\/\/report\.example\.org\/forgotpassword\/confirm\/(\S+)/.exec(text)?.[1] ?? '',
  );
};
const confirm = (token: string, password = 'my own secret') =>
  app.send('passer-by', 'POST', '/passwordreset/confirm', { token, password });
const logIn = async (name: string, password: string) =>
  (
    await app.send('passer-by', 'POST', '//oauth/token', {
      grant_type: 'password',
      client_id: webClient.id,
      client_secret: webClient.secret,
      scope: '*',
      username: `${name}@example.org`,
      password,
    })
  ).status;

test('an invited user sets a password by the link once, and has the chosen role', async () => {
  const created = await invite('ines', { role: 'reviewer' });
  expect(created).toMatchObject({ status: 200, body: { role: 'reviewer' } });
  // The mail cannot leave: its sender gets the link, which is valid once.
  expect(created.body.invitation).toEqual({ delivery: 'waiting', token: await readLastToken() });
  const read = await app.send('admin', 'GET', `/users/${created.body.id}`);
  expect(JSON.stringify(read.body)).not.toMatch(/password|token|"invitation"/);
  const [mail] = await listMails();
  expect(mail).toMatchObject({ to: 'ines@example.org', text: expect.stringContaining('ines@example.org') });
  const days = (Date.parse(mail?.expires ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThan(7.1);
  const token = await readLastToken();
  expect((await confirm(token)).status).toBe(204);
  expect(await logIn('ines', 'my own secret')).toBe(200);
  expect(errorPointers(await confirm(token, 'another secret'))).toEqual(['/token']);
  const log = await app.send<{ results: object[] }>(
    'admin',
    'GET',
    `/audit?subject=users&subject_id=${created.body.id}`,
  );
  expect(log.body.results).toMatchObject([
    { details: { changed: ['password'] } },
    { action: 'create', details: { role: { from: null, to: 'reviewer' }, invited: true } },
  ]);
});

test('the mail is in the language of the account, else of the deployment, else English', async () => {
  const subject = async (name: string, language?: string) => {
    await invite(name, language === undefined ? {} : { language });
    return (await listMails())[0]?.subject;
  };
  expect(await subject('one', 'es_MX')).toBe('Waypost: tu cuenta nueva');
  await app.send('admin', 'PUT', '/config/site', { language: 'fr-FR' });
  expect(await subject('two')).toBe('Waypost\u00a0: votre nouveau compte');
  expect(await subject('three', 'ar')).toBe('Waypost: حسابك الجديد');
  await app.send('admin', 'PUT', '/config/site', { language: 'de' });
  expect(await subject('four', 'xx')).toBe('Waypost: your new account');
  await app.send('admin', 'PUT', '/config/site', { language: 'en-US' });
  expect(errorPointers(await invite('five', { language: 'Spanish!' }))).toEqual(['/language']);
});

test('a link expires after a week, and when the password or address is changed', async () => {
  await invite('late');
  const late = await readLastToken();
  await sql`update password_resets set expires = now() - interval '1 second'`.execute(app.db);
  expect((await confirm(late)).status).toBe(422);
  for (const change of [{ password: 'set by admin' }, { email: 'moved@example.org' }]) {
    const { body } = await invite(`again-${Object.keys(change)[0]}`);
    const token = await readLastToken();
    await app.send('admin', 'PUT', `/users/${body.id}`, change);
    expect((await confirm(token)).status).toBe(422);
  }
});

test('without an invitation a password is required, and every invalid field is reported', async () => {
  const bare = await app.send('admin', 'POST', '/users', { email: 'nope' });
  expect(errorPointers(bare).sort()).toEqual(['/email', '/password']);
  expect(errorPointers(await invite('x', { email: 'nope', password: 'short' })).sort()).toEqual([
    '/email',
    '/password',
  ]);
});

test('an invitation requires the permission to create accounts', async () => {
  const before = (await listMails()).length;
  const wish = { email: 'mallory@example.org', invite: true, role: 'admin' };
  for (const kind of ['passer-by', 'visitor', 'member', 'settings manager'] as const)
    expect([401, 403]).toContain((await app.send(kind, 'POST', '/users', wish)).status);
  const registered = await app.send<{ id: number }>('passer-by', 'POST', '/register', wish);
  expect(errorPointers(registered)).toEqual(['/password']);
  const own = await app.send('passer-by', 'POST', '/register', { ...wish, password: 'long enough' });
  expect(own.status).toBe(200);
  expect(await listMails()).toHaveLength(before);
  const id = await app.idOf('admin');
  const created = await invite('plain', { id, logins: 7, password_hash: 'x', permissions: ['Manage Users'] });
  expect(created.body).toMatchObject({ role: 'user', logins: 0 });
  expect(created.body.id).not.toBe(id);
});
