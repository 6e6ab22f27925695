/** Moves the rows of a deployment from one PostgreSQL server to another, and verifies the copy. */
import { setTimeout } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Schema } from '../db/migrate.ts';
import { digestTables, dumpDatabase, excludedTables, type TableDigest } from './dump-database.ts';
import { restoreDatabase, TransferRefusedError } from './restore-database.ts';

/** Milliseconds in which the connections of a server that was just stopped end, and between two looks at them. */
const closing = { maxMs: 5000, intervalMs: 100 };

async function isInUse(client: Client): Promise<boolean> {
  // A transaction sees the connections of its first look.
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name in ('waypost', 'waypost jobs') limit 1`,
  );
  return rows.length > 0;
}

/** Rows that are written during the copy would be lost. */
async function requireUnused(client: Client): Promise<void> {
  const end = Date.now() + closing.maxMs;
  while (await isInUse(client)) {
    if (Date.now() > end)
      throw new TransferRefusedError(
        'A Waypost is running on this database: stop it first. Nothing was changed.',
      );
    await setTimeout(closing.intervalMs);
  }
}

const findDifference = (before: readonly TableDigest[], after: readonly TableDigest[]) => {
  const digestByTable = new Map(after.map((digest) => [digest.table, digest]));
  return before.find(({ table, rows, digest }) => {
    const copied = digestByTable.get(table);
    return copied?.rows !== rows || copied.digest !== digest;
  });
};

/**
 * Copies a database into an empty one, except for `excludedTables.move`. The source is only read.
 * @returns the digest of each table, equal on both sides
 * @throws TransferRefusedError when a server runs on the source, when the target is not empty, or when the digests differ; the
 *   target is empty then
 */
export function moveDatabase(source: string, target: string, schema: Schema): Promise<TableDigest[]> {
  return dumpDatabase(source, excludedTables.move, async (dump, client) => {
    await requireUnused(client);
    let digests: TableDigest[] = [];
    await restoreDatabase(target, dump, {
      schema,
      afterRows: async (digestTarget) => {
        digests = await digestTables(client, excludedTables.move);
        const difference = findDifference(digests, await digestTarget());
        if (difference) throw new TransferRefusedError(`${difference.table} is not the same on both sides.`);
      },
    });
    return digests;
  });
}
