/** Data survive every migration, and a failed migration changes nothing. */
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { migrations } from '../../migrations/all.ts';
import { scaled } from '../../testing/time.ts';
import { connectionString } from '../postgres/connection.ts';
import { createScratchDatabase, dropDatabase } from '../postgres/databases.ts';
import { type Db, openDatabase } from './database.ts';
import { type Migration, migrate } from './migrate.ts';

async function createEmptyDatabase(): Promise<Db> {
  const name = `steps_${crypto.randomUUID().replaceAll('-', '')}`;
  const db = openDatabase(connectionString(await createScratchDatabase(inject('postgres'), name)), {
    maxConnections: 2,
  });
  onTestFinished(async () => {
    await db.destroy();
    await dropDatabase(inject('postgres'), name);
  });
  return db;
}

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
        jsonb_build_object('${tag}-varchar', jsonb_build_array('said ${tag}'))
      from surveys, users where name = 'Survey ${tag}' and email = '${tag}@example.org'`,
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

/** The rows of the filled tables that exist already. */
async function readAllTables(db: Db): Promise<Map<string, Row[]>> {
  const rowsByTable = new Map<string, Row[]>();
  for (const table of Object.keys(filledTables)) {
    const { rows: existing } = await sql<{
      is: boolean;
    }>`select to_regclass(${table}) is not null as is`.execute(db);
    if (existing[0]?.is !== true) continue;
    const { rows } = await sql<{
      row: Row;
    }>`select to_jsonb(it) as row from ${sql.table(table)} as it`.execute(db);
    rowsByTable.set(
      table,
      rows.map(({ row }) => row),
    );
  }
  return rowsByTable;
}

/** Excludes derived columns, whose meaning changes with the code that computes them. */
const isOwnColumn = (column: string) => !/^shown_|^cell$/.test(column);

/** Rows reduced to these columns, sorted. */
const pickColumns = (rows: readonly Row[], columns: readonly string[]) =>
  rows.map((row) => JSON.stringify(columns.map((column) => row[column]))).sort();

test('rows that were written under every earlier schema survive each migration', {
  timeout: scaled(120_000),
}, async () => {
  const db = await createEmptyDatabase();
  let before = new Map<string, Row[]>();
  for (const [index, step] of migrations.entries()) {
    expect(await migrate(db, migrations.slice(0, index + 1))).toEqual([step.name]);
    const after = await readAllTables(db);
    for (const [table, rows] of before) {
      const now = after.get(table) ?? [];
      const columns = Object.keys(rows[0] ?? {}).filter(
        (column) => isOwnColumn(column) && column in (now[0] ?? {}),
      );
      expect([step.name, table, pickColumns(now, columns)]).toEqual([
        step.name,
        table,
        pickColumns(rows, columns),
      ]);
      expect(columns.length).toBeGreaterThan(1);
    }
    for (const table of after.keys())
      await sql`insert into ${sql.table(table)} ${sql.raw(filledTables[table]?.(`step${index}`) ?? '')}`.execute(
        db,
      );
    before = await readAllTables(db);
  }
  expect(before.get('posts')).toHaveLength(migrations.length);
  expect(before.get('messages')?.length).toBeGreaterThan(20);
});

const names = async (db: Db) => {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db);
  return rows.map(({ name }) => name);
};

const first: Migration = {
  name: '0001-first',
  up: async (tx) => {
    await sql`create table kept (n int); insert into kept values (1), (2)`.execute(tx);
  },
};
/** Changes tables and rows before it fails. */
const broken: Migration = {
  name: '0002-broken',
  up: async (tx) => {
    await sql`delete from kept; alter table kept rename to lost; create table half (n int)`.execute(tx);
    await sql`select 1 / 0`.execute(tx);
  },
};

test('a failed migration is rolled back, and the repaired one runs at the next start', async () => {
  const db = await createEmptyDatabase();
  await expect(migrate(db, [first, broken])).rejects.toThrow('division by zero');
  expect(await names(db)).toEqual([first.name]);
  expect((await sql`select n from kept order by n`.execute(db)).rows).toEqual([{ n: 1 }, { n: 2 }]);
  expect((await sql`select to_regclass('half') as half`.execute(db)).rows).toEqual([{ half: null }]);
  // The earlier version still starts on it.
  expect(await migrate(db, [first])).toEqual([]);
  const repaired = { ...broken, up: async () => undefined };
  expect(await migrate(db, [first, repaired])).toEqual([broken.name]);
  // It refuses a database of a newer version.
  await expect(migrate(db, [first])).rejects.toThrow('a newer Waypost: it has "0002-broken"');
});

test('servers that start at once run each migration once', async () => {
  const db = await createEmptyDatabase();
  await migrate(db, [first]);
  let times = 0;
  const slow: Migration = {
    name: '0002-slow',
    up: async (tx) => {
      times++;
      await sql`alter table kept add column m int; select pg_sleep(0.2)`.execute(tx);
    },
  };
  const ran = await Promise.all([migrate(db, [first, slow]), migrate(db, [first, slow])]);
  expect([times, ran.flat()]).toEqual([1, ['0002-slow']]);
});
