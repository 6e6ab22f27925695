/** The database: one pool, one transaction per request, and the transaction as an argument that nobody can forget. */
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
import { isStalePlanError, prepareStatements } from './prepared-statements.ts';

export type Db = Kysely<Tables>;
/** What every query takes. */
export type Tx = Transaction<Tables>;

const int8Oid = 20;
/** Ids and counts stay far below 2^53, and the wire has them as numbers. */
const pgTypeParsers = new TypeOverrides();
pgTypeParsers.setTypeParser(int8Oid, Number);
const int8ArrayOid = 1016;
pgTypeParsers.setTypeParser(int8ArrayOid, (text) => text.match(/-?\d+/g)?.map(Number) ?? []);

/** Milliseconds that a request waits for a connection, unless told otherwise. */
const defaultConnectionTimeoutMs = 30_000;

/** Milliseconds that an idle connection stays: a new one has to learn all tables, and to plan all queries. */
const idleTimeoutMs = 300_000;
/** Seconds after which a connection is replaced, and with it what it keeps ready and nobody asks for any more. */
const maxLifetimeSeconds = 3600;

const pools = new WeakMap<Db, Pool>();
/** What transactions are made of, besides a connection. */
const transactionParts = new WeakMap<Db, Omit<KyselyProps, 'executor'>>();

/** How many connections a database has open, idle, and asked for in vain; undefined for one that was not opened here. */
export const getConnectionPool = (
  db: Db,
): Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'> | undefined => pools.get(db);

/**
 * A connection that breaks, idle or in use, would otherwise end the process. Its query fails, the next one opens another.
 * @param onError told of idle ones
 */
function ignoreConnectionErrors(pool: Pool, onError?: (error: Error) => void): void {
  pool.on('error', (error) => onError?.(error));
  pool.on('connect', (client) => client.on('error', () => undefined));
}

/**
 * Opens a pool. Nothing connects before the first query.
 * @param connectionString a PostgreSQL address, 15 or newer
 * @param options.patience milliseconds that a request waits for a connection
 */
export function openDatabase(
  connectionString: string,
  options: { connections?: number; patience?: number; onError?: (error: Error) => void } = {},
): Db {
  const pool = new Pool({
    connectionString,
    max: options.connections ?? 12,
    types: pgTypeParsers,
    application_name: 'waypost',
    connectionTimeoutMillis: options.patience ?? defaultConnectionTimeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
    maxLifetimeSeconds: maxLifetimeSeconds,
    pipeline: true,
    // A query that runs for a minute serves nobody any more. Compiling one costs more than our short queries take.
    options: '-c statement_timeout=60000 -c TimeZone=UTC -c jit=off',
  });
  ignoreConnectionErrors(pool, options.onError);
  pool.on('connect', prepareStatements);
  const dialect = new PostgresDialect({ pool });
  const db: Db = new Kysely<Tables>({ dialect });
  pools.set(db, pool);
  transactionParts.set(db, { config: { dialect }, dialect, driver: dialect.createDriver() });
  return db;
}

/**
 * Asks a database whether it answers, on a connection beside its pool: all of those may be busy with requests. Those who ask
 * at the same time share one answer.
 * @param timeoutMs milliseconds for the connection, and as many again for the answer
 */
export function createDatabaseProbe(
  db: Db,
  timeoutMs: number,
): { isAnswering: () => Promise<boolean>; close: () => Promise<void> } {
  const pool = new Pool({
    ...pools.get(db)?.options,
    max: 1,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    allowExitOnIdle: true,
  });
  ignoreConnectionErrors(pool);
  let pendingProbe: Promise<boolean> | undefined;
  const ask = () =>
    pool.query('select 1').then(
      () => true,
      () => false,
    );
  return {
    isAnswering() {
      pendingProbe ??= ask().finally(() => {
        pendingProbe = undefined;
      });
      return pendingProbe;
    },
    close: () => pool.end(),
  };
}

/**
 * Runs `work` in one transaction and answers after the commit.
 * Reads see one snapshot from first to last query, so that a page and its count agree.
 */
export const inTransaction = <T>(
  db: Db,
  kind: 'reads' | 'writes',
  work: (tx: Tx) => Promise<T>,
): Promise<T> => (kind === 'writes' ? db.transaction().execute(work) : readWithRetry(db, work));

/** What failed because another process changed a table meanwhile is read again. */
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
 * What is asked at the same time is sent at the same time, the beginning included: it all costs one way to the database and
 * back (docs/decisions/0038). Nothing is written that could fail to be, so the answer does not wait for the end.
 */
function readInSnapshot<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const parts = transactionParts.get(db);
  if (!parts) throw new Error('A database that was not opened here');
  const executor = db.getExecutor();
  return new Promise((resolve, reject) => {
    executor
      .provideConnection(async (connection) => {
        let isOver = false;
        const together = executor.withConnectionProvider({
          async provideConnection(consumer) {
            if (isOver) throw new Error('This transaction is over');
            return consumer(connection);
          },
        });
        const tx: Tx = new Transaction({ ...parts, executor: together });
        readsByTransaction.set(tx, new Map());
        const begin = connection.executeQuery(beginReadOnly);
        try {
          const [answer] = await Promise.all([work(tx), begin]);
          resolve(answer);
        } finally {
          isOver = true;
          // It fails with its connection alone, which nobody gets again.
          await connection.executeQuery(commit).catch(() => undefined);
        }
      })
      .catch(reject);
  });
}

/** What was read in each transaction that only reads: it cannot change there. */
const readsByTransaction = new WeakMap<Tx, Map<unknown, Promise<unknown>>>();

/** Reads something once in a transaction that only reads; each time in one that writes, which may change it. */
export function readOncePerTransaction<T>(tx: Tx, read: (tx: Tx) => Promise<T>): Promise<T> {
  const reads = readsByTransaction.get(tx);
  const found = reads?.get(read) ?? read(tx);
  reads?.set(read, found);
  return found as Promise<T>;
}

/** Lets the rest of a transaction take its time: for what touches every post, and is asked for once in a long while. */
export const disableStatementTimeout = async (tx: Tx): Promise<void> => {
  await sql`set local statement_timeout = 0`.execute(tx);
};

/** So that two may be read in one transaction. */
let cursorCount = 0;

/**
 * Reads a long answer piece by piece, so that it never is in memory as a whole; the database works on the next piece while
 * the last one is worked on.
 */
export async function* streamRows<R>(
  tx: Tx,
  query: RawBuilder<R>,
  { rows = 500 } = {},
): AsyncGenerator<readonly R[]> {
  const name = sql.id(`pieces_${++cursorCount}`);
  // All of it will be read: not what gives the first rows soonest.
  await sql`set local cursor_tuple_fraction = 1`.execute(tx);
  await sql`declare ${name} no scroll cursor for ${query}`.execute(tx);
  const fetch = () => sql<R>`fetch forward ${sql.lit(rows)} from ${name}`.execute(tx);
  let next = fetch();
  try {
    for (;;) {
      const batch = await next;
      if (batch.rows.length === 0) return;
      next = fetch();
      // It is waited for with the next piece; until then nobody would hear that it failed.
      next.catch(() => undefined);
      yield batch.rows;
    }
  } finally {
    // Where reading failed, its end took the cursor with it.
    await sql`close ${name}`.execute(tx).catch(() => undefined);
  }
}
