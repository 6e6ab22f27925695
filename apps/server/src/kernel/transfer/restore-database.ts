/**
 * Restores a dump into an empty database: runs the migrations that the dump has, inserts the rows in one transaction, and then
 * runs the newer migrations and applies the functions.
 */
import { pipeline } from 'node:stream/promises';
import { type Client, escapeIdentifier } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { openDatabase } from '../db/database.ts';
import { findAppliedMigrations, type Migration, migrate, runMigrations, type Schema } from '../db/migrate.ts';
import { createJobTables } from '../jobs/create-job-tables.ts';
import { jobsSchema } from '../jobs/jobs.sql.ts';
import {
  connectWithoutTimeout,
  type DatabaseDump,
  digestTables,
  listTables,
  quoteColumns,
  quoteTable,
  type TableDigest,
  type TableSource,
} from './dump-database.ts';

/** A transfer is not possible; the message tells the operator why. */
export class TransferRefusedError extends Error {}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Runs work without foreign keys, since rows refer to tables that are filled later. Adding the keys again checks all rows. */
async function withoutForeignKeys(client: Client, work: () => Promise<void>): Promise<void> {
  const { rows: keys } = await client.query<ForeignKey>(
    `select c.conrelid::regclass::text as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_namespace n on n.oid = c.connamespace
     where c.contype = 'f' and c.conparentid = 0 and n.nspname in ('public', '${jobsSchema}')`,
  );
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${escapeIdentifier(name)}`);
  await work();
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${escapeIdentifier(name)} ${definition}`);
}

/** Runs work without triggers: the rows contain their results already. */
async function withoutTriggers(
  client: Client,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  await work();
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
}

/** Copies the rows of a table with the same columns. @returns the number of rows */
async function copyRows(client: Client, source: TableSource, targetTable: string): Promise<number> {
  const sink = client.query(copyFrom(`copy ${targetTable} (${quoteColumns(source.columns)}) from stdin`));
  await pipeline(await source.open(), sink);
  return sink.rowCount;
}

/** Copies the columns that source and target have in common: the tables of the job queue change with its library. */
async function copyCommonColumns(
  client: Client,
  source: TableSource,
  targetColumns: readonly string[],
): Promise<number> {
  const table = quoteTable(source);
  const commonColumns = source.columns.filter((column) => targetColumns.includes(column));
  const texts = source.columns.map((column) => `${escapeIdentifier(column)} text`).join(', ');
  await client.query(`create temporary table arriving (${texts}) on commit drop`);
  const rows = await copyRows(client, source, 'arriving');
  const types = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute where attrelid = $1::regclass`,
    [table],
  );
  const typeByColumn = new Map(types.rows.map(({ name, type }) => [name, type]));
  const casts = commonColumns
    .map((column) => `${escapeIdentifier(column)}::${typeByColumn.get(column)}`)
    .join(', ');
  // Identity columns are `generated always`.
  await client.query(
    `insert into ${table} (${quoteColumns(commonColumns)}) overriding system value select ${casts} from arriving`,
  );
  await client.query('drop table arriving');
  return rows;
}

async function restoreRows(
  client: Client,
  dump: DatabaseDump,
  onTableRestored: (table: string, rows: number) => void,
): Promise<void> {
  const targetTables = new Map((await listTables(client)).map((table) => [quoteTable(table), table]));
  const tables = [...targetTables.keys()];
  await withoutForeignKeys(client, () =>
    withoutTriggers(client, tables, async () => {
      await client.query(`truncate ${tables.join(', ')}`);
      for (const source of dump.tables) {
        const targetTable = targetTables.get(quoteTable(source));
        if (!targetTable && source.schema === jobsSchema) continue;
        if (!targetTable)
          throw new TransferRefusedError(
            `The copy has a table that this version of Waypost does not know: ${source.table}.`,
          );
        const hasAllColumns = source.columns.every((column) => targetTable.columns.includes(column));
        const rows = hasAllColumns
          ? await copyRows(client, source, quoteTable(source))
          : await copyCommonColumns(client, source, targetTable.columns);
        onTableRestored(`${source.schema}.${source.table}`, rows);
      }
    }),
  );
  for (const { schema, name, last } of dump.sequences)
    if (last !== null)
      await client.query('select setval(to_regclass($1), $2::bigint) where to_regclass($1) is not null', [
        `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`,
        last,
      ]);
}

/** @throws TransferRefusedError when the database has any table, view or sequence */
async function requireEmptyDatabase(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', '${jobsSchema}') and c.relkind in ('r', 'p', 'v', 'S')
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`,
  );
  if (rows[0])
    throw new TransferRefusedError(`The database is not empty: it has ${rows[0].name}. Nothing was changed.`);
}

/** Empties the database after a failed restore. */
async function dropEverything(client: Client): Promise<void> {
  await client.query(`drop schema if exists ${jobsSchema} cascade`);
  await client.query('drop schema public cascade');
  await client.query('create schema public');
}

/** The migrations of a dump. @throws TransferRefusedError when it is of a newer Waypost, or of one that is too old */
function migrationsOfDump(dump: DatabaseDump, migrations: readonly Migration[]): Migration[] {
  try {
    return findAppliedMigrations(dump.migrations, migrations, 'The copy');
  } catch (error) {
    throw new TransferRefusedError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Restores a dump into an empty database, completely or not at all.
 * @param options.onTableRestored called with the number of rows of each table
 * @param options.afterRows runs when the rows are committed, before newer migrations; if it throws, the database is emptied
 * @throws TransferRefusedError when the database is not empty, or when the dump is of a newer Waypost, or of one that is too old
 */
export async function restoreDatabase(
  connectionString: string,
  dump: DatabaseDump,
  {
    schema,
    onTableRestored = () => undefined,
    afterRows,
  }: {
    schema: Schema;
    onTableRestored?: (table: string, rows: number) => void;
    afterRows?: (digestTables: () => Promise<TableDigest[]>) => Promise<void>;
  },
): Promise<void> {
  const dumpMigrations = migrationsOfDump(dump, schema.migrations);
  const client = await connectWithoutTimeout(connectionString);
  const db = openDatabase(connectionString, { maxConnections: 1 });
  try {
    await requireEmptyDatabase(client);
    try {
      await runMigrations(db, dumpMigrations);
      await createJobTables(connectionString);
      await client.query('begin');
      await restoreRows(client, dump, onTableRestored);
      await client.query('commit');
      await afterRows?.(() => digestTables(client));
      await migrate(db, schema);
      await client.query('analyze');
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      await dropEverything(client);
      throw error;
    }
  } finally {
    await db.destroy();
    await client.end().catch(() => undefined);
  }
}
