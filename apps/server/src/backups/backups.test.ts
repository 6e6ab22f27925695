import { mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { buildApp } from '../app.ts';
import { ConfigError, readConfig } from '../kernel/config.ts';
import { digestTables, leftOut, listed, named, tablesOf } from '../kernel/copies/database-copy.ts';
import { inTransaction, openDatabase } from '../kernel/db.ts';
import { DirectoryStore } from '../kernel/directory-store.ts';
import { defineJob } from '../kernel/jobs/job.ts';
import { Jobs } from '../kernel/jobs/jobs.ts';
import { connectionString } from '../kernel/postgres/connection.ts';
import { createScratchDatabase, dropDatabase } from '../kernel/postgres/databases.ts';
import { migrations } from '../migrations/all.ts';
import { aSurvey } from '../testing/a-survey.ts';
import { type Deployment, startDeployment } from '../testing/deployment.ts';
import { multipart } from '../testing/multipart.ts';
import { keepNewest } from './keep-backups.ts';
import { readBackup } from './read-backup.ts';
import { writeBackup } from './write-backup.ts';

const later = defineJob({ name: 'later', payload: z.object({ id: z.int() }) });

let it: Deployment;
let folder: string;
let form: number;

async function picture(at: number): Promise<void> {
  const bytes = await sharp({
    create: { width: 40 + at, height: 30, channels: 3, background: { r: at * 20, g: 90, b: 40 } },
  })
    .png()
    .toBuffer();
  const { payload, headers } = multipart({ caption: `é "quoted" ${at}` }, { name: `b${at}.png`, bytes });
  const authorization = `Bearer ${await it.tokenOf('member')}`;
  const answer = await it.app.inject({
    method: 'POST',
    url: '/api/v3/media',
    headers: { ...headers, authorization },
    payload,
  });
  expect(answer.statusCode).toBe(200);
}

const report = (title: string) => it.send('member', 'POST', '/posts', { form, title });

beforeAll(async () => {
  it = await startDeployment({
    prepareJobs: (jobs) => jobs.handle(later, () => Promise.resolve()),
  });
  folder = await mkdtemp(path.join(tmpdir(), 'waypost-backup-'));
  await writeFile(path.join(folder, 'secret.key'), 'known to nobody');
  form = (await aSurvey(it.db, { words: { type: 'varchar' } })).id;
  for (const title of ['Bridge gone', 'tab\tand \\N and \u2028', 'جسر مقطوع', '💧'.repeat(30)])
    expect((await report(title)).status).toBe(200);
  for (let at = 0; at < 6; at++) await picture(at);
  await inTransaction(it.db, 'writes', (tx) => it.jobs.add(tx, later, { id: 7 }));
});
afterAll(async () => {
  await it.close();
  await rm(folder, { recursive: true, force: true });
});

/** An empty place: a database of its own, and a directory. */
let there: { address: string; store: DirectoryStore };
beforeEach(async () => {
  const name = `restored_${crypto.randomUUID().replaceAll('-', '')}`;
  const address = connectionString(await createScratchDatabase(inject('postgres'), name));
  const root = await mkdtemp(path.join(folder, 'store-'));
  there = { address, store: new DirectoryStore(path.join(root, 'storage')) };
  onTestFinished(() => dropDatabase(inject('postgres'), name));
});

const into = () => ({
  connectionString: there.address,
  store: there.store,
  keys: [path.join(there.store.root, '..', 'secret.key')],
  migrations,
});
const back = (name: string) =>
  writeBackup({
    connectionString: it.databaseAddress,
    store: new DirectoryStore(it.storageDir),
    keys: [path.join(folder, 'secret.key'), path.join(folder, 'none.key')],
    version: '1.2.3',
    file: path.join(folder, name),
  });

/** Every row as text of every table that a backup holds, and every file's bytes. */
async function everything(address: string, store: DirectoryStore) {
  const client = new Client(address);
  await client.connect();
  const rows: Record<string, string[]> = {};
  for (const shape of await tablesOf(client, leftOut.backup)) {
    const found = await client.query<{ row: string }>(
      `select row(${listed(shape.columns)})::text as row from ${named(shape)} order by 1`,
    );
    rows[named(shape)] = found.rows.map(({ row }) => row);
  }
  const counters = await client.query(
    'select schemaname, sequencename, last_value from pg_sequences order by 1, 2',
  );
  const digests = await digestTables(client, leftOut.backup);
  await client.end();
  const files: Record<string, string> = {};
  for await (const name of store.list())
    files[name] = (await readFile(path.join(store.root, name))).toString('base64');
  return { rows, files, counters: counters.rows, digests };
}

test('a backup brings back every row, counter, waiting job and file, and the server goes on from there', async () => {
  const told = await back('whole.zip');
  const before = await everything(it.databaseAddress, new DirectoryStore(it.storageDir));
  expect(Object.keys(before.files)).toHaveLength(12);
  expect(before.rows['"jobs"."job"']?.some((row) => row.includes('later'))).toBe(true);
  expect((await stat(path.join(folder, 'whole.zip'))).mode & 0o077).toBe(0);

  const taken = await readBackup(path.join(folder, 'whole.zip'), into());
  expect(taken).toEqual(told);
  expect(await readFile(into().keys[0] ?? '', 'utf8')).toBe('known to nobody');
  expect(await everything(there.address, there.store)).toEqual(before);

  const db = openDatabase(there.address, { connections: 2 });
  const jobs = new Jobs({ db, connectionString: there.address, works: false });
  const done: number[] = [];
  jobs.handle(later, ({ id }) => Promise.resolve(void done.push(id)));
  const app = await buildApp({ db, jobs, webDist: '/nowhere', storageDir: there.store.root });
  const authorization = `Bearer ${await it.tokenOf('member')}`;
  const payload = { form, title: 'After the fire' };
  const posted = await app.inject({
    method: 'POST',
    url: '/api/v3/posts',
    headers: { authorization },
    payload,
  });
  expect(posted.statusCode).toBe(200);
  const media = await app.inject({ url: '/api/v3/media?limit=1', headers: { authorization } });
  const file = new URL(
    media.json<{ results: [{ original_file_url: string }] }>().results[0].original_file_url,
  );
  expect((await app.inject({ url: file.pathname + file.search })).statusCode).toBe(200);
  await jobs.workOff();
  expect(done).toEqual([7]);
  await app.close();
  await jobs.close();
  await db.destroy();
});

test('what is written meanwhile is in it whole or not at all', async () => {
  const over = new AbortController();
  let written = 0;
  const writing = (async () => {
    for (; !over.signal.aborted; written++) await report(`meanwhile ${written}`);
  })();
  await expect.poll(() => written).toBeGreaterThan(1);
  await back('busy.zip');
  over.abort();
  await writing;
  await readBackup(path.join(folder, 'busy.zip'), into());
  const client = new Client(there.address);
  await client.connect();
  const { rows } = await client.query<{ posts: string; words: string }>(
    'select (select count(*) from posts) as posts, (select count(distinct post_id) from post_words) as words',
  );
  await client.end();
  expect(Number(rows[0]?.posts)).toBeGreaterThan(4);
  expect(rows[0]?.words).toBe(rows[0]?.posts);
});

const here = async () => (await everything(there.address, there.store)).rows;

test('a damaged backup, a stranger’s file and one of a newer Waypost are refused and leave the place empty', async () => {
  await back('good.zip');
  const good = path.join(folder, 'good.zip');
  const bad = path.join(folder, 'bad.zip');
  const bytes = await readFile(good);

  await writeFile(bad, bytes);
  await truncate(bad, bytes.length - 2000);
  await expect(readBackup(bad, into())).rejects.toThrow(/cannot be opened/);

  // A byte of a picture, near the end but before the list of content.
  const turned = Buffer.from(bytes);
  const at = turned.lastIndexOf(Buffer.from('IEND')) - 20;
  turned.writeUInt8(turned.readUInt8(at) ^ 0xff, at);
  await writeFile(bad, turned);
  await expect(readBackup(bad, into())).rejects.toThrow(/damaged/);
  expect(await here()).toEqual({});
  for await (const name of there.store.list()) expect.fail(`left behind: ${name}`);

  await writeFile(bad, 'no archive');
  await expect(readBackup(bad, into())).rejects.toThrow(/cannot be opened/);
  await expect(readBackup(good, { ...into(), migrations: migrations.slice(0, 5) })).rejects.toThrow(
    /newer Waypost: it has "/,
  );
  expect(await here()).toEqual({});

  await readBackup(good, into());
  const full = await here();
  await expect(readBackup(good, into())).rejects.toThrow(/not empty/);
  expect(await here()).toEqual(full);
});

test('a backup of an earlier version is brought up to date on its way in', async () => {
  const name = `older_${crypto.randomUUID().replaceAll('-', '')}`;
  const older = connectionString(await createScratchDatabase(inject('postgres'), name));
  onTestFinished(() => dropDatabase(inject('postgres'), name));
  await readBackup(path.join(folder, 'good.zip'), { ...into(), connectionString: older });
  const client = new Client(older);
  await client.connect();
  await client.query("drop table backups; delete from migrations where name = '0036-backups'");
  await client.end();
  const file = path.join(folder, 'older.zip');
  await writeBackup({ connectionString: older, store: there.store, keys: [], version: '1.0.0', file });
  const root = path.join(folder, 'another');
  await readBackup(file, { ...into(), keys: [], store: new DirectoryStore(root) });
  expect(Object.keys(await here())).toContain('"public"."backups"');
});

test('by the clock: made where the operator said, noted, and only the newest kept', async () => {
  const directory = path.join(folder, 'kept');
  const plan = { cron: '30 3 * * *', directory, keep: 2 };
  const name = `clock_${crypto.randomUUID().replaceAll('-', '')}`;
  const clock = await startDeployment({ backups: { plan, connectionString: it.databaseAddress, keys: [] } });
  onTestFinished(async () => {
    await clock.close();
    await rm(directory, { recursive: true, force: true });
  });
  const { backUp } = await import('./keep-backups.ts');
  const once = async () => {
    await inTransaction(clock.db, 'writes', (tx) => clock.jobs.add(tx, backUp, {}));
    return (await clock.jobs.workOff()).filter(([job]) => job === 'back-up');
  };
  expect(await once()).toEqual([['back-up', 'done']]);
  const [made = ''] = await readdir(directory);
  expect(made).toMatch(/^waypost-\d{8}T\d{6}Z\.zip$/);
  const noted = await clock.db.selectFrom('backups').selectAll().execute();
  expect(noted).toMatchObject([{ fault: null, bytes: (await stat(path.join(directory, made))).size }]);

  const others = ['waypost-20250101T000000Z.zip', 'waypost-20250102T000000Z.zip', `${name}.zip`];
  for (const other of others) await writeFile(path.join(directory, other), '');
  const draft = path.join(directory, 'waypost-20250101T000000Z.zip.part');
  await writeFile(draft, '');
  await utimes(draft, 0, 0);
  await keepNewest(directory, 2);
  expect((await readdir(directory)).sort((a, b) => a.localeCompare(b))).toEqual(
    [`${name}.zip`, others[1], made].sort((a = '', b = '') => a.localeCompare(b)),
  );

  await rm(directory, { recursive: true, force: true });
  await writeFile(directory, 'in the way');
  expect(await once()).toEqual([['back-up', 'failed']]);
  const tried = await clock.db.selectFrom('backups').select('fault').where('fault', 'is not', null).execute();
  expect(tried).toHaveLength(1);
});

test('the operator names time, directory and number', () => {
  expect(readConfig({}).backups).toBeUndefined();
  expect(readConfig({ BACKUP_AT: '03:30', DATA_DIR: '/srv' }).backups).toEqual({
    cron: '30 3 * * *',
    directory: '/srv/backups',
    keep: 7,
  });
  const often = { BACKUP_AT: '0 */6 * * *', BACKUP_DIR: '/mnt/safe', BACKUP_KEEP: '30' };
  expect(readConfig(often).backups).toEqual({ cron: '0 */6 * * *', directory: '/mnt/safe', keep: 30 });
  for (const wrong of [
    { BACKUP_AT: '25:00' },
    { BACKUP_AT: 'daily' },
    { BACKUP_AT: '03:30', BACKUP_KEEP: '0' },
  ])
    expect(() => readConfig(wrong)).toThrow(ConfigError);
});
