/** A post with a mark in every column and file that `personalData` says can hold something of a person, and the search for what is left. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { openPromise } from 'yauzl';
import { writeBackup } from '../backups/write-backup.ts';
import { DirectoryFileStore } from '../kernel/files/directory-file-store.ts';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import type { TestApp } from '../testing/app/test-app.ts';
import { columnKinds, columnsOf, personalData, postTables, type TableContent } from './personal-data.sql.ts';

/** The word in every planted text. */
export const mark = 'quollfish';
/** The sender of the post; the number has no form that other rows contain. */
export const plantedNumber = '+254711987654';
/** Ids that no other row has: they are searched for as numbers. */
const ids = { formerAuthor: 987_654_301, author: 987_654_302, contact: 987_654_303, message: 987_654_304 };
const exactPlace = { lat: 12.345678, lon: 23.456789 };
const exactRoute = `LINESTRING(${exactPlace.lon} ${exactPlace.lat},${exactPlace.lon} ${exactPlace.lat})`;
const exactTime = '2026-02-03 04:05:06.789+00';

/** Forms of the marks in the text of a row or file. The reader of a row as text renders bytes in hexadecimal. */
const markForms = [
  mark,
  Buffer.from(mark).toString('hex'),
  String(exactPlace.lat),
  String(exactPlace.lon),
  '04:05:06',
];
const idForms = Object.values(ids).map(String);
/** Tables in which the ids of people stand for themselves. */
const tablesOfPeople = new Set(['users', 'contacts', 'messages', 'survey_contacts', 'confirmation_codes']);

export interface PlantedPost {
  id: number;
  survey: TestSurvey;
}

interface Column {
  table: string;
  column: string;
  type: string;
}

