import { webClient } from '@waypost/contract/oauth';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { Jobs } from '../kernel/jobs/jobs.ts';
import { type Deployment, startDeployment } from '../testing/deployment.ts';

let it: Deployment;
beforeAll(async () => {
  it = await startDeployment();
});
afterAll(() => it.close());

const login = (username: string, password: string, remoteAddress: string) =>
  it.app.inject({
    method: 'POST',
    url: '/oauth/token',
    remoteAddress,
    payload: {
      client_id: webClient.id,
      client_secret: webClient.secret,
      grant_type: 'password',
      scope: '*',
      username,
      password,
    },
  });

/** As if a minute had gone by. */
const aMinuteLater = () => sql`update throttles set ends = now()`.execute(it.db);

describe('guessing passwords', () => {
  test('after three wrong ones the right one is wrong too, in the very same words, for a minute', async () => {
    const wrong = await login('member@example.org', 'wrong', '192.0.2.1');
    await login('Member@Example.org ', 'wrong', '192.0.2.2');
    await login('member@example.org', 'wrong', '192.0.2.3');
    const right = await login('member@example.org', 'correct horse', '192.0.2.4');
    expect([right.statusCode, right.body]).toEqual([401, wrong.body]);
    await aMinuteLater();
    expect((await login('member@example.org', 'correct horse', '192.0.2.4')).statusCode).toBe(200);
  });

  test('guesses at once are counted one by one', async () => {
    // All of them wrong: a right one among them would clear the count, and how often others get in is then chance.
    const passwords = ['a', 'b', 'c', 'd', 'e', 'f'];
    const all = await Promise.all(
      passwords.map((word) => login('settings-manager@example.org', word, '192.0.2.5')),
    );
    const { failed_attempts } = await it.db
      .selectFrom('users')
      .select('failed_attempts')
      .where('email', '=', 'settings-manager@example.org')
      .executeTakeFirstOrThrow();
    expect(failed_attempts).toBe(3);
    expect(new Set(all.map((answer) => answer.statusCode))).toEqual(new Set([401]));
  });

  test('an account that is not there is answered and slowed like one that is', async () => {
    const answers = [];
    for (const username of ['reviewer@example.org', 'nobody@example.org'])
      for (let attempt = 0; attempt < 4; attempt++)
        answers.push(await login(username, 'wrong', '192.0.2.6').then((it) => [it.statusCode, it.body]));
    expect(new Set(answers.map(String)).size).toBe(1);
    await aMinuteLater();
  });

  test('the right password clears the count, for the account and the address', async () => {
    for (let round = 0; round < 12; round++) {
      expect((await login('member@example.org', 'wrong', '192.0.2.7')).statusCode).toBe(401);
      expect((await login('member@example.org', 'correct horse', '192.0.2.7')).statusCode).toBe(200);
    }
  });

  test('an address that goes far beyond is told so, others are not', async () => {
    const statuses = [];
    for (let attempt = 0; attempt < 22; attempt++)
      statuses.push((await login(`guess-${attempt}@example.org`, 'wrong', '2001:db8::1')).statusCode);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429, 429]);
    const neighbour = await login('member@example.org', 'correct horse', '2001:db8::2');
    expect([neighbour.statusCode, neighbour.json()]).toEqual([
      429,
      { errors: [{ status: 429, message: 'Too Many Requests', code: 'request.too-many', params: {} }] },
    ]);
    expect((await login('member@example.org', 'correct horse', '2001:db8:1::1')).statusCode).toBe(200);
  });

  test('who tried is not written down', async () => {
    const rows = await it.db.selectFrom('throttles').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every((row) => row.key.length === 32)).toBe(true);
  });
});

test('what has expired is gone after the next start', async () => {
  const token = await it.tokenOf('visitor');
  await sql`update tokens set expires = now() - interval '1 second'`.execute(it.db);
  expect(
    (await it.app.inject({ url: '/api/v3/config', headers: { authorization: `Bearer ${token}` } }))
      .statusCode,
  ).toBe(401);
  const { db, storageDir, databaseAddress: connectionString } = it;
  const jobs = new Jobs({ db, connectionString, works: false });
  const again = await buildApp({ db, jobs, webDist: storageDir, storageDir });
  await again.ready();
  await again.close();
  await jobs.close();
  for (const table of ['tokens', 'sessions'] as const)
    expect(await it.db.selectFrom(table).selectAll().execute()).toEqual([]);
});
