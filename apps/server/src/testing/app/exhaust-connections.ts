/** Exhausts the connection pool of a database. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import { type Db, getConnectionPool } from '../../kernel/db/database.ts';

/** Size of the connection pool in tests. */
const poolSize = 4;

/**
 * Occupies every connection.
 * @returns a function that releases them
 */
export async function exhaustConnections(db: Db): Promise<() => Promise<void>> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const holders = Array.from({ length: poolSize }, () =>
    db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      await released;
    }),
  );
  await expect
    .poll(() => getConnectionPool(db)?.idleCount === 0 && getConnectionPool(db)?.totalCount === poolSize)
    .toBe(true);
  return async () => {
    release();
    await Promise.all(holders);
  };
}
