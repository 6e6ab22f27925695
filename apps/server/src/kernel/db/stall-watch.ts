/**
 * Ends the wait for a database that stopped answering: its processes are frozen, or the network in between is gone. Without this a
 * request would wait forever, since only a database that answers enforces `statement_timeout`.
 */
import { performance } from 'node:perf_hooks';
import type { PostgresPool } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { createPoolProbe } from './pool-probe.ts';

/** After this time of waiting the watch asks whether the database answers at all. */
const patienceMs = 1000;
/** A database that needs longer for a trivial query counts as stalled. With the time above, less than five seconds. */
const answerTimeoutMs = 3500;
const checkIntervalMs = 250;

/** The database does not answer. The code is that of a connection that failed. */
class DatabaseStalledError extends Error {
  readonly code = '08006';
  constructor() {
    super('The database does not answer');
  }
}

/** Breaks a connection, so that its queries fail at once. */
function breakConnection(client: PoolClient): void {
  const { connection } = client as unknown as { connection: { stream: { destroy: () => void } } };
  connection.stream.destroy();
}

/**
 * Wraps a pool. While its database is stalled, connections in use are broken, and nothing waits for a connection: all fail as if the
 * database was unreachable. A slow database is not affected, as long as it answers a trivial query on another connection.
 */
export function failWhenStalled(pool: Pool): PostgresPool {
  /** Since when connections are in use or requested, as of `performance.now()`. */
  const waitingSince = new Map<PoolClient | object, number>();
  const usedClients = new Set<PoolClient>();
  const rejectWaiting = new Set<(error: Error) => void>();
  const probe = createPoolProbe(pool.options, answerTimeoutMs);
  let isStalled = false;
  let timer: NodeJS.Timeout | undefined;

  const check = async () => {
    const oldest = Math.min(...waitingSince.values());
    if (!isStalled && performance.now() - oldest < patienceMs) return;
    isStalled = (await probe.ask()) === 'silent';
    if (!isStalled) {
      // It answers: those that wait have patience again.
      for (const waiting of waitingSince.keys()) waitingSince.set(waiting, performance.now());
      return;
    }
    for (const reject of rejectWaiting) reject(new DatabaseStalledError());
    for (const client of usedClients) breakConnection(client);
  };
  const schedule = () => {
    timer ??= setTimeout(() => {
      void check().finally(() => {
        timer = undefined;
        if (isStalled || waitingSince.size > 0) schedule();
      });
    }, checkIntervalMs).unref();
  };
  const begin = (waiting: object) => {
    waitingSince.set(waiting, performance.now());
    schedule();
  };
  pool.on('acquire', (client) => {
    usedClients.add(client);
    begin(client);
  });
  pool.on('release', (_error, client) => {
    usedClients.delete(client);
    waitingSince.delete(client);
  });

  return {
    options: pool.options,
    async connect() {
      if (isStalled) throw new DatabaseStalledError();
      const connecting = pool.connect();
      let reject: (error: Error) => void = () => undefined;
      const stalled = new Promise<never>((_resolve, rejectPromise) => {
        reject = rejectPromise;
      });
      rejectWaiting.add(reject);
      begin(stalled);
      try {
        return await Promise.race([connecting, stalled]);
      } catch (error) {
        // It may still get a connection, which nobody uses then.
        if (error instanceof DatabaseStalledError)
          connecting.then(
            (client) => client.release(),
            () => undefined,
          );
        throw error;
      } finally {
        rejectWaiting.delete(reject);
        waitingSince.delete(stalled);
      }
    },
    async end() {
      clearTimeout(timer);
      await Promise.all([probe.close(), pool.end()]);
    },
  };
}
