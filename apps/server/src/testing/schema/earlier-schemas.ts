/** Databases as earlier versions left them, for tests of upgrades. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PlaceMasking } from '@waypost/contract/surveys/place-masking';
import { sql } from 'kysely';
import { type Db, inTransaction } from '../../kernel/db/database.ts';
import { runMigrations } from '../../kernel/db/migrate.ts';
import { columns as renamedColumns, tables as renamedTables } from '../../migrations/0077-plain-names.ts';
import { schema } from '../../migrations/schema.ts';

/** The key of signatures of such a database, as its migration 0008 made one. */
export const signingKey0070 = Buffer.alloc(32, 7).toString('base64url');

/** Makes what the migrations 0001 to 0070 made, with the key of signatures. */
export async function loadSchema0070(db: Db): Promise<void> {
  const text = await readFile(path.join(import.meta.dirname, 'schema-0070.sql'), 'utf8');
  await inTransaction(db, 'writes', async (tx) => {
    await sql`set local check_function_bodies = off`.execute(tx);
    await sql.raw(text).execute(tx);
    await sql`
      insert into settings (name, value) values ('file-seal', ${JSON.stringify({ key: signingKey0070 })}::jsonb)`.execute(
      tx,
    );
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

/** Columns that later migrations add; they are empty, or have their default, in rows that existed before. */
export const addedColumns: ReadonlySet<string> = new Set<string>([
  'subject_name',
  'received_key',
  'is_claim',
  'trusted',
  'merged_into',
  'status_before_merge',
  'public_from',
  'mask_cell',
  'consent_version',
  'agreed_uses',
  'declined_uses',
  'only_shared',
  'reporter_code',
  'keep_originals',
  'kept_original',
  'done_message_id',
  'done',
  'position',
  'refresh_minutes',
  'is_base_map',
  'max_zoom',
  'min_zoom',
  'addresses',
  'attribution',
  'area_ids',
  'masked_area_ids',
  'outline',
  'version',
  'anonymized_revision',
  'sender_removed',
  'is_masked',
  'is_shown',
  'keep_exact',
  ...PlaceMasking.keyof().options,
]);

/** Makes a database with the migrations up to 0076, and a row in each table that the next one renames. */
export async function createDatabase0076(db: Db): Promise<void> {
  await loadSchema0070(db);
  await runMigrationsBefore(db, '0077-plain-names');
  const text = await readFile(path.join(import.meta.dirname, 'rows-0076.sql'), 'utf8');
  await inTransaction(db, 'writes', (tx) => sql.raw(text).execute(tx));
}

/** All rows as sorted JSON, by the current names of tables and columns; without added columns and the tables about the schema. */
export async function readAllRows(db: Db): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename not in ('migrations', 'function_files')`.execute(db);
  const rowsByTable: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(it) as row from ${sql.table(name)} as it`.execute(db);
    rowsByTable[currentTable(name)] = rows
      .map(({ row }) =>
        JSON.stringify(
          Object.entries(row)
            .filter(([column]) => !addedColumns.has(column))
            .map(([column, value]) => [currentColumn(name, column), value])
            .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
        ),
      )
      .sort();
  }
  return rowsByTable;
}
