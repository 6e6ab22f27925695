import { readdir } from 'node:fs/promises';
import { webClient } from '@waypost/contract/oauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Deployment, startDeployment } from '../testing/deployment.ts';
import { prepareDemo } from './prepare.ts';
import { readWishes, WishError } from './wishes.ts';

let deployment: Deployment;
beforeAll(async () => {
  deployment = await startDeployment();
});
afterAll(() => deployment.close());

/** Prepares with these words on the command line, and gives what was said. */
async function prepare(...words: string[]): Promise<string[]> {
  const said: string[] = [];
  const wishes = readWishes(words, {});
  await prepareDemo(deployment.db, deployment.storageDir, wishes, (line) => said.push(line));
  return said;
}

const passwordOf = (said: readonly string[], email: string) =>
  said
    .find((line) => line.includes(email))
    ?.trim()
    .split(/ +/)[1] ?? '';

async function signIn(username: string, password: string): Promise<number> {
  const answer = await deployment.app.inject({
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
  return answer.statusCode;
}

const postCount = async () => {
  const posts = await deployment.db.selectFrom('posts').select('id').execute();
  return posts.length;
};

it('keeps away from a deployment that people use', async () => {
  await expect(prepare()).rejects.toThrow('real deployment');
  await expect(prepare('--reset')).rejects.toThrow(WishError);
});

it('fills an unused one once, tells the logins, and starts over when asked', async () => {
  await deployment.db.deleteFrom('users').where('role', '<>', 'admin').execute();
  await deployment.db.deleteFrom('users').where('role', 'is', null).execute();
  const first = await prepare('--posts', '40', '--photos', '4');
  expect(await postCount()).toBe(40);
  for (const email of ['admin@example.org', 'verifier@waypost.local', 'member@waypost.local'])
    expect(await signIn(email, passwordOf(first, email))).toBe(200);

  const second = await prepare('--posts', '50', '--password', 'open sesame');
  expect(await postCount()).toBe(40);
  expect(second.join('\n')).toContain('verifier@waypost.local');
  expect(await signIn('verifier@waypost.local', 'open sesame')).toBe(200);
  expect(await signIn('verifier@waypost.local', passwordOf(first, 'verifier@waypost.local'))).toBe(401);

  await prepare('--reset', '--posts', '30', '--photos', '2');
  expect(await postCount()).toBe(30);
  const files = await readdir(deployment.storageDir, { recursive: true });
  expect(files.filter((name) => name.endsWith('.jpg'))).toHaveLength(2);
});

it('tells what may be asked for', () => {
  expect(readWishes(['--posts', '1_000_000', '--seed', '9'], {})).toMatchObject({
    posts: 1_000_000,
    seed: 9,
  });
  expect(readWishes([], { DEMO_PASSWORD: 'from outside' }).password).toBe('from outside');
  for (const words of [['--posts', 'many'], ['--posts', '-1'], ['--what'], ['--password', 'short']])
    expect(() => readWishes(words, {})).toThrow(WishError);
});
