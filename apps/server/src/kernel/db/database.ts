/** Opens the database: one pool, and one transaction per request, which every query takes as an argument. */
import {
  CompiledQuery,
  Kysely,
  type KyselyProps,
  PostgresDialect,
  type RawBuilder,
  sql,
  Transaction,
} from 'kysely';
import { Pool, TypeOverrides } from 'pg';
import type { Tables } from '../../migrations/tables.ts';
import { createPoolProbe, ignoreConnectionErrors, type PoolProbe } from './pool-probe.ts';
import { isStalePlanError, prepareStatements } from './prepared-statements.ts';
import { failWhenStalled } from './stall-watch.ts';

/** A database with its connection pool. */
export type Db = Kysely<Tables>;
/** A transaction. */
export type Tx = Transaction<Tables>;

const int8Oid = 20;
/** Parses bigint as number: ids and counts stay far below 2^53, and the API has them as numbers. */
const pgTypeParsers = new TypeOverrides();
pgTypeParsers.setTypeParser(int8Oid, Number);
const int8ArrayOid = 1016;
pgTypeParsers.setTypeParser(int8ArrayOid, (text) => text.match(/-?\d+/g)?.map(Number) ?? []);

/** How long a request waits for a connection by default. */
const defaultConnectionTimeoutMs = 30_000;

/** How long an idle connection stays open: a new one has empty caches for tables and query plans. */
const idleTimeoutMs = 300_000;
/** Age at which a connection is replaced, which frees its prepared statements that are no longer used. */
const maxLifetimeSeconds = 3600;

const pools = new WeakMap<Db, Pool>();
/** What a `Transaction` is made of, besides its executor. */
const transactionParts = new WeakMap<Db, Omit<KyselyProps, 'executor'>>();

/** Numbers of open and idle connections and of waiting requests; undefined for a database that was not opened here. */
export const getConnectionPool = (
  db: Db,
): Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'> | undefined => pools.get(db);

/**
 * Opens a pool. Nothing connects before the first query.
 * @param connectionString URL of a PostgreSQL server, version 15 or newer
 * @param options.connectionTimeoutMs how long a request waits for a connection
 * @param options.failsWhenStalled whether what waits for a database that does not answer fails within five seconds (`stall-watch.ts`)
 * @param options.onQuery called with each query that has ended
 */
export function openDatabase(
  connectionString: string,
  options: {
    maxConnections?: number;
    connectionTimeoutMs?: number;
    failsWhenStalled?: boolean;
    onError?: (error: Error) => void;
    onQuery?: ((text: string, parameters: readonly unknown[]) => void) | undefined;
  } = {},
): Db {
  const pool = new Pool({
    connectionString,
    max: options.maxConnections ?? 12,
    types: pgTypeParsers,
    application_name: 'waypost',
    connectionTimeoutMillis: options.connectionTimeoutMs ?? defaultConnectionTimeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
    maxLifetimeSeconds,
    pipeline: true,
    // After a minute the client has given up. JIT compilation costs more than our short queries take.
    options: '-c statement_timeout=60000 -c TimeZone=UTC -c jit=off',
  });
  ignoreConnectionErrors(pool, options.onError);
  pool.on('connect', prepareStatements);
  const dialect = new PostgresDialect({ pool: options.failsWhenStalled ? failWhenStalled(pool) : pool });
  const { onQuery } = options;
  const db: Db = new Kysely<Tables>({
    dialect,
    ...(onQuery ? { log: (event) => onQuery(event.query.sql, event.query.parameters) } : {}),
  });
  pools.set(db, pool);
  transactionParts.set(db, { config: { dialect }, dialect, driver: dialect.createDriver() });
  return db;
}

/**
 * Checks whether a database answers, on a connection outside its pool.
 * @param timeoutMs for the connection and the query together
 */
export const createDatabaseProbe = (db: Db, timeoutMs: number): PoolProbe =>
  createPoolProbe(pools.get(db)?.options ?? {}, timeoutMs);

/**
 * Runs `work` in one transaction and resolves after the commit.
 * Reads see one snapshot from the first to the last query, so that a page and its count agree.
 */
export const inTransaction = <T>(
  db: Db,
  kind: 'reads' | 'writes',
  work: (tx: Tx) => Promise<T>,
): Promise<T> => (kind === 'writes' ? write(db, work) : readWithRetry(db, work));

