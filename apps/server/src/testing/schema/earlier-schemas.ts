/** Databases as earlier versions left them, for tests of upgrades. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { type Db, inTransaction } from '../../kernel/db/database.ts';
import { runMigrations } from '../../kernel/db/migrate.ts';
import { columns as renamedColumns, tables as renamedTables } from '../../migrations/0077-plain-names.ts';
import { schema } from '../../migrations/schema.ts';

/** Makes what the migrations 0001 to 0070 made. */
export async function loadSchema0070(db: Db): Promise<void> {
  const text = await readFile(path.join(import.meta.dirname, 'schema-0070.sql'), 'utf8');
  await inTransaction(db, 'writes', async (tx) => {
    await sql`set local check_function_bodies = off`.execute(tx);
    await sql.raw(text).execute(tx);
  });
}

/** Runs the migrations that are older than this one. @param name `0077-plain-names` */
export const runMigrationsBefore = (db: Db, name: string): Promise<string[]> =>
  runMigrations(
    db,
    schema.migrations.filter((migration) => migration.name < name),
  );

/** The current name of a table. */
export const currentTable = (table: string): string => renamedTables[table] ?? table;

/** The current name of a column. @param table its name in any version */
export const currentColumn = (table: string, column: string): string =>
  renamedColumns[currentTable(table)]?.[column] ?? column;
