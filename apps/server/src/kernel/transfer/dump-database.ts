/**
 * Dumps the content of a database, table by table, in one snapshot: for backups and for moves between servers.
 *
 * A dump contains only rows. The migrations create tables, indexes and functions in the target, so its PostgreSQL version, owner
 * and locale may differ.
 */
import type { Readable } from 'node:stream';
import { Client, escapeIdentifier } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { jobsSchema } from '../jobs/jobs.sql.ts';

/** A table and its columns in order, without generated columns. */
export interface TableColumns {
  schema: string;
  table: string;
  columns: string[];
}

/** The state of a sequence. */
export interface SequenceState {
  schema: string;
  name: string;
  /** Last value as text, since it may exceed a number; null before the first use. */
  last: string | null;
}

/** A table whose rows can be read once. */
export interface TableSource extends TableColumns {
  /** The rows in the text format of `COPY`. */
  open: () => Promise<Readable>;
}

/** The content of a database. */
export interface DatabaseDump {
  /** Names of the migrations that have run, in order. */
  migrations: string[];
  tables: TableSource[];
  sequences: SequenceState[];
}

/** Tables that the job queue creates and fills by itself: its version, and statistics with one partition per day. */
const queueOwnTables = ['version', 'bam', 'queue_stats'];

/**
 * Attempt counts and the key of the day. Together they allow to recover network addresses (docs/decisions/0047), so neither is
 * copied: the target starts counting anew with a key of its own.
 */
const callerCountTables = ['throttle_keys', 'throttles'];
/** Hash of the visitor who sent a report, made with the same key. A move keeps it, since it is useless without the key. */
const senderHashTables = ['post_senders'];

/** Time and place of photographs, which may be the sender's home. The hashes beside them are read from the pictures again. */
const photoDataTables = ['picture_facts'];

/** What suggestions are learned from texts of reports. It is learned again from those that are restored. */
const learnedTables = ['suggestion_models', 'suggestion_weights'];

/** Names on maps that were made from an extract. Like the maps, they are made from it again. */
const mapNameTables = ['map_names', 'map_name_keys', 'map_street_lines', 'map_house_numbers'];

/** Tables whose rows are not copied, for each kind of copy. */
export const excludedTables = {
  move: new Set(callerCountTables),
  backup: new Set([
    ...callerCountTables,
    ...senderHashTables,
    ...photoDataTables,
    ...learnedTables,
    ...mapNameTables,
  ]),
} as const;

const tablesQuery = `
  select n.nspname as schema, c.relname as table,
    array(select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', '${jobsSchema}') and c.relkind in ('r', 'p') and not c.relispartition
    and not (n.nspname = '${jobsSchema}' and c.relname = any($1))
  order by n.nspname = '${jobsSchema}', c.relname`;

/** All tables except for the excluded ones; the application's before those of the job queue. */
export const listTables = async (
  client: Client,
  excluded: ReadonlySet<string> = new Set(),
): Promise<TableColumns[]> =>
  (await client.query<TableColumns>(tablesQuery, [queueOwnTables])).rows.filter(
    ({ schema, table }) => schema === jobsSchema || !excluded.has(table),
  );

/** The quoted name of a table. */
export const quoteTable = ({ schema, table }: Pick<TableColumns, 'schema' | 'table'>): string =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`;

/** A quoted list of columns. */
export const quoteColumns = (columns: readonly string[]): string => columns.map(escapeIdentifier).join(', ');

const sequencesQuery = `
  select schemaname as schema, sequencename as name, last_value::text as last
  from pg_sequences where schemaname in ('public', '${jobsSchema}') order by 1, 2`;

/** Opens a connection without statement timeout. */
export async function connectWithoutTimeout(connectionString: string): Promise<Client> {
  const client = new Client({
    connectionString,
    application_name: 'waypost copies',
    options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c TimeZone=UTC',
  });
  // A broken connection fails the current statement, or the next one.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/**
 * Dumps a database in one snapshot while others may write.
 * @param excluded tables whose rows are not read
 * @param work gets the dump; it opens tables one after the other and reads each to its end before the next
 */
export async function dumpDatabase<T>(
  connectionString: string,
  excluded: ReadonlySet<string>,
  work: (dump: DatabaseDump, client: Client) => Promise<T>,
): Promise<T> {
  const client = await connectWithoutTimeout(connectionString);
  try {
    await client.query('begin isolation level repeatable read read only');
    const tables = (await listTables(client, excluded)).map((table) => ({
      ...table,
      open: () =>
        Promise.resolve(
          client.query(
            copyTo(`copy (select ${quoteColumns(table.columns)} from ${quoteTable(table)}) to stdout`),
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

/** Row count and digest of a table, independent of the order of rows: equal for equal rows on any server. */
export interface TableDigest {
  table: string;
  rows: number;
  digest: string;
}

/** Reads all rows of each table and sums their hashes: a difference of one character changes the digest. */
export async function digestTables(
  client: Client,
  excluded: ReadonlySet<string> = new Set(),
): Promise<TableDigest[]> {
  const digests: TableDigest[] = [];
  for (const table of await listTables(client, excluded)) {
    const row = `row(${table.columns.map((column) => `t.${escapeIdentifier(column)}`).join(', ')})::text`;
    const { rows } = await client.query<{ rows: string; digest: string }>(
      `select count(*) as rows, coalesce(sum(('x' || substr(md5(${row}), 1, 16))::bit(64)::bigint::numeric), 0)::text as digest
       from ${quoteTable(table)} t`,
    );
    const [result] = rows;
    digests.push({
      table: `${table.schema}.${table.table}`,
      rows: Number(result?.rows),
      digest: result?.digest ?? '',
    });
  }
  return digests;
}