const writeListeners = new WeakMap<Db, Set<() => void>>();

/**
 * Calls `listener` after the commit of each write transaction of this process.
 * @returns a function that removes the listener
 */
export function onWrite(db: Db, listener: () => void): () => void {
  const listeners = writeListeners.get(db) ?? new Set();
  writeListeners.set(db, listeners.add(listener));
  return () => listeners.delete(listener);
}

async function write<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const result = await db.transaction().execute(work);
  for (const listener of writeListeners.get(db) ?? []) listener();
  return result;
}

/** Retries once when another process changed a table meanwhile. */
async function readWithRetry<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await readInSnapshot(db, work);
  } catch (error) {
    if (isStalePlanError(error)) return readInSnapshot(db, work);
    throw error;
  }
}

const beginReadOnly = CompiledQuery.raw('start transaction isolation level repeatable read read only');
const commit = CompiledQuery.raw('commit');

/**
 * Runs a read-only transaction. Concurrent queries are pipelined, the begin included, so that they take one round trip together
 * (docs/decisions/0038). Nothing is written, so the result does not wait for the commit.
 */
function readInSnapshot<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const parts = transactionParts.get(db);
  if (!parts) throw new Error('This database was not opened by openDatabase');
  const executor = db.getExecutor();
  return new Promise((resolve, reject) => {
    executor
      .provideConnection(async (connection) => {
        let hasEnded = false;
        const pipelinedExecutor = executor.withConnectionProvider({
          async provideConnection(consumer) {
            if (hasEnded) throw new Error('This transaction has ended');
            return consumer(connection);
          },
        });
        const tx: Tx = new Transaction({ ...parts, executor: pipelinedExecutor });
        readsByTransaction.set(tx, new Map());
        const begin = connection.executeQuery(beginReadOnly);
        try {
          const [result] = await Promise.all([work(tx), begin]);
          resolve(result);
        } finally {
          hasEnded = true;
          // It fails only with its connection, which is not used again.
          await connection.executeQuery(commit).catch(() => undefined);
        }
      })
      .catch(reject);
  });
}

/** Results of `readOncePerTransaction` in each read-only transaction, where they cannot change. */
const readsByTransaction = new WeakMap<Tx, Map<unknown, Promise<unknown>>>();

/** Reads something once per read-only transaction; every time in one that writes, which may change it. */
export function readOncePerTransaction<T>(tx: Tx, read: (tx: Tx) => Promise<T>): Promise<T> {
  const reads = readsByTransaction.get(tx);
  const result = reads?.get(read) ?? read(tx);
  reads?.set(read, result);
  return result as Promise<T>;
}

/** Sets the time limit of each statement for the rest of a transaction. */
export const setStatementTimeout = async (tx: Tx, ms: number): Promise<void> => {
  await sql`set local statement_timeout = ${sql.lit(ms)}`.execute(tx);
};

/** Removes the time limit for the rest of a transaction: for rare work that touches every post. */
export const disableStatementTimeout = (tx: Tx): Promise<void> => setStatementTimeout(tx, 0);

/** Makes cursor names unique, so that one transaction may use several. */
let cursorCount = 0;

/**
 * Streams the rows of a query in batches through a cursor, so that they never are in memory all at once. The database works on
 * the next batch while the caller processes the current one.
 */
export async function* streamRows<R>(
  tx: Tx,
  query: RawBuilder<R>,
  { batchSize = 500 } = {},
): AsyncGenerator<readonly R[]> {
  const name = sql.id(`rows_${++cursorCount}`);
  // All rows will be read: plan for the total time, not for the first rows.
  await sql`set local cursor_tuple_fraction = 1`.execute(tx);
  await sql`declare ${name} no scroll cursor for ${query}`.execute(tx);
  const fetchBatch = () => sql<R>`fetch forward ${sql.lit(batchSize)} from ${name}`.execute(tx);
  let next = fetchBatch();
  try {
    for (;;) {
      const batch = await next;
      if (batch.rows.length === 0) return;
      next = fetchBatch();
      // It is awaited in the next round; an error before that would count as unhandled.
      next.catch(() => undefined);
      yield batch.rows;
    }
  } finally {
    // A failed query has ended the transaction and its cursor.
    await sql`close ${name}`.execute(tx).catch(() => undefined);
  }
}