async function readColumns(app: TestApp): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select table_name as table, column_name as column, udt_name as type from information_schema.columns
    where table_schema = 'public' and is_generated = 'NEVER'`.execute(app.db);
  return rows;
}

/** Which row of people a column that refers to one gets. */
function referenceFor(column: string): number | null {
  if (column === 'contact_id') return ids.contact;
  if (column === 'message_id') return ids.message;
  return /(?:^|_)user_id$|_by$/.test(column) ? ids.author : null;
}

/** The planted value of a column; null for one that the fixture fills by itself. */
function plantedValue({ table, column, type }: Column) {
  const text = `${mark} ${table} ${column}`;
  if (type === 'text') return sql`${text}`;
  if (type === '_text') return sql`array[${text}]`;
  if (type === 'bytea') return sql`convert_to(${text}, 'UTF8')`;
  if (type === 'timestamptz') return sql`${exactTime}::timestamptz`;
  if (type === 'float8') return sql`${column.endsWith('lat') ? exactPlace.lat : exactPlace.lon}::float8`;
  if (type === 'int8') return referenceFor(column) === null ? null : sql`${referenceFor(column)}::bigint`;
  return null;
}

/** Kinds whose columns anonymizing empties, whole or in part. */
const removedKinds = ['cleared', 'authors', 'times'] as const;

/** One row of the post in each table of posts, and those that lead to it. */
async function insertRows(app: TestApp, survey: TestSurvey): Promise<number> {
  const run = async (statement: ReturnType<typeof sql>) => (await statement.execute(app.db)).rows;
  for (const [id, name] of [
    [ids.formerAuthor, 'former'],
    [ids.author, 'author'],
  ] as const)
    await run(sql`
      insert into users (id, email, realname, password_hash, role) overriding system value
      values (${id}, ${`${name}@example.org`}, ${name}, 'x', 'user')`);
  await run(sql`
    insert into contacts (id, type, contact, created) overriding system value
    values (${ids.contact}, 'phone', ${plantedNumber}, ${exactTime})`);
  const key = (name: string) => survey.keyOf(name);
  const [post] = (await run(sql`
    insert into posts (survey_id, user_id, status, revision, title, content, slug, created, post_date, updated)
    values (${survey.id}, ${ids.author}, 'published', 2, 'Bridge', 'Water on the road', ${`${mark}-slug`},
      ${exactTime}, ${exactTime}, ${exactTime}) returning id`)) as [{ id: number }];
  const { id } = post;
  await run(sql`
    insert into messages (id, contact_id, post_id, message, type, status, direction, datetime, created, title, additional_data)
    overriding system value
    values (${ids.message}, ${ids.contact}, ${id}, ${`${mark} said`}, 'sms', 'received', 'incoming', ${exactTime}, ${exactTime},
      ${`${mark} title`}, ${JSON.stringify({ from: mark })})`);
  await run(sql`
    insert into messages (parent_id, contact_id, message, type, status, direction)
    values (${ids.message}, ${ids.contact}, 'Thank you', 'sms', 'sent', 'outgoing')`);
  await run(sql`
    insert into messages (notification_post_id, message, type, status, direction)
    values (${id}, ${`New report: ${mark}`}, 'sms', 'sent', 'outgoing')`);
  const media = async (file: string) =>
    (
      (await run(sql`
        insert into media (mime, file, thumbnail, size, width, height, attached, post_id)
        values ('image/jpeg', ${file}, ${`${file}-small`}, 1, 1, 1, true, ${id}) returning id`)) as [
        { id: number },
      ]
    )[0].id;
  const [photo, face, replaced] = [
    await media('public.jpg'),
    await media('face.jpg'),
    await media('replaced.jpg'),
  ];
  await run(sql`update media set kept_original = 'original.jpg' where id = ${photo}`);
  await run(sql`insert into picture_facts (media_id) values (${photo})`);
  for (const [file, content] of [
    ['public.jpg', 'covered'],
    ['public.jpg-small', 'covered'],
    ['face.jpg', mark],
    ['face.jpg-small', mark],
    ['replaced.jpg', mark],
    ['replaced.jpg-small', mark],
    ['original.jpg', mark],
  ] as const)
    await writeFile(path.join(app.storageDir, file), content);
  const values = {
    [key('open')]: ['Knee-deep'],
    [key('photo')]: [String(photo)],
    [key('place')]: [exactPlace],
    [key('route')]: [exactRoute],
    [key('when')]: ['2026-02-03 04:05:06'],
    [key('home')]: [exactPlace],
    [key('words')]: [`${mark} private`],
    [key('face')]: [String(face)],
    [key('verdict')]: [`${mark} internal`],
    'of-another-survey': [`${mark} left over`],
  };
  await run(sql`update posts set values = ${JSON.stringify(values)} where id = ${id}`);
  await run(sql`
    insert into post_revisions (post_id, revision, user_id, replaced)
    values (${id}, 2, ${ids.formerAuthor}, ${JSON.stringify({
      status: 'draft',
      title: `${mark} replaced`,
      content: `${mark} replaced`,
      slug: mark,
      user: ids.formerAuthor,
      author_realname: mark,
      author_email: `${mark}@example.org`,
      post_date: '2026-02-03T04:05:06.789Z',
      values: {
        [key('open')]: [`${mark} replaced`],
        [key('photo')]: [String(replaced)],
        [key('place')]: [exactPlace],
      },
    })})`);
  const attributeOf = async (name: string) =>
    ((await run(sql`select id from attributes where key = ${key(name)}`)) as [{ id: number }])[0].id;
  for (const name of ['place', 'route', 'home'])
    await run(sql`
      insert into post_places (post_id, attribute_id, position, lat, lon)
      values (${id}, ${await attributeOf(name)}, 0, ${exactPlace.lat}, ${exactPlace.lon})`);
  const [category] = (await run(
    sql`insert into categories (tag, slug) values ('Illness', 'illness') returning id`,
  )) as [{ id: number }];
  await run(sql`
    insert into post_categories (post_id, attribute_id, category_id)
    values (${id}, ${await attributeOf('illness')}, ${category.id})`);
  await run(sql`
    insert into post_translations (parent_id, locale, title, values)
    values (${id}, 'fr', 'Pont', ${JSON.stringify({ [key('words')]: [`${mark} traduit`] })})`);
  const adminId = await app.idOf('admin');
  const [{ id: job }] = (await run(
    sql`insert into bulk_changes (action) values ('status') returning id`,
  )) as [{ id: number }];
  await run(sql`insert into bulk_change_posts (bulk_change_id, post_id) values (${job}, ${id})`);
  await run(sql`with made as (insert into cleanups default values returning id)
    insert into cleanup_posts (cleanup_id, post_id, status) select id, ${id}, 'published' from made`);
  await run(sql`
    insert into import_posts (post_id, survey_id, row_hash) values (${id}, ${survey.id}, sha256('row 7'))`);
  await run(sql`
    insert into sets (kind, name) values ('collection', 'Bridges')`);
  await run(sql`insert into set_posts (set_id, post_id) select max(id), ${id} from sets`);
  await run(sql`insert into notification_deliveries (user_id, post_id) values (${adminId}, ${id})`);
  await run(sql`insert into notification_events (post_id, is_new) values (${id}, true)`);
  await run(sql`insert into post_assignments (post_id, user_id) values (${id}, ${ids.author})`);
  await run(sql`
    insert into post_consents (post_id, agreed, declined, source) values (${id}, '{}', '{}', 'author')`);
  await run(sql`insert into post_holds (post_id, reason) values (${id}, 'always')`);
  await run(sql`
    insert into post_locks (post_id, user_id, expires) values (${id}, ${adminId}, now())`);
  await run(sql`insert into post_notes (post_id, content) values (${id}, 'x')`);
  await run(
    sql`insert into post_note_mentions (note_id, user_id) select max(id), ${adminId} from post_notes`,
  );
  await run(sql`insert into post_senders (post_id, sender_hash) values (${id}, '\\x00')`);
  await run(sql`
    insert into post_verifications (post_id, status, sources) values (${id}, 'verified', 1)`);
  await run(sql`insert into receipts (post_id, key_hash) values (${id}, '\\x00')`);
  await run(sql`insert into receipt_messages (post_id, from_team, message) values (${id}, false, 'x')`);
  await run(sql`
    insert into survey_contacts (survey_id, contact_id, post_id, message_id, data_source, country_code, state, question_sent, created)
    values (${survey.id}, ${ids.contact}, ${id}, ${ids.message}, 'simulated', 'KE', 'finished', ${exactTime}, ${exactTime})`);
  await run(sql`
    insert into survey_replies (message_id, survey_contact_id, attribute_id)
    select ${ids.message}, max(id), ${await attributeOf('open')} from survey_contacts`);
  const [{ id: webhook }] = (await run(sql`
    insert into webhooks (name, url, secret, event) values ('Hook', 'https://example.org', 'x', 'create') returning id`)) as [
    { id: number },
  ];
  await run(sql`
    insert into webhook_deliveries (webhook_id, event, post_id, state) values (${webhook}, 'create', ${id}, 'delivered')`);
  await run(sql`insert into webhook_events (post_id, event) values (${id}, 'update')`);
  await run(sql`
    insert into audit_log (user_id, action, subject, subject_id)
    select author, 'update', 'posts', ${String(id)} from unnest(array[${ids.author}, ${ids.formerAuthor}]::bigint[]) as author`);
  return id;
}

/** Plants the marks in the columns of the rows of the post. @returns tables and columns as `table.column` that got one */
async function plantMarks(app: TestApp, id: number): Promise<string[]> {
  const columns = await readColumns(app);
  const planted = [];
  for (const [table, content] of Object.entries<TableContent>(postTables)) {
    const { post = '' } = content;
    const rows =
      typeof post === 'string'
        ? sql`${sql.ref(post)} = ${id}`
        : sql`${sql.ref(post.media)} in (select media.id from media where post_id = ${id})`;
    for (const column of removedKinds.flatMap((kind) => columnsOf(content, kind))) {
      // Unique, or planted with the row.
      if (column === 'slug' && table === 'posts') continue;
      const found = columns.find((it) => it.table === table && it.column === column);
      const value = found && plantedValue(found);
      if (!value) throw new Error(`no mark for ${table}.${column}`);
      const { numAffectedRows = 0n } = await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = ${value} where ${rows}`.execute(app.db);
      if (numAffectedRows === 0n) throw new Error(`no row of the post in ${table}`);
      planted.push(`${table}.${column}`);
    }
  }
  await sql`select mask_posts(array[${id}]::bigint[])`.execute(app.db);
  return planted;
}

