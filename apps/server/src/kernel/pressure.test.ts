/** More to do than can be done: those who are let in are answered, the others are told when to come back. */
import { afterEach, expect, test } from 'vitest';
import { type Deployment, startDeployment } from '../testing/deployment.ts';
import { holdDatabase } from '../testing/hold-database.ts';
import { scaled } from '../testing/time.ts';
import { poolOf } from './db.ts';
import { usualLoad } from './load-settings.ts';

let it: Deployment;
afterEach(() => it.close());

const unbounded = { ...usualLoad(), delay: 0 };
const waiting = () => poolOf(it.db)?.waitingCount ?? 0;

test('reads are turned away first, then writes; whoever waited is answered', async () => {
  it = await startDeployment({ load: { ...unbounded, waiting: 2 } });
  const token = await it.tokenOf('admin');
  const headers = { authorization: `Bearer ${token}` };
  const read = () => it.app.inject({ url: '/api/v3/posts', headers });
  const report = () =>
    it.app.inject({ method: 'POST', url: '/api/v3/posts', headers, payload: { title: 'Seen' } });
  const letGo = await holdDatabase(it.db);

  const let_in = [read(), read()];
  await expect.poll(waiting).toBe(2);
  const shed = await read();
  expect(shed.statusCode).toBe(503);
  expect(shed.json()).toMatchObject({ errors: [{ status: 503, code: 'server.busy' }] });
  expect(Number(shed.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(shed.headers['retry-after'])).toBeLessThan(10);

  const reports = [report(), report()];
  // They ask for their token together, and count as two.
  await expect.poll(waiting).toBe(3);
  expect((await report()).statusCode).toBe(503);

  expect((await it.app.inject('/health/live')).statusCode).toBe(200);

  await letGo();
  expect((await Promise.all([...let_in, ...reports])).map((answer) => answer.statusCode)).toEqual([
    200, 200, 200, 200,
  ]);
  expect((await read()).statusCode).toBe(200);
  expect((await it.app.inject('/metrics')).body).toContain(
    'waypost_requests_turned_away_total{why="pressure"} 2',
  );
});

test('a process that is late turns away until it has caught up', { timeout: scaled(60_000) }, async () => {
  it = await startDeployment({ load: { ...unbounded, delay: 40 } });
  const ask = async () => (await it.app.inject('/api/v3/config/map')).statusCode;
  expect(await ask()).toBe(200);
  // Long work with hardly a pause, as a flood of requests makes it. Beside other programs the answer between takes a while, too,
  // in which nothing is late.
  const askLate = async () => {
    for (let turn = 0; turn < 5; turn++) {
      const until = performance.now() + 200;
      while (performance.now() < until);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    return ask();
  };
  await expect.poll(askLate, { timeout: scaled(30_000), interval: 1 }).toBe(503);
  await expect.poll(ask, { timeout: scaled(20_000) }).toBe(200);
});
