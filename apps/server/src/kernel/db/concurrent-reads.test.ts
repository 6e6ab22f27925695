/** Concurrent queries of a read-only transaction: one snapshot, and a failed query affects no other request. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { inTransaction, streamRows, type Tx } from './database.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const selectValue = async <T>(tx: Tx, expression: ReturnType<typeof sql>): Promise<T | undefined> =>
  (await sql<{ it: T }>`select ${expression} as it`.execute(tx)).rows[0]?.it;

test('concurrent queries see one snapshot without later writes', async () => {
  const settings = sql`(select count(*) from settings where name = 'together')`;
  const results = await inTransaction(app.db, 'reads', async (tx) => {
    const first = await Promise.all([selectValue(tx, settings), selectValue(tx, sql`pg_backend_pid()`)]);
    await sql`insert into settings (name, value) values ('together', '{}')`.execute(app.db);
    return [first, await Promise.all([selectValue(tx, settings), selectValue(tx, sql`pg_backend_pid()`)])];
  });
  expect(results[1]).toEqual(results[0]);
  expect(await inTransaction(app.db, 'reads', (tx) => selectValue(tx, settings))).toBe(1);
});

test('a read-only transaction cannot write', async () => {
  const write = inTransaction(app.db, 'reads', (tx) => sql`delete from settings`.execute(tx));
  await expect(write).rejects.toThrow('read-only transaction');
});

test('when one of several concurrent queries fails, the transaction fails and the connection stays usable', async () => {
  for (let time = 0; time < 30; time++) {
    const queries = inTransaction(app.db, 'reads', (tx) =>
      Promise.all([selectValue(tx, sql`1`), selectValue(tx, sql`1 / 0`), selectValue(tx, sql`2`)]),
    );
    await expect(queries).rejects.toThrow('division by zero');
    expect(await inTransaction(app.db, 'reads', (tx) => selectValue(tx, sql`3`))).toBe(3);
  }
});

test('a query after the end of its transaction is refused and does not run in another transaction', async () => {
  let late: Tx | undefined;
  await inTransaction(app.db, 'reads', async (tx) => {
    late = tx;
  });
  await expect(selectValue(late as Tx, sql`1`)).rejects.toThrow('This transaction has ended');
});

test('streams two queries in one transaction and closes the one that was not read to its end', async () => {
  const numbers = (to: number) => sql<{ n: number }>`select n from generate_series(1, ${to}::int) as n`;
  const read = await inTransaction(app.db, 'reads', async (tx) => {
    const [long, short] = [
      streamRows(tx, numbers(10_000), { batchSize: 10 }),
      streamRows(tx, numbers(25), { batchSize: 10 }),
    ];
    const first = await long.next();
    const batches: number[][] = [];
    for await (const rows of short) batches.push(rows.map(({ n }) => n));
    const second = await long.next();
    await long.return(undefined);
    return {
      batchSizes: batches.map((batch) => batch.length),
      firsts: [first, second].map(({ value }) => (value as { n: number }[])[0]?.n),
      open: await selectValue(tx, sql`(select count(*) from pg_cursors)`),
    };
  });
  expect(read).toEqual({ batchSizes: [10, 10, 5], firsts: [1, 11], open: 0 });
});
