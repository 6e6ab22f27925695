/** Files without a row are removed, and no others: in a directory and in a bucket. */
import { utimes } from 'node:fs/promises';
import path from 'node:path';
import type { Status } from '@waypost/contract/status/status';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { DirectoryFileStore } from '../kernel/files/directory-file-store.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import { S3FileStore } from '../kernel/files/s3-file-store.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { startBucketServer } from '../testing/servers/bucket-server.ts';
import { removeUnusedFiles } from './remove-unused-files.ts';

const hex = (digit: string) => digit.repeat(32);
const archive = (digit: string) => `.without-backup/map-archives/${hex(digit)}.pmtiles`;
const exported = (digit: string) => `csv/20260101-${digit.repeat(40)}.csv`;

/** Files with a row, by the rows that are inserted for them. */
const used = [
  `a/a/${hex('a')}.jpg`,
  `a/a/${hex('a')}-small.webp`,
  `a/a/${hex('b')}.jpg`,
  exported('a'),
  `.imports/a/${hex('a')}.csv`,
  archive('a'),
  `${archive('b')}.0`,
  `${archive('b')}.8388608`,
  `${archive('f')}.0`,
];
/** What kills leave: pictures, also with an old name, an export, an import, an archive, chunks of one that is complete, a test file. */
const unused = [
  `c/c/${hex('c')}.jpg`,
  `c/c/${hex('c')}-small.webp`,
  `c/c/${hex('c')}-name of a person.jpg`,
  exported('c'),
  `exports/20260101-${'c'.repeat(40)}.zip`,
  `.imports/c/${hex('c')}.csv`,
  archive('c'),
  `${archive('a')}.0`,
];
/** What somebody else has put into the same directory or bucket. */
const foreign = [
  'waypost-20261122T033000Z.zip',
  `other/c/c/${hex('c')}.jpg`,
  `other/${exported('c')}`,
  'map-archives/country.pmtiles',
  'readme.txt',
];

async function insertRows({ db }: TestApp): Promise<void> {
  await sql`insert into media (mime, size, width, height, file, thumbnail, kept_original)
    values ('image/jpeg', 1, 1, 1, ${used[0]}, ${used[1]}, ${used[2]})`.execute(db);
  await sql`insert into export_jobs (format, fields, filters, include_hxl, send_to_browser, send_to_hdx, hxl_choices, status, file)
    values ('csv', '{}', '{}', false, true, false, '[]', 'QUEUED', ${used[3]})`.execute(db);
  await sql`insert into imports (name, file, mime, size, columns)
    values ('a.csv', ${used[4]}, 'text/csv', 1, '{}')`.execute(db);
  await sql`insert into map_archives (name, source, origin, state, size, file, hash, schema, bounds, min_zoom, max_zoom, position)
    values ('A', 'upload', 'a', 'ready', 1, ${archive('a')}, 'h', 'raster', '{0,0,1,1}', 0, 1, 0)`.execute(
    db,
  );
  await sql`insert into map_archives (name, source, origin, state, size, file, position)
    values ('B', 'upload', 'b', 'uploading', 1, ${archive('b')}, 1),
      ('F', 'upload', 'f', 'building', 1, ${archive('f')}, 2)`.execute(db);
}

const readStatus = async (app: TestApp) => (await app.send<Status>('admin', 'GET', '/status')).body;

async function listAll(store: FileStore): Promise<string[]> {
  const names = [];
  for await (const name of store.list()) names.push(name);
  return names.sort();
}

/** A store with an app; `age` makes all files older. */
interface Place {
  app: TestApp;
  store: FileStore;
  age: (days: number) => Promise<void>;
  close: () => Promise<void>;
}

async function useDirectory(): Promise<Place> {
  const app = await startTestApp();
  const store = new DirectoryFileStore(app.storageDir);
  return {
    app,
    store,
    age: async (days) => {
      const then = new Date(Date.now() - days * 86_400_000);
      for await (const name of store.list()) await utimes(path.join(app.storageDir, name), then, then);
    },
    close: () => app.close(),
  };
}

async function useBucket(): Promise<Place> {
  const server = await startBucketServer();
  const store = new S3FileStore(server.settings);
  const app = await startTestApp({ fileStore: store });
  return {
    app,
    store,
    age: (days) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 });
      return Promise.resolve();
    },
    close: async () => {
      await app.close();
      await store.close();
      await server.close();
    },
  };
}

describe.each([
  ['a directory', useDirectory],
  ['a bucket', useBucket],
])('in %s', (_, open) => {
  let place: Place;
  beforeAll(async () => {
    place = await open();
    await insertRows(place.app);
  });
  afterEach(() => vi.useRealTimers());
  afterAll(() => place.close());

  test('files of a day are spared, and older ones without a row are removed', async () => {
    const { app, store, age } = place;
    for (const name of [...used, ...unused, ...foreign]) await store.write(name, Buffer.from(name));
    const young = `d/d/${hex('d')}.jpg`;
    await age(0.9);
    expect(await removeUnusedFiles(app.db, store)).toEqual({ used: used.length, unused: 0, removed: 0 });
    vi.useRealTimers();
    await age(2);
    if (store.kind === 'directory') await store.write(young, Buffer.from('in progress'));
    expect(await removeUnusedFiles(app.db, store)).toEqual({
      used: used.length,
      unused: unused.length,
      removed: unused.length,
    });
    vi.useRealTimers();
    expect((await readStatus(app)).files).toMatchObject({
      to_remove: { count: unused.length },
      check: { used: used.length, unused: unused.length, removed: unused.length },
    });
    await app.jobs.runPending();
    const left = [...used, ...foreign, ...(store.kind === 'directory' ? [young] : [])];
    expect(await listAll(store)).toEqual(left.toSorted());
    await age(2);
    expect((await removeUnusedFiles(app.db, store)).removed).toBe(store.kind === 'directory' ? 1 : 0);
    vi.useRealTimers();
    await app.jobs.runPending();
    expect((await readStatus(app)).files.to_remove).toEqual({ count: 0, oldest: null });
  });

  test('a store that belongs to another database stays as it is', async () => {
    const { app, store, age } = place;
    const others = Array.from({ length: 10 }, (_unused, at) => `e/e/${String(at).padStart(32, '0')}.jpg`);
    for (const name of others) await store.write(name, Buffer.from('x'));
    await age(2);
    expect(await removeUnusedFiles(app.db, store)).toEqual({ used: used.length, unused: 10, removed: 0 });
    vi.useRealTimers();
    expect((await readStatus(app)).concerns).toContain('files-unused');
    await app.jobs.runPending();
    expect(await listAll(store)).toEqual(expect.arrayContaining(others));
  });
});
