import { mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { buildApp } from '../app.ts';
import { ConfigError, readConfig } from '../kernel/config/config.ts';
import { type Db, inTransaction, openDatabase } from '../kernel/db/database.ts';
import { DirectoryFileStore } from '../kernel/files/directory-file-store.ts';
import { defineJob } from '../kernel/jobs/job.ts';
import { JobQueue } from '../kernel/jobs/job-queue.ts';
import { connectionString } from '../kernel/postgres/connection.ts';
import { createScratchDatabase, dropDatabase } from '../kernel/postgres/databases.ts';
import {
  digestTables,
  excludedTables,
  listTables,
  quoteColumns,
  quoteTable,
} from '../kernel/transfer/dump-database.ts';
import { replaces } from '../migrations/0071-baseline.ts';
import { schema } from '../migrations/schema.ts';
import { createTestSurvey } from '../testing/app/create-test-survey.ts';
import { buildMultipart } from '../testing/app/multipart.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { createDatabase0076, loadSchema0070, readAllRows } from '../testing/schema/earlier-schemas.ts';
import { restoreBackup } from './restore-backup.ts';
import { deleteOldBackups } from './scheduled-backups.ts';
import { writeBackup } from './write-backup.ts';

const laterJob = defineJob({ name: 'later', payload: z.object({ id: z.int() }) });

let app: TestApp;
let folder: string;
let form: number;

async function uploadPicture(at: number): Promise<void> {
  const bytes = await sharp({
    create: { width: 40 + at, height: 30, channels: 3, background: { r: at * 20, g: 90, b: 40 } },
  })
    .png()
    .toBuffer();
  const { payload, headers } = buildMultipart({ caption: `é "quoted" ${at}` }, { name: `b${at}.png`, bytes });
  const authorization = `Bearer ${await app.tokenOf('member')}`;
  const response = await app.fastify.inject({
    method: 'POST',
    url: '/api/v3/media',
    headers: { ...headers, authorization },
    payload,
  });
  expect(response.statusCode).toBe(200);
}

const createReport = (title: string) => app.send('member', 'POST', '/posts', { form, title });

beforeAll(async () => {
  app = await startTestApp({
    prepareJobs: (jobs) => jobs.register(laterJob, () => Promise.resolve()),
  });
  folder = await mkdtemp(path.join(tmpdir(), 'waypost-backup-'));
  await writeFile(path.join(folder, 'secret.key'), 'known to nobody');
  form = (await createTestSurvey(app.db, { words: { type: 'varchar' } })).id;
  for (const title of ['Bridge gone', 'tab\tand \\N and \u2028', 'جسر مقطوع', '💧'.repeat(30)])
    expect((await createReport(title)).status).toBe(200);
  for (let at = 0; at < 6; at++) await uploadPicture(at);
  await inTransaction(app.db, 'writes', (tx) => app.jobs.add(tx, laterJob, { id: 7 }));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** An empty database and an empty file store to restore into. */
let target: { address: string; store: DirectoryFileStore };
beforeEach(async () => {
  const name = `restored_${crypto.randomUUID().replaceAll('-', '')}`;
  const address = connectionString(await createScratchDatabase(inject('postgres'), name));
  const root = await mkdtemp(path.join(folder, 'store-'));
  target = { address, store: new DirectoryFileStore(path.join(root, 'storage')) };
  onTestFinished(() => dropDatabase(inject('postgres'), name));
});

const restoreOptions = () => ({
  connectionString: target.address,
  store: target.store,
  keyFiles: [path.join(target.store.root, '..', 'secret.key')],
  schema,
});
const createBackup = (name: string) =>
  writeBackup({
    connectionString: app.databaseUrl,
    store: new DirectoryFileStore(app.storageDir),
    keyFiles: [path.join(folder, 'secret.key'), path.join(folder, 'none.key')],
    version: '1.2.3',
    file: path.join(folder, name),
  });

/** All rows as text of the tables that a backup contains, and all files. */
async function readEverything(address: string, store: DirectoryFileStore) {
  const client = new Client(address);
  await client.connect();
  const rows: Record<string, string[]> = {};
  for (const shape of await listTables(client, excludedTables.backup)) {
    const tableRows = await client.query<{ row: string }>(
      `select row(${quoteColumns(shape.columns)})::text as row from ${quoteTable(shape)} order by 1`,
    );
    rows[quoteTable(shape)] = tableRows.rows.map(({ row }) => row);
  }
  const counters = await client.query(
    'select schemaname, sequencename, last_value from pg_sequences order by 1, 2',
  );
  const digests = await digestTables(client, excludedTables.backup);
  await client.end();
  const files: Record<string, string> = {};
  for await (const name of store.list())
    files[name] = (await readFile(path.join(store.root, name))).toString('base64');
  return { rows, files, counters: counters.rows, digests };
}

test('restores every row, sequence, waiting job and file, and the server works on them', async () => {
  const summary = await createBackup('whole.zip');
  const before = await readEverything(app.databaseUrl, new DirectoryFileStore(app.storageDir));
  expect(Object.keys(before.files)).toHaveLength(12);
  expect(before.rows['"jobs"."job"']?.some((row) => row.includes('later'))).toBe(true);
  expect((await stat(path.join(folder, 'whole.zip'))).mode & 0o077).toBe(0);

  const restored = await restoreBackup(path.join(folder, 'whole.zip'), restoreOptions());
  expect(restored).toEqual(summary);
  expect(await readFile(restoreOptions().keyFiles[0] ?? '', 'utf8')).toBe('known to nobody');
  expect(await readEverything(target.address, target.store)).toEqual(before);

  const db = openDatabase(target.address, { maxConnections: 2 });
  const jobs = new JobQueue({ db, connectionString: target.address, isWorker: false });
  const done: number[] = [];
  jobs.register(laterJob, ({ id }) => Promise.resolve(void done.push(id)));
  const restoredApp = await buildApp({ db, jobs, webDist: '/nowhere', storageDir: target.store.root });
  const authorization = `Bearer ${await app.tokenOf('member')}`;
  const payload = { form, title: 'After the fire' };
  const posted = await restoredApp.inject({
    method: 'POST',
    url: '/api/v3/posts',
    headers: { authorization },
    payload,
  });
  expect(posted.statusCode).toBe(200);
  const media = await restoredApp.inject({ url: '/api/v3/media?limit=1', headers: { authorization } });
  const file = new URL(
    media.json<{ results: [{ original_file_url: string }] }>().results[0].original_file_url,
  );
  expect((await restoredApp.inject({ url: file.pathname + file.search })).statusCode).toBe(200);
  await jobs.runPending();
  expect(done).toEqual([7]);
  await restoredApp.close();
  await jobs.close();
  await db.destroy();
});

test('writes during a backup are in it completely or not at all', async () => {
  const over = new AbortController();
  let written = 0;
  const writing = (async () => {
    for (; !over.signal.aborted; written++) await createReport(`meanwhile ${written}`);
  })();
  await expect.poll(() => written).toBeGreaterThan(1);
  await createBackup('busy.zip');
  over.abort();
  await writing;
  await restoreBackup(path.join(folder, 'busy.zip'), restoreOptions());
  const client = new Client(target.address);
  await client.connect();
  const { rows } = await client.query<{ posts: string; indexed: string }>(
    'select (select count(*) from posts) as posts, (select count(distinct post_id) from post_search_index) as indexed',
  );
  await client.end();
  expect(Number(rows[0]?.posts)).toBeGreaterThan(4);
  expect(rows[0]?.indexed).toBe(rows[0]?.posts);
});

const readTargetRows = async () => (await readEverything(target.address, target.store)).rows;

test('refuses a damaged backup, another file and a backup of a newer version, and leaves the target empty', async () => {
  await createBackup('good.zip');
  const good = path.join(folder, 'good.zip');
  const bad = path.join(folder, 'bad.zip');
  const bytes = await readFile(good);

  await writeFile(bad, bytes);
  await truncate(bad, bytes.length - 2000);
  await expect(restoreBackup(bad, restoreOptions())).rejects.toThrow(/cannot be opened/);

  // Changes a byte of a picture, near the end but before the central directory.
  const changed = Buffer.from(bytes);
  const at = changed.lastIndexOf(Buffer.from('IEND')) - 20;
  changed.writeUInt8(changed.readUInt8(at) ^ 0xff, at);
  await writeFile(bad, changed);
  await expect(restoreBackup(bad, restoreOptions())).rejects.toThrow(/damaged/);
  expect(await readTargetRows()).toEqual({});
  for await (const name of target.store.list()) expect.fail(`left behind: ${name}`);

  await writeFile(bad, 'no archive');
  await expect(restoreBackup(bad, restoreOptions())).rejects.toThrow(/cannot be opened/);
  await expect(
    restoreBackup(good, { ...restoreOptions(), schema: { ...schema, migrations: [] } }),
  ).rejects.toThrow(/newer Waypost: it has "/);
  expect(await readTargetRows()).toEqual({});

  await restoreBackup(good, restoreOptions());
  const full = await readTargetRows();
  await expect(restoreBackup(good, restoreOptions())).rejects.toThrow(/not empty/);
  expect(await readTargetRows()).toEqual(full);
});

/** Writes a backup of a database as an earlier version left it, and reads its rows. */
async function createEarlierBackup(fileName: string, prepare: (db: Db) => Promise<unknown>) {
  const name = `older_${crypto.randomUUID().replaceAll('-', '')}`;
  const older = connectionString(await createScratchDatabase(inject('postgres'), name));
  onTestFinished(() => dropDatabase(inject('postgres'), name));
  const db = openDatabase(older, { maxConnections: 2 });
  await prepare(db);
  const rows = await readAllRows(db);
  await db.destroy();
  const file = path.join(folder, fileName);
  const store = new DirectoryFileStore(path.join(folder, name));
  await writeBackup({ connectionString: older, store, keyFiles: [], version: '0.1.0', file });
  return { file, rows };
}

test.each([
  [
    'before the baseline',
    async (db: Db) => {
      await loadSchema0070(db);
      await sql`insert into posts (title) values ('Bridge')`.execute(db);
    },
  ],
  ['before the tables were renamed', createDatabase0076],
])('a backup from %s is restored with all rows', async (age, prepare) => {
  const { file, rows } = await createEarlierBackup(`${age}.zip`, prepare);
  await restoreBackup(file, { ...restoreOptions(), keyFiles: [] });
  const db = openDatabase(target.address, { maxConnections: 2 });
  const { rows: applied } = await sql`select name from migrations order by name`.execute(db);
  const { rows: functions } = await sql`select to_regproc('mask_posts') is not null as exist`.execute(db);
  const restored = await readAllRows(db);
  await db.destroy();
  expect(applied).toEqual(schema.migrations.map(({ name }) => ({ name })));
  expect(functions).toEqual([{ exist: true }]);
  for (const table of excludedTables.backup) rows[table] = [];
  // A migration records that the files of stored secrets have to be rewritten at the next start.
  restored['settings'] =
    restored['settings']?.filter((row) => !row.includes('secret-columns-to-rewrite')) ?? [];
  // Migrations insert the only rows of these tables; others that they add are empty.
  for (const table of ['urgency_state', 'place_mask_key', 'area_state']) {
    delete restored[table];
    delete rows[table];
  }
  for (const table of Object.keys(restored)) rows[table] ??= [];
  expect(restored).toEqual(rows);
});

test('a backup that is too old is refused', async () => {
  const { file } = await createEarlierBackup('too-old.zip', async (db) => {
    await loadSchema0070(db);
    await sql`delete from migrations where name = ${replaces.at(-1)}`.execute(db);
  });
  await expect(restoreBackup(file, restoreOptions())).rejects.toThrow(
    'The copy was made by an older Waypost, which this version cannot upgrade: it lacks "0070-phone-contacts".',
  );
  expect(await readTargetRows()).toEqual({});
});

test('scheduled backups are written to the configured directory and recorded, and only the newest are kept', async () => {
  const directory = path.join(folder, 'kept');
  const schedule = { cron: '30 3 * * *', directory, maxFiles: 2 };
  const name = `clock_${crypto.randomUUID().replaceAll('-', '')}`;
  const scheduled = await startTestApp({
    backups: { schedule, connectionString: app.databaseUrl, keyFiles: [] },
  });
  onTestFinished(async () => {
    await scheduled.close();
    await rm(directory, { recursive: true, force: true });
  });
  const { backupJob } = await import('./scheduled-backups.ts');
  const runBackup = async () => {
    await inTransaction(scheduled.db, 'writes', (tx) => scheduled.jobs.add(tx, backupJob, {}));
    return (await scheduled.jobs.runPending()).filter(([job]) => job === 'create-backup');
  };
  expect(await runBackup()).toEqual([['create-backup', 'done']]);
  const [backupName = ''] = await readdir(directory);
  expect(backupName).toMatch(/^waypost-\d{8}T\d{6}Z\.zip$/);
  const records = await scheduled.db.selectFrom('backups').selectAll().execute();
  expect(records).toMatchObject([
    { fault: null, bytes: (await stat(path.join(directory, backupName))).size },
  ]);

  const others = ['waypost-20250101T000000Z.zip', 'waypost-20250102T000000Z.zip', `${name}.zip`];
  for (const other of others) await writeFile(path.join(directory, other), '');
  const partialFile = path.join(directory, 'waypost-20250101T000000Z.zip.part');
  await writeFile(partialFile, '');
  await utimes(partialFile, 0, 0);
  await deleteOldBackups(directory, 2);
  expect((await readdir(directory)).sort((a, b) => a.localeCompare(b))).toEqual(
    [`${name}.zip`, others[1], backupName].sort((a = '', b = '') => a.localeCompare(b)),
  );

  await rm(directory, { recursive: true, force: true });
  await writeFile(directory, 'in the way');
  expect(await runBackup()).toEqual([['create-backup', 'failed']]);
  const failures = await scheduled.db
    .selectFrom('backups')
    .select('fault')
    .where('fault', 'is not', null)
    .execute();
  expect(failures).toHaveLength(1);
});

test('the operator sets time, directory and number', () => {
  expect(readConfig({}).backups).toBeUndefined();
  expect(readConfig({ BACKUP_AT: '03:30', DATA_DIR: '/srv' }).backups).toEqual({
    cron: '30 3 * * *',
    directory: '/srv/backups',
    maxFiles: 7,
  });
  const often = { BACKUP_AT: '0 */6 * * *', BACKUP_DIR: '/mnt/safe', BACKUP_KEEP: '30' };
  expect(readConfig(often).backups).toEqual({ cron: '0 */6 * * *', directory: '/mnt/safe', maxFiles: 30 });
  for (const wrong of [
    { BACKUP_AT: '25:00' },
    { BACKUP_AT: 'daily' },
    { BACKUP_AT: '03:30', BACKUP_KEEP: '0' },
  ])
    expect(() => readConfig(wrong)).toThrow(ConfigError);
});
