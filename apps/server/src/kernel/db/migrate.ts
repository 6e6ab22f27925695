/** Brings a database to the present shape: numbered steps, each in a transaction of its own, once, in order. */
import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from './database.ts';

export interface Migration {
  /** `0001-first-tables`: sorts as it runs. */
  name: string;
  up: (tx: Tx) => Promise<void>;
}

/** Any number, the same for every Waypost: two servers that start at once migrate one after the other. */
const advisoryLockId = 7_490_213;

/**
 * Runs what has not run yet. A step that fails leaves the database as it was before that step.
 * @returns the names of the steps that ran now
 * @throws when the database has seen a step that this version does not know, which means a newer Waypost made it
 */
export async function migrate(db: Db, migrations: readonly Migration[]): Promise<string[]> {
  await inTransaction(db, 'writes', async (tx) => {
    // Two that make the same table at once would get into each other's way, `if not exists` or not.
    await sql`select pg_advisory_xact_lock(${advisoryLockId})`.execute(tx);
    await sql`create table if not exists migrations (name text primary key, ran timestamptz not null default now())`.execute(
      tx,
    );
  });
  const appliedNow: string[] = [];
  for (const migration of migrations) {
    await inTransaction(db, 'writes', async (tx) => {
      await sql`select pg_advisory_xact_lock(${advisoryLockId})`.execute(tx);
      const { rows } = await sql<{ name: string }>`select name from migrations`.execute(tx);
      const applied = new Set(rows.map((row) => row.name));
      const unknown = [...applied].find((name) => !migrations.some((known) => known.name === name));
      if (unknown) throw new Error(`The database was made by a newer Waypost: it has "${unknown}".`);
      if (applied.has(migration.name)) return;
      await migration.up(tx);
      await sql`insert into migrations (name) values (${migration.name})`.execute(tx);
      appliedNow.push(migration.name);
    });
  }
  return appliedNow;
}
