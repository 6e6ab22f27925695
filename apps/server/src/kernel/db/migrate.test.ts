/** A failed migration changes nothing, and each runs once. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/schema/create-test-database.ts';
import type { Db } from './database.ts';
import { type Migration, runMigrations } from './migrate.ts';

const names = async (db: Db) => {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db);
  return rows.map(({ name }) => name);
};

const first: Migration = {
  name: '0001-first',
  up: async (tx) => {
    await sql`create table kept (n int); insert into kept values (1), (2)`.execute(tx);
  },
};
/** Changes tables and rows before it fails. */
const broken: Migration = {
  name: '0002-broken',
  up: async (tx) => {
    await sql`delete from kept; alter table kept rename to lost; create table half (n int)`.execute(tx);
    await sql`select 1 / 0`.execute(tx);
  },
};

test('a failed migration is rolled back, and the repaired one runs at the next start', async () => {
  const db = await createTestDatabase();
  await expect(runMigrations(db, [first, broken])).rejects.toThrow('division by zero');
  expect(await names(db)).toEqual([first.name]);
  expect((await sql`select n from kept order by n`.execute(db)).rows).toEqual([{ n: 1 }, { n: 2 }]);
  expect((await sql`select to_regclass('half') as half`.execute(db)).rows).toEqual([{ half: null }]);
  // The earlier version still starts on it.
  expect(await runMigrations(db, [first])).toEqual([]);
  const repaired = { ...broken, up: async () => undefined };
  expect(await runMigrations(db, [first, repaired])).toEqual([broken.name]);
  // It refuses a database of a newer version.
  await expect(runMigrations(db, [first])).rejects.toThrow('a newer Waypost: it has "0002-broken"');
});

test('servers that start at once run each migration once', async () => {
  const db = await createTestDatabase();
  await runMigrations(db, [first]);
  let times = 0;
  const slow: Migration = {
    name: '0002-slow',
    up: async (tx) => {
      times++;
      await sql`alter table kept add column m int; select pg_sleep(0.2)`.execute(tx);
    },
  };
  const ran = await Promise.all([runMigrations(db, [first, slow]), runMigrations(db, [first, slow])]);
  expect([times, ran.flat()]).toEqual([1, ['0002-slow']]);
});

describe('a migration that replaces earlier ones', () => {
  const combined: Migration = {
    name: '0003-combined',
    replaces: ['0001-first', '0002-second'],
    up: first.up,
  };
  const second: Migration = { name: '0002-second', up: async () => undefined };

  test('runs in an empty database', async () => {
    const db = await createTestDatabase();
    expect(await runMigrations(db, [combined])).toEqual([combined.name]);
    expect(await names(db)).toEqual([combined.name]);
  });

  test('does not run where all of them have run', async () => {
    const db = await createTestDatabase();
    await runMigrations(db, [first, second]);
    expect(await runMigrations(db, [combined])).toEqual([]);
    expect(await names(db)).toEqual([combined.name]);
    expect(await runMigrations(db, [combined])).toEqual([]);
    await expect(runMigrations(db, [first, second])).rejects.toThrow(
      'a newer Waypost: it has "0003-combined"',
    );
  });

  test('refuses a database where only some of them have run', async () => {
    const db = await createTestDatabase();
    await runMigrations(db, [first]);
    await expect(runMigrations(db, [combined])).rejects.toThrow(
      'The database was made by an older Waypost, which this version cannot upgrade: it lacks "0002-second". Start the last',
    );
    expect(await names(db)).toEqual([first.name]);
  });
});
