/**
 * Brings the schema of the database up to date: numbered migrations, each once and in a transaction of its own, then the files of
 * functions, triggers and views.
 */
import { sql } from 'kysely';
import { applyFunctions, type FunctionLists } from './apply-functions.ts';
import { type Db, inTransaction, type Tx } from './database.ts';

/** One step. */
export interface Migration {
  /** `0071-baseline`: the names sort in the order of the steps. */
  name: string;
  /** Names of earlier migrations that together made the same: it does not run where all of them have run. */
  replaces?: readonly string[];
  /** It must not use what the files of functions define: they are applied after the last migration. */
  up: (tx: Tx) => Promise<void>;
}

/** All that makes a schema. */
export interface Schema {
  /** In the order of their names. */
  migrations: readonly Migration[];
  /** Absolute path of the directory with the SQL files of functions, triggers and views. */
  functionsDirectory: string;
  /** Lists of texts that those files name as `{{name}}`: they are decided elsewhere, and a file follows when its list changes. */
  functionLists?: FunctionLists;
}

/** An arbitrary constant. Two servers that start at once migrate one after the other. */
const advisoryLockId = 7_490_213;

/** Waits until no other process changes the schema; until the end of the transaction. */
const lockSchema = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${advisoryLockId})`.execute(tx);
};

/**
 * Finds the migrations that have run.
 * @param names as a database or a backup records them
 * @param subject what has the names, for the error: `The database`
 * @throws when a name is unknown, which a newer Waypost has recorded, or when only some of the migrations have run that another
 *   one replaces
 */
export function findAppliedMigrations(
  names: readonly string[],
  migrations: readonly Migration[],
  subject: string,
): Migration[] {
  const knownNames = new Set(migrations.flatMap(({ name, replaces = [] }) => [name, ...replaces]));
  const unknown = names.find((name) => !knownNames.has(name));
  if (unknown !== undefined) throw new Error(`${subject} was made by a newer Waypost: it has "${unknown}".`);
  return migrations.filter(({ name, replaces = [] }) => {
    if (names.includes(name)) return true;
    const missing = replaces.filter((replaced) => !names.includes(replaced));
    if (missing.length === replaces.length) return false;
    if (missing.length === 0) return true;
    throw new Error(
      `${subject} was made by an older Waypost, which this version cannot upgrade: it lacks "${missing[0]}". Start the last ` +
        'version that has this migration on it once, then this one (docs/operations.md, "Upgrades").',
    );
  });
}

/**
 * Runs the migrations that have not run yet. A step that fails leaves the database as it was before that step.
 * @returns the names of the steps that ran now
 * @throws as `findAppliedMigrations`
 */
export async function runMigrations(db: Db, migrations: readonly Migration[]): Promise<string[]> {
  await inTransaction(db, 'writes', async (tx) => {
    // Two processes that create the same table at once conflict even with `if not exists`.
    await lockSchema(tx);
    await sql`
      create table if not exists migrations (name text primary key, ran timestamptz not null default now());
      create table if not exists function_files (name text primary key, checksum text not null, objects text[] not null)`.execute(
      tx,
    );
  });
  const appliedNow: string[] = [];
  for (const migration of migrations) {
    await inTransaction(db, 'writes', async (tx) => {
      await lockSchema(tx);
      const { rows } = await sql<{ name: string }>`select name from migrations`.execute(tx);
      const names = rows.map((row) => row.name);
      const hasRun = findAppliedMigrations(names, migrations, 'The database').includes(migration);
      if (names.includes(migration.name)) return;
      if (!hasRun) {
        await migration.up(tx);
        appliedNow.push(migration.name);
      }
      await sql`delete from migrations where name = any(${migration.replaces ?? []})`.execute(tx);
      await sql`insert into migrations (name) values (${migration.name})`.execute(tx);
    });
  }
  return appliedNow;
}

/**
 * Brings the schema up to date.
 * @returns the names of the migrations that ran now
 * @throws as `runMigrations`, or the error of a function file
 */
export async function migrate(
  db: Db,
  { migrations, functionsDirectory, functionLists = {} }: Schema,
): Promise<string[]> {
  const appliedNow = await runMigrations(db, migrations);
  await inTransaction(db, 'writes', async (tx) => {
    await lockSchema(tx);
    await applyFunctions(tx, functionsDirectory, functionLists);
  });
  return appliedNow;
}