/** Stores a post with a mark in everything that hangs on it. Its public texts are without. */
export async function plantPersonalData(app: TestApp): Promise<PlantedPost & { planted: string[] }> {
  const survey = await createTestSurvey(
    app.db,
    {
      open: { type: 'varchar' },
      place: { type: 'point' },
      route: { type: 'geometry' },
      when: { type: 'datetime' },
      photo: { type: 'media', input: 'upload' },
      words: { type: 'varchar', private: true },
      home: { type: 'point', private: true },
      face: { type: 'media', input: 'upload', private: true },
      illness: { type: 'int', input: 'tags', private: true },
      verdict: { type: 'varchar', task: 'check' },
    },
    {
      tasks: { check: { internal: true } },
      hide_author: true,
      hide_time: true,
      hide_location: true,
      place_mask: 'displaced',
    },
  );
  const id = await insertRows(app, survey);
  return { id, survey, planted: await plantMarks(app, id) };
}

const contains = (text: string, forms: readonly string[]) =>
  forms.filter((form) => text.toLowerCase().includes(form));

/** The decompressed entries of a backup by name. */
async function readBackup(app: TestApp): Promise<Map<string, string>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'waypost-planted-'));
  try {
    const file = path.join(folder, 'backup.zip');
    const store = new DirectoryFileStore(app.storageDir);
    await writeBackup({ connectionString: app.databaseUrl, store, keyFiles: [], version: '1.2.3', file });
    const zip = await openPromise(file, { lazyEntries: true, autoClose: false });
    const entries = new Map<string, string>();
    for await (const entry of zip.eachEntry()) {
      const pieces: Buffer[] = [];
      for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer);
      entries.set(entry.fileName, Buffer.concat(pieces).toString('latin1'));
    }
    zip.close();
    return entries;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Where marks, exact places and times of the post, and ids that lead to its people are left: tables of all schemas, stored files, and a
 * backup made now.
 */
