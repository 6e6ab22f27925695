/** An upgrade from the schema before the baseline leads to the schema of a new database, and keeps all rows. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../kernel/db/database.ts';
import { migrate, runMigrations } from '../kernel/db/migrate.ts';
import { createTestDatabase } from '../testing/schema/create-test-database.ts';
import { describeSchema } from '../testing/schema/describe-schema.ts';
import {
  addedColumns,
  createDatabase0076,
  currentColumn,
  currentTable,
  loadSchema0070,
  readAllRows,
} from '../testing/schema/earlier-schemas.ts';
import { scaled } from '../testing/time.ts';
import { replaces } from './0071-baseline.ts';
import { columns, tables } from './0077-plain-names.ts';
import { schema } from './schema.ts';

const readMigrationNames = async (db: Db) => {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db);
  return rows.map(({ name }) => name);
};

test('an upgraded database has the schema of a new one', async () => {
  const [upgraded, created] = [await createTestDatabase(), await createTestDatabase()];
  await loadSchema0070(upgraded);
  expect(await readMigrationNames(upgraded)).toEqual(replaces);
  expect(await migrate(upgraded, schema)).not.toContain('0071-baseline');
  await migrate(created, schema);
  expect(await describeSchema(upgraded)).toEqual(await describeSchema(created));
  expect(await readMigrationNames(upgraded)).toEqual(await readMigrationNames(created));
});

test('a database that lacks migrations from before the baseline is refused and not changed', async () => {
  const db = await createTestDatabase();
  await loadSchema0070(db);
  await sql`delete from migrations where name = '0065-code-texts'`.execute(db);
  await expect(migrate(db, schema)).rejects.toThrow('it lacks "0065-code-texts"');
  expect(await readMigrationNames(db)).toEqual(replaces.filter((name) => name !== '0065-code-texts'));
});

/** Inserts for each table, in the order of their references, which work in every version of the schema. */
const filledTables: Record<string, (tag: string) => string> = {
  users: (tag) => `(email, realname, password_hash) values ('${tag}@example.org', 'Mina ${tag}', 'none')`,
  surveys: (tag) => `(name, description) values ('Survey ${tag}', 'Of ${tag}')`,
  tasks: (tag) =>
    `(survey_id, label, type) select id, 'Post ${tag}', 'post' from surveys where name = 'Survey ${tag}'`,
  attributes: (tag) =>
    `(task_id, key, label, input, type) select id, '${tag}-' || type, type, type, type from
      (select id from tasks where label = 'Post ${tag}') as task, unnest(array['point', 'varchar', 'tags']) as type`,
  categories: (tag) => `(tag, slug) values ('Kind ${tag}', 'kind-${tag}')`,
  media: (tag) =>
    `(user_id, caption, mime, file, thumbnail, size, width, height)
      select id, 'Picture ${tag}', 'image/jpeg', '${tag}.jpg', '${tag}-small.jpg', 1, 2, 3 from users
      where email = '${tag}@example.org'`,
  posts: (tag) =>
    `(survey_id, user_id, status, title, content, values)
      select surveys.id, users.id, 'published', 'Bridge ${tag}', 'Gone with ${tag}',
        jsonb_build_object('${tag}-varchar', jsonb_build_array('said ${tag}'),
          '${tag}-point', '[{"lat": 1.25, "lon": 36.5}]'::jsonb, '${tag}-tags', jsonb_build_array(categories.id))
      from surveys, users, categories
      where name = 'Survey ${tag}' and email = '${tag}@example.org' and categories.slug = 'kind-${tag}'`,
  post_places: (tag) =>
    `(post_id, attribute_id, position, lat, lon)
      select posts.id, attributes.id, 0, 1.25, 36.5 from posts, attributes
      where title = 'Bridge ${tag}' and key = '${tag}-point'`,
  post_categories: (tag) =>
    `(post_id, attribute_id, category_id)
      select posts.id, attributes.id, categories.id from posts, attributes, categories
      where title = 'Bridge ${tag}' and key = '${tag}-tags' and categories.slug = 'kind-${tag}'`,
  sets: (tag) =>
    `(kind, user_id, name, filter) select 'savedsearch', id, 'Search ${tag}', '{"q": "bridge"}' from users
      where email = '${tag}@example.org'`,
  contacts: (tag) =>
    `(user_id, type, contact) select id, 'email', email from users where email = '${tag}@example.org'`,
  user_settings: (tag) =>
    `(user_id, config_key, config_value) select id, 'key', '${tag}' from users where email = '${tag}@example.org'`,
  audit: (tag) => `(action, subject, subject_id) values ('update', 'settings', '${tag}')`,
  layers: (tag) =>
    `(name, data_url, type, active, visible_by_default)
      values ('Layer ${tag}', 'https://example.org/${tag}', 'geojson', true, false)`,
  post_revisions: (tag) =>
    `(post_id, revision, replaced) select id, 2, '{"title": "Bridge"}' from posts where title = 'Bridge ${tag}'`,
  post_translations: (tag) =>
    `(parent_id, locale, title, slug) select id, 'sw', 'Daraja', 'daraja-${tag}' from posts where title = 'Bridge ${tag}'`,
  messages: (tag) =>
    `(contact_id, message, type, status, direction) select id, 'Hello ${tag}', 'email', 'received', 'incoming'
      from contacts where contact = '${tag}@example.org'`,
  notifications: (tag) => `(user_id, set_id) select user_id, id from sets where name = 'Search ${tag}'`,
};

