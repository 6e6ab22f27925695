/** Files of functions, triggers and views are applied when they change, and what they no longer define is dropped. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/schema/create-test-database.ts';
import type { Db } from './database.ts';
import { migrate, type Schema } from './migrate.ts';

let db: Db;
let schema: Schema;
beforeEach(async () => {
  db = await createTestDatabase();
  schema = {
    migrations: [
      {
        name: '0001-numbers',
        up: async (tx) => {
          await sql`create table numbers (n int, doubled int)`.execute(tx);
        },
      },
    ],
    functionsDirectory: await mkdtemp(path.join(tmpdir(), 'waypost-functions-')),
  };
});
afterEach(() => rm(schema.functionsDirectory, { recursive: true }));

const writeFunctions = (name: string, text: string) =>
  writeFile(path.join(schema.functionsDirectory, name), text);
const evaluate = async (expression: string) => {
  const { rows } = await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(db);
  return rows[0]?.value;
};
const functionNames = () =>
  evaluate(
    "(select array_agg(oid::regprocedure::text order by oid::regprocedure::text) from pg_proc where pronamespace = 'public'::regnamespace and proname !~ 'trgm|similar|limit')",
  );
/** Changes whenever the function is created again. */
const versionOf = (name: string) => evaluate(`(select xmin::text from pg_proc where proname = '${name}')`);

const doubles = (factor: number) => `-- Fills numbers.doubled.
create function fill_doubled() returns trigger language plpgsql as $$
begin
  new.doubled := new.n * ${factor};
  return new;
end
$$;
create trigger numbers_fill before insert on numbers
  for each row execute function fill_doubled();
create view all_doubled as select doubled from numbers;
`;
const functionSql = 'create function one() returns int language sql as $$ select 1 $$;\n';

test('a file is applied again when its text has changed, and the others are left alone', async () => {
  await writeFunctions('doubled.sql', doubles(2));
  await writeFunctions('one.sql', functionSql);
  await migrate(db, schema);
  await sql`insert into numbers (n) values (3)`.execute(db);
  const version = await versionOf('one');
  await writeFunctions('doubled.sql', doubles(20));
  await migrate(db, schema);
  await sql`insert into numbers (n) values (3)`.execute(db);
  expect(await evaluate('(select array_agg(doubled order by doubled) from all_doubled)')).toEqual([6, 60]);
  expect(await versionOf('one')).toBe(version);
});

test('a function with other arguments replaces the earlier one', async () => {
  await writeFunctions('one.sql', functionSql);
  await migrate(db, schema);
  await writeFunctions(
    'one.sql',
    functionSql.replace('one()', 'one(n int default 5)').replace('select 1', 'select n'),
  );
  await migrate(db, schema);
  expect(await functionNames()).toEqual(['one(integer)']);
  expect(await evaluate('one()')).toBe(5);
});

test('what is in no file any more is dropped, and what moved to another file stays', async () => {
  await writeFunctions('doubled.sql', doubles(2) + functionSql);
  await writeFunctions('other.sql', functionSql.replace('one', 'other'));
  await migrate(db, schema);
  await rm(path.join(schema.functionsDirectory, 'doubled.sql'));
  await writeFunctions('other.sql', functionSql);
  await migrate(db, schema);
  expect(await functionNames()).toEqual(['one()']);
  expect(await evaluate("to_regclass('all_doubled')")).toBeNull();
  await sql`insert into numbers (n) values (3)`.execute(db);
  expect(await evaluate('(select doubled from numbers)')).toBeNull();
});

test('what a migration has dropped is created again', async () => {
  await writeFunctions('doubled.sql', doubles(2));
  await migrate(db, schema);
  await sql`drop trigger numbers_fill on numbers`.execute(db);
  await migrate(db, schema);
  await sql`insert into numbers (n) values (3)`.execute(db);
  expect(await evaluate('(select doubled from numbers)')).toBe(6);
});

test('an error in a file leaves all functions as they were', async () => {
  await writeFunctions('one.sql', functionSql);
  await migrate(db, schema);
  await writeFunctions('one.sql', functionSql.replace('select 1', 'select 2'));
  await writeFunctions('other.sql', 'create function wrong() returns nothing language sql as $$ $$;');
  await expect(migrate(db, schema)).rejects.toThrow('type "nothing" does not exist');
  expect(await evaluate('one()')).toBe(1);
});

test('a file is applied again when a list in it has changed', async () => {
  const countsPets =
    'create function is_pet(text) returns boolean language sql as $$ select $1 = any ({{pets}}) $$;\n';
  await writeFunctions('one.sql', countsPets);
  await expect(migrate(db, schema)).rejects.toThrow('one.sql names the list "pets"');
  await migrate(db, { ...schema, functionLists: { pets: ['cat', "captain's parrot"] } });
  expect(await evaluate("is_pet('captain''s parrot')")).toBe(true);
  expect(await evaluate("is_pet('dog')")).toBe(false);
  await migrate(db, { ...schema, functionLists: { pets: ['dog'] } });
  expect(await evaluate("is_pet('dog')")).toBe(true);
});

test('objects that an operator created stay', async () => {
  await writeFunctions('one.sql', functionSql);
  await sql`create function own() returns int language sql as 'select 7'`.execute(db);
  await migrate(db, schema);
  await rm(path.join(schema.functionsDirectory, 'one.sql'));
  await migrate(db, schema);
  expect(await functionNames()).toEqual(['own()']);
});

test('servers that start at once apply the files once', async () => {
  await writeFunctions('doubled.sql', doubles(2));
  await Promise.all([migrate(db, schema), migrate(db, schema)]);
  expect(await functionNames()).toEqual(['fill_doubled()']);
});
