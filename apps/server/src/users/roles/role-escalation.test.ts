import type { Role } from '@waypost/contract/users/roles';
import type { User } from '@waypost/contract/users/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, startTestApp, type TestApp } from '../../testing/app/test-app.ts';

/** A user with the permission Manage Users only. */
const userManagerKind: Actor = 'settings manager';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  const roles = await app.send<{ results: Role[] }>('admin', 'GET', '/roles?name=settings-manager');
  const permissions = ['Manage Users'];
  await app.send('admin', 'PUT', `/roles/${roles.body.results[0]?.id}`, { permissions });
  await app.send('admin', 'POST', '/roles', { name: 'helper', permissions });
});
afterAll(() => app.close());

const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { errors?: { code: string }[] }).errors?.[0]?.code,
];
const cannotAssignRole = [403, 'role.beyond-your-rights'];
const cannotManageUser = [403, 'user.beyond-your-rights'];

test.each([
  ['admin', cannotAssignRole],
  ['reviewer', cannotAssignRole],
  ['editor', cannotAssignRole],
  ['helper', [200, undefined]],
  ['user', [200, undefined]],
  [undefined, [200, undefined]],
])('Manage Users allows assigning the role %s only with all its permissions', async (role, expected) => {
  const person = { email: `new-${role}@example.org`, password: 'long enough', ...(role ? { role } : {}) };
  expect(codeOf(await app.send(userManagerKind, 'POST', '/users', person))).toEqual(expected);
  const invited = { email: `invited-${role}@example.org`, invite: true, ...(role ? { role } : {}) };
  expect(codeOf(await app.send(userManagerKind, 'POST', '/users', invited))).toEqual(expected);
  const member = await app.idOf('member');
  expect(codeOf(await app.send(userManagerKind, 'PUT', `/users/${member}`, role ? { role } : {}))).toEqual(
    expected,
  );
  expect(codeOf(await app.send('admin', 'PUT', `/users/${member}`, { role: 'user' }))[0]).toBe(200);
});

test('an unknown role is a validation error, not a 403', async () => {
  const person = { email: 'odd@example.org', password: 'long enough', role: 'nobody-made-it' };
  expect((await app.send(userManagerKind, 'POST', '/users', person)).status).toBe(422);
});

test.each(['admin', 'reviewer'] as const)(
  'nothing of the account of a stronger %s is theirs to change',
  async (kind) => {
    const id = await app.idOf(kind);
    for (const change of [
      { password: 'mine from now on' },
      { email: 'mine@example.org' },
      { realname: 'Me' },
      { role: 'user' },
      {},
    ])
      expect(codeOf(await app.send(userManagerKind, 'PUT', `/users/${id}`, change))).toEqual(
        cannotManageUser,
      );
    expect(codeOf(await app.send(userManagerKind, 'DELETE', `/users/${id}`))).toEqual(cannotManageUser);
    const { body } = await app.send<User>(userManagerKind, 'GET', `/users/${id}`);
    expect(body.email).toBe(`${kind}@example.org`);
    expect(body.allowed_privileges).not.toContain('update');
    expect(body.allowed_privileges).not.toContain('delete');
  },
);

test('weaker users and the own account can be changed, and allowed_privileges say so', async () => {
  const [member, self] = [await app.idOf('member'), await app.idOf(userManagerKind)];
  expect(
    (await app.send(userManagerKind, 'PUT', `/users/${member}`, { password: 'correct horse' })).status,
  ).toBe(200);
  expect((await app.send(userManagerKind, 'PUT', `/users/${self}`, { realname: 'Greeter' })).status).toBe(
    200,
  );
  const { body } = await app.send<{ results: User[] }>(userManagerKind, 'GET', '/users');
  const changeable = body.results.filter((user) => user.allowed_privileges.includes('update'));
  const emails = changeable.map((user) => user.email);
  expect(emails).toContain('member@example.org');
  expect(emails).toContain('settings-manager@example.org');
  expect(emails).not.toContain('admin@example.org');
  const listAssignable = async (kind: Actor) =>
    (await app.send<{ results: Role[] }>(kind, 'GET', '/roles')).body.results
      .filter((role) => role.may_give)
      .map((role) => role.name)
      .sort();
  expect(await listAssignable(userManagerKind)).toEqual(['helper', 'settings-manager', 'user']);
  expect(await listAssignable('admin')).toEqual([
    'admin',
    'editor',
    'helper',
    'reviewer',
    'reviewer-without-personal-data',
    'settings-manager',
    'user',
  ]);
  expect(await listAssignable('member')).toEqual([]);
});
