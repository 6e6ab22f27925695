import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { eventually } from '../../testing/time.ts';
import { connectionString } from '../postgres/connection.ts';
import { createScratchDatabase, dropDatabase } from '../postgres/databases.ts';
import { type Db, inTransaction, openDatabase } from './database.ts';
import { type Polling, pollAfterWrites } from './poll-after-writes.ts';

const database = `test_${crypto.randomUUID().replaceAll('-', '')}`;
const hourMs = 3_600_000;
let db: Db;
beforeAll(async () => {
  db = openDatabase(connectionString(await createScratchDatabase(inject('postgres'), database)));
});
afterAll(async () => {
  await db.destroy();
  await dropDatabase(inject('postgres'), database);
});

const write = () => inTransaction(db, 'writes', (tx) => sql`select 1`.execute(tx));
const read = () => inTransaction(db, 'reads', (tx) => sql`select 1`.execute(tx));

test('checks once after a write, and not while nothing is written', async () => {
  let checks = 0;
  const polling = pollAfterWrites(db, { minMs: 1, maxMs: hourMs }, async () => {
    checks++;
    return undefined;
  });
  await eventually(() => expect(checks).toBe(1));
  for (let at = 0; at < 20; at++) await read();
  expect(checks).toBe(1);
  await write();
  await eventually(() => expect(checks).toBe(2));
  for (let at = 0; at < 20; at++) await read();
  expect(checks).toBe(2);
  await polling.stop();
  await write();
  expect(checks).toBe(2);
});

test('does not miss a write during a check, nor the time at which the check is needed again', async () => {
  const events: string[] = [];
  const polling: Polling = pollAfterWrites(db, { minMs: 1, maxMs: hourMs }, async () => {
    events.push('check');
    if (events.length === 1) await write();
    return events.length === 2 ? 20 : undefined;
  });
  await eventually(() => expect(events).toHaveLength(3));
  polling.wake();
  await eventually(() => expect(events).toHaveLength(4));
  await polling.stop();
});

test('checks at most once in the shortest pause, however much is written', async () => {
  let checks = 0;
  const polling = pollAfterWrites(db, { minMs: hourMs, maxMs: hourMs }, async () => {
    checks++;
    return 0;
  });
  await Promise.all(Array.from({ length: 20 }, write));
  expect(checks).toBe(1);
  await polling.stop();
});
