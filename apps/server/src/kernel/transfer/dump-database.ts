/**
 * A database's content, table by table, as one moment saw it: what backups are made of and moves between servers carry.
 *
 * Only rows travel. Tables, indexes and functions are made by the migrations where the rows arrive, which is why PostgreSQL's
 * version, its owner and its locale may differ there.
 */
import type { Readable } from 'node:stream';
import { Client, escapeIdentifier } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { jobsSchema as jobsSchema } from '../jobs/jobs.sql.ts';

/** A table and its columns in order; those that the database computes by itself are none of them. */
export interface TableColumns {
  schema: string;
  table: string;
  columns: string[];
}

/** Where a counter stands. */
export interface SequenceState {
  schema: string;
  name: string;
  /** Text, since it may be beyond what a number holds; null before its first use. */
  last: string | null;
}

/** A table whose rows can be read, once. */
export interface TableSource extends TableColumns {
  /** The rows in PostgreSQL's own text form. */
  open: () => Promise<Readable>;
}

/** All that a database holds. */
export interface DatabaseDump {
  /** Names of the migrations that have run, in order. */
  migrations: string[];
  tables: TableSource[];
  sequences: SequenceState[];
}

/** The queue makes and fills these by itself: its own form, and figures of the last days in a table for each day. */
const queueOwnTables = ['version', 'bam', 'queue_stats'];

/**
 * What callers are counted under and the key of the day. Together they give network addresses back (docs/decisions/0047), so
 * neither leaves the database: whatever the copy becomes starts counting anew, with a key of its own.
 */
const callerCountTables = ['throttle_keys', 'throttles'];
/** Which visitor sent a report, under the same key. A move keeps it, since it means nothing without the key. */
const senderHashTables = ['post_senders'];

/** Tables whose rows stay behind, for each kind of copy. */
export const excludedTables = {
  move: new Set(callerCountTables),
  backup: new Set([...callerCountTables, ...senderHashTables]),
} as const;

const tablesQuery = `
  select n.nspname as schema, c.relname as table,
    array(select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', '${jobsSchema}') and c.relkind in ('r', 'p') and not c.relispartition
    and not (n.nspname = '${jobsSchema}' and c.relname = any($1))
  order by n.nspname = '${jobsSchema}', c.relname`;

/** Every table there is, ours before the queue's, but for those named. */
export const listTables = async (
  client: Client,
  excluded: ReadonlySet<string> = new Set(),
): Promise<TableColumns[]> =>
  (await client.query<TableColumns>(tablesQuery, [queueOwnTables])).rows.filter(
    ({ schema, table }) => schema === jobsSchema || !excluded.has(table),
  );

/** The name of a table as SQL has it. */
export const quoteTable = ({ schema, table }: Pick<TableColumns, 'schema' | 'table'>): string =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`;

/** Columns as SQL lists them. */
export const quoteColumns = (columns: readonly string[]): string => columns.map(escapeIdentifier).join(', ');

const sequencesQuery = `
  select schemaname as schema, sequencename as name, last_value::text as last
  from pg_sequences where schemaname in ('public', '${jobsSchema}') order by 1, 2`;

/** A connection of its own whose statements may take as long as they need. */
export async function connectWithoutTimeout(connectionString: string): Promise<Client> {
  const client = new Client({
    connectionString,
    application_name: 'waypost copies',
    options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c TimeZone=UTC',
  });
  // What breaks the connection fails the statement under way, or the next one.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/**
 * Reads a whole database in one snapshot while others go on writing.
 * @param excluded tables whose rows are not read
 * @param work given the content; tables are opened one after the other, each read to its end before the next
 */
export async function dumpDatabase<T>(
  connectionString: string,
  excluded: ReadonlySet<string>,
  work: (copy: DatabaseDump, client: Client) => Promise<T>,
): Promise<T> {
  const client = await connectWithoutTimeout(connectionString);
  try {
    await client.query('begin isolation level repeatable read read only');
    const tables = (await listTables(client, excluded)).map((shape) => ({
      ...shape,
      open: () =>
        Promise.resolve(
          client.query(
            copyTo(`copy (select ${quoteColumns(shape.columns)} from ${quoteTable(shape)}) to stdout`),
          ),
        ),
    }));
    const { rows } = await client.query<{ name: string }>('select name from migrations order by name');
    const dump = {
      migrations: rows.map((row) => row.name),
      tables,
      sequences: (await client.query<SequenceState>(sequencesQuery)).rows,
    };
    const result = await work(dump, client);
    await client.query('commit');
    return result;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** What a table holds, whatever order it holds it in: equal for equal rows on any server. */
export interface TableDigest {
  table: string;
  rows: number;
  digest: string;
}

/** Reads each table whole and adds its rows up; what differs in one character differs here. */
export async function digestTables(
  client: Client,
  excluded: ReadonlySet<string> = new Set(),
): Promise<TableDigest[]> {
  const digests: TableDigest[] = [];
  for (const shape of await listTables(client, excluded)) {
    const row = `row(${shape.columns.map((column) => `it.${escapeIdentifier(column)}`).join(', ')})::text`;
    const { rows } = await client.query<{ rows: string; digest: string }>(
      `select count(*) as rows, coalesce(sum(('x' || substr(md5(${row}), 1, 16))::bit(64)::bigint::numeric), 0)::text as digest
       from ${quoteTable(shape)} it`,
    );
    const [found] = rows;
    digests.push({
      table: `${shape.schema}.${shape.table}`,
      rows: Number(found?.rows),
      digest: found?.digest ?? '',
    });
  }
  return digests;
}
