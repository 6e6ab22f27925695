/** Runs the migrations of the database: numbered steps, in order, each once and in a transaction of its own. */
import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from './database.ts';

/** One step. */
export interface Migration {
  /** `0001-first-tables`: the names sort in the order of the steps. */
  name: string;
  up: (tx: Tx) => Promise<void>;
}

/** An arbitrary constant. Two servers that start at once migrate one after the other. */
const advisoryLockId = 7_490_213;

/**
 * Runs the migrations that have not run yet. A step that fails leaves the database as it was before that step.
 * @returns the names of the steps that ran now
 * @throws when the database has a step that this version does not know: a newer Waypost made it
 */
export async function migrate(db: Db, migrations: readonly Migration[]): Promise<string[]> {
  await inTransaction(db, 'writes', async (tx) => {
    // Two processes that create the same table at once conflict even with `if not exists`.
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
      const unknown = [...applied].find((name) => !migrations.some((migration) => migration.name === name));
      if (unknown) throw new Error(`The database was made by a newer Waypost: it has "${unknown}".`);
      if (applied.has(migration.name)) return;
      await migration.up(tx);
      await sql`insert into migrations (name) values (${migration.name})`.execute(tx);
      appliedNow.push(migration.name);
    });
  }
  return appliedNow;
}
