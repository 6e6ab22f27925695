/**
 * Fills an empty database with a copy's rows: the tables are made by the same migrations that made the copy's, then the rows
 * come in one transaction, and what migrations came since runs on them.
 */
import { pipeline } from 'node:stream/promises';
import { type Client, escapeIdentifier } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { openDatabase } from '../db/database.ts';
import { type Migration, migrate } from '../db/migrate.ts';
import { createJobTables } from '../jobs/create-job-tables.ts';
import { jobsSchema as jobsSchema } from '../jobs/jobs.sql.ts';
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

/** A copy cannot be taken in here, for a reason that a person can do something about. */
export class TransferRefusedError extends Error {}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Rows refer to rows of tables that come later; the keys are checked as a whole when they are made again. */
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

/** What triggers would make of the rows is among the rows already. */
async function withoutTriggers(
  client: Client,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  await work();
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
}

/** Rows whose columns are those of the table. @returns how many */
async function copyRows(client: Client, source: TableSource, into: string): Promise<number> {
  const sink = client.query(copyFrom(`copy ${into} (${quoteColumns(source.columns)}) from stdin`));
  await pipeline(await source.open(), sink);
  return sink.rowCount;
}

/** The queue's tables are its library's: of another version's rows, the columns that both know are kept. */
async function copyCommonColumns(
  client: Client,
  source: TableSource,
  targetTables: readonly string[],
): Promise<number> {
  const table = quoteTable(source);
  const common = source.columns.filter((column) => targetTables.includes(column));
  const texts = source.columns.map((column) => `${escapeIdentifier(column)} text`).join(', ');
  await client.query(`create temporary table arriving (${texts}) on commit drop`);
  const rows = await copyRows(client, source, 'arriving');
  const types = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute where attrelid = $1::regclass`,
    [table],
  );
  const typeOf = new Map(types.rows.map(({ name, type }) => [name, type]));
  const cast = common.map((column) => `${escapeIdentifier(column)}::${typeOf.get(column)}`).join(', ');
  await client.query(`insert into ${table} (${quoteColumns(common)}) select ${cast} from arriving`);
  await client.query('drop table arriving');
  return rows;
}

async function restoreRows(
  client: Client,
  dump: DatabaseDump,
  onTableRestored: (table: string, rows: number) => void,
): Promise<void> {
  const targetTables = new Map((await listTables(client)).map((shape) => [quoteTable(shape), shape]));
  const tables = [...targetTables.keys()];
  await withoutForeignKeys(client, () =>
    withoutTriggers(client, tables, async () => {
      await client.query(`truncate ${tables.join(', ')}`);
      for (const source of dump.tables) {
        const targetTable = targetTables.get(quoteTable(source));
        if (!targetTable && source.schema === jobsSchema) continue;
        if (!targetTable)
          throw new TransferRefusedError(
            `The copy has a table that this Waypost does not know: ${source.table}.`,
          );
        const fits = source.columns.every((column) => targetTable.columns.includes(column));
        const rows = fits
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

/** @throws TransferRefusedError when there is anything in the database */
async function requireEmptyDatabase(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', '${jobsSchema}') and c.relkind in ('r', 'p', 'v', 'S')
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`,
  );
  if (rows[0])
    throw new TransferRefusedError(`The database is not empty: it has ${rows[0].name}. Nothing was changed.`);
}

/** Makes a database as empty as it was, after a copy that failed half-way. */
async function dropEverything(client: Client): Promise<void> {
  await client.query(`drop schema if exists ${jobsSchema} cascade`);
  await client.query('drop schema public cascade');
  await client.query('create schema public');
}

/** The migrations that the copy's tables were made by. @throws TransferRefusedError when one is not known here */
function migrationsOfDump(dump: DatabaseDump, all: readonly Migration[]): Migration[] {
  const unknown = dump.migrations.find((name) => !all.some((step) => step.name === name));
  if (unknown !== undefined)
    throw new TransferRefusedError(`The copy was made by a newer Waypost: it has "${unknown}".`);
  return all.filter((step) => dump.migrations.includes(step.name));
}

/**
 * Fills an empty database; all of it or nothing.
 * @param after runs once the rows are in and before newer migrations touch them; what it throws undoes everything
 * @throws TransferRefusedError when the database is not empty, or when the copy is of a newer Waypost
 */
export async function restoreDatabase(
  connectionString: string,
  dump: DatabaseDump,
  {
    migrations,
    told: onTableRestored = () => undefined,
    after,
  }: {
    migrations: readonly Migration[];
    told?: (table: string, rows: number) => void;
    after?: (digests: () => Promise<TableDigest[]>) => Promise<void>;
  },
): Promise<void> {
  const first = migrationsOfDump(dump, migrations);
  const client = await connectWithoutTimeout(connectionString);
  const db = openDatabase(connectionString, { maxConnections: 1 });
  try {
    await requireEmptyDatabase(client);
    try {
      await migrate(db, first);
      await createJobTables(connectionString);
      await client.query('begin');
      await restoreRows(client, dump, onTableRestored);
      await client.query('commit');
      await after?.(() => digestTables(client));
      await migrate(db, migrations);
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