type Row = Record<string, unknown>;

/** The name that a table has in this database. */
async function findTableName(db: Db, table: string): Promise<string> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass(${table}) is not null as exists`.execute(
    db,
  );
  return rows[0]?.exists === true ? table : currentTable(table);
}

/** The rows of the filled tables, by the keys of `filledTables` and the current names of columns. */
async function readAllTables(db: Db): Promise<Map<string, Row[]>> {
  const rowsByTable = new Map<string, Row[]>();
  for (const table of Object.keys(filledTables)) {
    const { rows } = await sql<{
      row: Row;
    }>`select to_jsonb(it) as row from ${sql.table(await findTableName(db, table))} as it`.execute(db);
    rowsByTable.set(
      table,
      rows.map(({ row }) =>
        Object.fromEntries(
          Object.entries(row)
            .filter(([column]) => !addedColumns.has(column))
            .map(([column, value]) => [currentColumn(table, column), value]),
        ),
      ),
    );
  }
  return rowsByTable;
}

/** Excludes derived columns, whose meaning changes with the code that computes them. */
const isOwnColumn = (column: string) => !/^(?:masked_.*|cell|category_ids)$/.test(column);

/** Rows reduced to these columns, sorted. */
const pickColumns = (rows: readonly Row[], columns: readonly string[]) =>
  rows.map((row) => JSON.stringify(columns.map((column) => row[column]))).sort();

test('rows that were written under earlier schemas survive each migration', {
  timeout: scaled(120_000),
}, async () => {
  const db = await createTestDatabase();
  await loadSchema0070(db);
  const fillTables = async (tag: string) => {
    const tables = await readAllTables(db);
    for (const table of tables.keys())
      await sql`insert into ${sql.table(await findTableName(db, table))} ${sql.raw(filledTables[table]?.(tag) ?? '')}`.execute(
        db,
      );
    return readAllTables(db);
  };
  let before = await fillTables('0070');
  for (const [index, { name }] of schema.migrations.entries()) {
    const isLast = index === schema.migrations.length - 1;
    // The functions need all columns: they are applied after the last migration.
    if (isLast) await migrate(db, schema);
    else await runMigrations(db, schema.migrations.slice(0, index + 1));
    const after = await readAllTables(db);
    for (const [table, rows] of before) {
      const now = after.get(table) ?? [];
      const columns = Object.keys(rows[0] ?? {}).filter(
        (column) => isOwnColumn(column) && column in (now[0] ?? {}),
      );
      expect([name, table, pickColumns(now, columns)]).toEqual([name, table, pickColumns(rows, columns)]);
      expect(columns.length).toBeGreaterThan(1);
    }
    before = await fillTables(`step${index}`);
  }
  expect(before.get('posts')).toHaveLength(schema.migrations.length + 1);
});

test('posts that were stored without masks are masked', async () => {
  const db = await createTestDatabase();
  await loadSchema0070(db);
  for (const table of ['users', 'surveys', 'tasks', 'attributes', 'categories', 'posts'])
    await sql`insert into ${sql.table(table)} ${sql.raw(filledTables[table]?.('early') ?? '')}`.execute(db);
  await sql`update surveys set hide_author = true`.execute(db);
  await sql`update posts set shown_user_id = user_id`.execute(db);
  await migrate(db, schema);
  const { rows } = await sql`select user_id is not null as author, masked_user_id from posts`.execute(db);
  expect(rows).toEqual([{ author: true, masked_user_id: null }]);
});

test('renamed tables and columns keep every row', async () => {
  const db = await createTestDatabase();
  await createDatabase0076(db);
  const before = await readAllRows(db);
  for (const table of new Set([...Object.values(tables), ...Object.keys(columns)]))
    expect([table, before[table]?.length ?? 0]).not.toEqual([table, 0]);
  const last = schema.migrations.findIndex(({ name }) => name === '0077-plain-names');
  await runMigrations(db, schema.migrations.slice(0, last + 1));
  expect(await readAllRows(db)).toEqual(before);
});
