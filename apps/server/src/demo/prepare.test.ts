import { readdir } from 'node:fs/promises';
import { webClient } from '@waypost/contract/users/oauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { parseDemoOptions, UsageError } from './demo-options.ts';
import { prepareDemo } from './prepare.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Runs the preparation with these command line arguments and returns its output. */
async function runPrepare(args: string[], environment: Record<string, string> = {}): Promise<string[]> {
  const output: string[] = [];
  const options = parseDemoOptions(args, environment);
  await prepareDemo(app.db, app.storageDir, options, (line) => output.push(line));
  return output;
}

const findPassword = (output: readonly string[], email: string) =>
  output
    .find((line) => line.includes(email))
    ?.trim()
    .split(/ +/)[1] ?? '';

async function signIn(username: string, password: string): Promise<number> {
  const response = await app.fastify.inject({
    method: 'POST',
    url: '/oauth/token',
    payload: {
      client_id: webClient.id,
      client_secret: webClient.secret,
      grant_type: 'password',
      scope: '*',
      username,
      password,
    },
  });
  return response.statusCode;
}

const postCount = async () => {
  const posts = await app.db.selectFrom('posts').select('id').execute();
  return posts.length;
};

it('rejects a deployment in use', async () => {
  await expect(runPrepare([])).rejects.toThrow('real deployment');
  await expect(runPrepare(['--reset'])).rejects.toThrow(UsageError);
});

it('fills an unused deployment once, prints the logins, and starts over with --reset', async () => {
  await app.db.deleteFrom('users').where('role', '<>', 'admin').execute();
  await app.db.deleteFrom('users').where('role', 'is', null).execute();
  const first = await runPrepare(['--posts', '40', '--photos', '4']);
  expect(await postCount()).toBe(40);
  for (const email of ['admin@example.org', 'verifier@waypost.local', 'member@waypost.local'])
    expect(await signIn(email, findPassword(first, email))).toBe(200);

  const second = await runPrepare(['--posts', '50', '--password', 'open sesame']);
  expect(await postCount()).toBe(40);
  expect(second.join('\n')).toContain('verifier@waypost.local');
  expect(await signIn('verifier@waypost.local', 'open sesame')).toBe(200);
  expect(await signIn('verifier@waypost.local', findPassword(first, 'verifier@waypost.local'))).toBe(401);

  await runPrepare(['--reset', '--posts', '30', '--photos', '2'], {
    ADMIN_EMAIL: 'admin@example.org',
    ADMIN_PASSWORD: 'of the operator',
  });
  expect(await signIn('admin@example.org', 'of the operator')).toBe(200);
  expect(await signIn('member@waypost.local', 'of the operator')).toBe(401);
  expect(await postCount()).toBe(30);
  const files = await readdir(app.storageDir, { recursive: true });
  expect(files.filter((name) => name.endsWith('.jpg'))).toHaveLength(2);
});

it('prints the options', () => {
  expect(parseDemoOptions(['--posts', '1_000_000', '--seed', '9'], {})).toMatchObject({
    posts: 1_000_000,
    seed: 9,
  });
  expect(parseDemoOptions([], { DEMO_PASSWORD: 'from outside' }).password).toBe('from outside');
  expect(parseDemoOptions(['--now', '2026-03-14T15:00:00Z'], {}).now).toEqual(
    new Date('2026-03-14T15:00:00Z'),
  );
  for (const args of [
    ['--posts', 'many'],
    ['--posts', '-1'],
    ['--what'],
    ['--password', 'short'],
    ['--now', 'soon'],
  ])
    expect(() => parseDemoOptions(args, {})).toThrow(UsageError);
});
