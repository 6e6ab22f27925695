/** Moves a deployment's rows from one PostgreSQL to another, and reads both again to see that they are alike. */
import type { Client } from 'pg';
import type { Migration } from '../db/migrate.ts';
import { digestTables, dumpDatabase, excludedTables, type TableDigest } from './dump-database.ts';
import { restoreDatabase, TransferRefusedError } from './restore-database.ts';

/** What people write while their rows are on the way would stay behind. */
async function requireUnused(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity
     where datname = current_database() and application_name in ('waypost', 'waypost jobs') limit 1`,
  );
  if (rows[0])
    throw new TransferRefusedError(
      'A Waypost is running on this database: stop it first. Nothing was changed.',
    );
}

const findDifference = (before: readonly TableDigest[], after: readonly TableDigest[]) => {
  const there = new Map(after.map((it) => [it.table, it]));
  return before.find(({ table, rows, digest }) => {
    const found = there.get(table);
    return found?.rows !== rows || found.digest !== digest;
  });
};

/**
 * Copies everything from one database into another, which is empty, but for what callers are counted under. The first is only
 * read.
 * @returns what each table held, the same on both sides
 * @throws TransferRefusedError when a server is at work on the first, when the second is not empty, or when they differ in the end;
 *   the second is as empty as before then
 */
export function moveDatabase(
  source: string,
  target: string,
  migrations: readonly Migration[],
): Promise<TableDigest[]> {
  return dumpDatabase(source, excludedTables.move, async (dump, client) => {
    await requireUnused(client);
    let moved: TableDigest[] = [];
    await restoreDatabase(target, dump, {
      migrations,
      after: async (digestTarget) => {
        moved = await digestTables(client, excludedTables.move);
        const other = findDifference(moved, await digestTarget());
        if (other) throw new TransferRefusedError(`${other.table} is not the same on both sides.`);
      },
    });
    return moved;
  });
}
