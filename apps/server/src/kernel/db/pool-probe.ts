/** Checks from outside a connection pool whether its database answers. */
import { DatabaseError, Pool, type PoolConfig } from 'pg';

/**
 * Keeps the process alive when a connection breaks. Its query fails, and the next one opens a new connection.
 * @param onError called for idle connections
 */
export function ignoreConnectionErrors(pool: Pool, onError?: (error: Error) => void): void {
  pool.on('error', (error) => onError?.(error));
  pool.on('connect', (client) => client.on('error', () => undefined));
}

/** The answer to a trivial query: a refusal, such as too many connections, is an answer, too; silence is none. */
export type ProbeResult = 'ok' | 'refused' | 'silent';

/** Asks whether a database answers. Concurrent questions share one query. */
export interface PoolProbe {
  ask: () => Promise<ProbeResult>;
  close: () => Promise<void>;
}

/**
 * Creates a probe. It has a connection of its own, since all connections of the pool may be busy.
 * @param options of the pool
 * @param timeoutMs for the connection and the query together
 */
export function createPoolProbe(options: PoolConfig, timeoutMs: number): PoolProbe {
  const pool = new Pool({
    ...options,
    max: 1,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    allowExitOnIdle: true,
  });
  ignoreConnectionErrors(pool);
  let pendingProbe: Promise<ProbeResult> | undefined;
  const probe = () => {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<ProbeResult>((resolve) => {
      timer = setTimeout(resolve, timeoutMs, 'silent');
    });
    const answer = pool.query('select 1').then(
      (): ProbeResult => 'ok',
      (error: unknown): ProbeResult => (error instanceof DatabaseError ? 'refused' : 'silent'),
    );
    return Promise.race([answer, timeout]).finally(() => clearTimeout(timer));
  };
  return {
    ask() {
      pendingProbe ??= probe().finally(() => {
        pendingProbe = undefined;
      });
      return pendingProbe;
    },
    close: () => pool.end(),
  };
}
