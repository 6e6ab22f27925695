/** `schema.sql` and the types of the tables are those of the migrated database. */
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { describeSchema } from '../testing/schema/describe-schema.ts';
import { readTableTypes } from '../testing/schema/read-table-types.ts';

const updateCommand = 'npx vitest run --project server apps/server/src/migrations/schema.test.ts -u';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('schema.sql is current', async () => {
  const { tables } = await describeSchema(app.db);
  const header = `-- The schema as the migrations and functions/ leave it, without the bodies of functions. Generated:\n-- ${updateCommand}`;
  await expect(`${header}\n\n${tables}\n`, `schema.sql is stale: ${updateCommand}`).toMatchFileSnapshot(
    path.join(import.meta.dirname, 'schema.sql'),
  );
});

interface DatabaseColumn {
  table: string;
  column: string;
  kind: string;
  isNullable: boolean;
  hasDefault: boolean;
}

/** Types of values as `kernel/db/database.ts` parses them. */
const columnsQuery = sql<DatabaseColumn>`
  select c.relname as table, a.attname as column, not a.attnotnull and a.attgenerated = '' as "isNullable",
    a.atthasdef or a.attidentity <> '' as "hasDefault",
    case e.typname
      when 'int2' then 'number' when 'int4' then 'number' when 'int8' then 'number' when 'float4' then 'number' when 'float8' then 'number'
      when 'bool' then 'boolean' when 'timestamptz' then 'Date' when 'date' then 'Date'
      when 'bytea' then 'Buffer' when 'jsonb' then 'json' else 'string' end
      || case when t.typelem <> 0 and t.typcategory = 'A' then '[]' else '' end as kind
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
  join pg_type t on t.oid = a.atttypid
  join pg_type e on e.oid = case when t.typcategory = 'A' then t.typelem else t.oid end
  where a.attnum > 0 and not a.attisdropped order by 1, a.attnum`;

/** Tables that only SQL text names, which the compiler does not check. */
const tablesWithoutTypes = [
  'changed_mask_cells',
  'data_changes',
  'data_identity',
  'function_files',
  'migrations',
  'post_counts_by_cell',
  'post_count_changes',
  'post_counts_by_day',
  'opt_out_key',
  'opted_out_contacts',
  'place_mask_key',
  'revealed_mask_cells',
  'search_count_changes',
  'webhook_events',
];

test('the types of the tables have the columns of the database', async () => {
  const types = await readTableTypes();
  const { rows } = await columnsQuery.execute(app.db);
  const tables = [...new Set(rows.map(({ table }) => table))];
  expect([...types.keys(), ...tablesWithoutTypes].toSorted()).toEqual(tables.toSorted());
  for (const [table, columns] of types) {
    const existing = rows.filter((row) => row.table === table);
    expect
      .soft([
        table,
        Object.fromEntries([...columns].map(([name, { kind, isNullable }]) => [name, [kind, isNullable]])),
      ])
      .toEqual([
        table,
        Object.fromEntries(existing.map(({ column, kind, isNullable }) => [column, [kind, isNullable]])),
      ]);
    const canBeOmitted = new Set(
      existing.filter(({ isNullable, hasDefault }) => isNullable || hasDefault).map(({ column }) => column),
    );
    const optional = [...columns].filter(([, { isOptional }]) => isOptional).map(([name]) => name);
    expect([table, optional.filter((name) => !canBeOmitted.has(name))]).toEqual([table, []]);
  }
});