export async function findPersonalData(app: TestApp): Promise<string[]> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
    order by 1, 2`.execute(app.db);
  const found: string[] = [];
  for (const { schema, name } of tables) {
    // The entry of an erasure names a contact that no longer exists.
    const condition = name === 'audit_log' ? sql`subject <> 'contacts'` : sql`true`;
    const { rows } = await sql<{ text: string }>`
      select row::text as text from ${sql.id(schema, name)} as row where ${condition}`.execute(app.db);
    const forms = tablesOfPeople.has(name) ? markForms : [...markForms, ...idForms];
    const hits = new Set(rows.flatMap(({ text }) => contains(text, forms)));
    found.push(...[...hits].map((form) => `${name}: ${form}`));
  }
  const { rows: links } = await sql<{ link: string }>`
    select 'messages: contact' as link from messages where id = ${ids.message} and contact_id is not null
    union all select 'messages: reply' from messages where parent_id = ${ids.message}`.execute(app.db);
  found.push(...links.map(({ link }) => link));
  for (const name of await readdir(app.storageDir, { recursive: true })) {
    const content = await readFile(path.join(app.storageDir, name), 'latin1').catch(() => '');
    if (contains(content, markForms).length > 0) found.push(`file ${name}`);
  }
  for (const [name, content] of await readBackup(app))
    if (contains(content, [mark, Buffer.from(mark).toString('hex')]).length > 0) found.push(`backup ${name}`);
  return found.toSorted();
}

/** Columns of the database that `personalData` lacks, names twice, or that do not exist. */
export async function findUnclassifiedColumns(app: TestApp): Promise<string[]> {
  const { rows: existing } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(app.db);
  const listed = Object.entries(personalData).flatMap(([table, content]) =>
    columnKinds.flatMap((kind) => columnsOf(content, kind)).map((column) => `${table}.${column}`),
  );
  const names = new Set(existing.map(({ name }) => name));
  return [
    ...[...names].filter((name) => !listed.includes(name)).map((name) => `without a kind: ${name}`),
    ...listed.filter((name) => !names.has(name)).map((name) => `no such column: ${name}`),
    ...listed.filter((name, index) => listed.indexOf(name) !== index).map((name) => `twice: ${name}`),
  ].toSorted();
}
