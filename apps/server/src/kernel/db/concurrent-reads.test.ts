/** What a read asks side by side is asked together, of one snapshot, and a question that fails harms nobody else. */
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

test('questions side by side see one snapshot, and what is written meanwhile is not in it', async () => {
  const settings = sql`(select count(*) from settings where name = 'together')`;
  const found = await inTransaction(app.db, 'reads', async (tx) => {
    const first = await Promise.all([selectValue(tx, settings), selectValue(tx, sql`pg_backend_pid()`)]);
    await sql`insert into settings (name, value) values ('together', '{}')`.execute(app.db);
    return [first, await Promise.all([selectValue(tx, settings), selectValue(tx, sql`pg_backend_pid()`)])];
  });
  expect(found[1]).toEqual(found[0]);
  expect(await inTransaction(app.db, 'reads', (tx) => selectValue(tx, settings))).toBe(1);
});

test('nothing is written by what only reads', async () => {
  const write = inTransaction(app.db, 'reads', (tx) => sql`delete from settings`.execute(tx));
  await expect(write).rejects.toThrow('read-only transaction');
});

test('of questions side by side one fails: the request hears of it, and the connection goes on', async () => {
  for (let time = 0; time < 30; time++) {
    const asked = inTransaction(app.db, 'reads', (tx) =>
      Promise.all([selectValue(tx, sql`1`), selectValue(tx, sql`1 / 0`), selectValue(tx, sql`2`)]),
    );
    await expect(asked).rejects.toThrow('division by zero');
    expect(await inTransaction(app.db, 'reads', (tx) => selectValue(tx, sql`3`))).toBe(3);
  }
});

test('what is asked too late is refused, and does not get into the transaction of somebody else', async () => {
  let late: Tx | undefined;
  await inTransaction(app.db, 'reads', async (tx) => {
    late = tx;
  });
  await expect(selectValue(late as Tx, sql`1`)).rejects.toThrow('This transaction has ended');
});

test('two long answers are read in one transaction, one of them given up', async () => {
  const numbers = (to: number) => sql<{ n: number }>`select n from generate_series(1, ${to}::int) as n`;
  const read = await inTransaction(app.db, 'reads', async (tx) => {
    const [long, short] = [
      streamRows(tx, numbers(10_000), { batchSize: 10 }),
      streamRows(tx, numbers(25), { batchSize: 10 }),
    ];
    const first = await long.next();
    const pieces: number[][] = [];
    for await (const rows of short) pieces.push(rows.map(({ n }) => n));
    const second = await long.next();
    await long.return(undefined);
    return {
      pieces: pieces.map((piece) => piece.length),
      firsts: [first, second].map(({ value }) => (value as { n: number }[])[0]?.n),
      open: await selectValue(tx, sql`(select count(*) from pg_cursors)`),
    };
  });
  expect(read).toEqual({ pieces: [10, 10, 5], firsts: [1, 11], open: 0 });
});
