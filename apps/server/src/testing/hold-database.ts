/** A database that has no connection left to give. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import { type Db, poolOf } from '../kernel/db.ts';

/** How many connections a deployment in tests has. */
const connections = 4;

/** Keeps every connection busy. @returns what lets them go */
export async function holdDatabase(db: Db): Promise<() => Promise<void>> {
  let letGo: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const holders = Array.from({ length: connections }, () =>
    db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      await released;
    }),
  );
  await expect.poll(() => poolOf(db)?.idleCount === 0 && poolOf(db)?.totalCount === connections).toBe(true);
  return async () => {
    letGo();
    await Promise.all(holders);
  };
}
