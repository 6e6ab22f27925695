/** Backups of files that change while the backup is written. */
import { access, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPromise } from 'yauzl';
import { SlowFileStore } from '../kernel/files/slow-file-store.fixture.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { writeBackup } from './write-backup.ts';

let app: TestApp;
let folder: string;
let store: SlowFileStore;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'waypost-backup-'));
  store = new SlowFileStore(path.join(folder, 'storage'));
  app = await startTestApp({ fileStore: store });
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) await store.write(name, Buffer.from(`picture ${name}`));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const file = () => path.join(folder, 'backup.zip');
const createBackup = () =>
  writeBackup({
    connectionString: app.databaseUrl,
    store,
    keyFiles: [],
    version: '1.2.3',
    file: file(),
  });

test('a file that cannot be read fails the backup, and nothing of it stays', async () => {
  await writeFile(path.join(folder, 'kept'), '');
  store.onceBeforeRead('b.jpg', async () => {
    await rm(path.join(store.root, 'b.jpg'));
    await mkdir(path.join(store.root, 'b.jpg'));
  });
  await expect(createBackup()).rejects.toThrow('EISDIR');
  expect(await readdir(folder)).toEqual(['kept', 'storage']);
  await rm(path.join(store.root, 'b.jpg'), { recursive: true });
  await store.write('b.jpg', Buffer.from('picture b.jpg'));
});

test('a file that is deleted before it is read is left out', async () => {
  store.onceBeforeRead('b.jpg', () => store.remove('b.jpg'));
  const summary = await createBackup();
  expect(store.isWaiting).toBe(false);
  await access(file());
  expect(summary.files).toBe(2);
  const zip = await openPromise(file(), { lazyEntries: true, autoClose: false });
  const names: string[] = [];
  for await (const entry of zip.eachEntry()) names.push(entry.fileName);
  zip.close();
  expect(names.filter((name) => name.startsWith('storage/')).toSorted()).toEqual([
    'storage/a.jpg',
    'storage/c.jpg',
  ]);
});
