/** Data that backups must not contain, searched for in a real file: nobody can recover network addresses from a backup. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Post } from '@waypost/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openPromise } from 'yauzl';
import { type Db, inTransaction, openDatabase } from '../kernel/db/database.ts';
import { DirectoryFileStore } from '../kernel/files/directory-file-store.ts';
import { recordFilesToRemove } from '../kernel/files/files-to-remove.sql.ts';
import { isAttemptAllowed } from '../kernel/limits/throttle.ts';
import { connectionString } from '../kernel/postgres/connection.ts';
import { createScratchDatabase, dropDatabase } from '../kernel/postgres/databases.ts';
import { moveDatabase } from '../kernel/transfer/move-database.ts';
import { schema } from '../migrations/schema.ts';
import { createTestSurvey } from '../testing/app/create-test-survey.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

/** Creating and filling databases takes long. */
const timeoutMs = 60_000;
const throttle = { name: 'trial', maxAttempts: 1, windowSeconds: 3600 };

let app: TestApp;
let folder: string;
/** The key of the day, the counts under it, and the hashes of senders in a database. */
let secrets: { keys: Buffer[]; counts: Buffer[]; senders: Buffer[] };

const readSecrets = async (db: Db) => {
  const all = async (query: ReturnType<typeof sql<{ bytes: Buffer }>>) =>
    (await query.execute(db)).rows.map(({ bytes }) => bytes);
  return {
    keys: await all(sql<{ bytes: Buffer }>`select key as bytes from throttle_keys`),
    counts: await all(sql<{ bytes: Buffer }>`select key as bytes from throttles`),
    senders: await all(sql<{ bytes: Buffer }>`select sender_hash as bytes from post_senders`),
  };
};

beforeAll(async () => {
  app = await startTestApp({ visitorRateLimit: 100 });
  folder = await mkdtemp(path.join(tmpdir(), 'waypost-left-out-'));
  const { id: form } = await createTestSurvey(
    app.db,
    { words: { type: 'varchar' } },
    { everyone_can_create: true },
  );
  for (const title of ['One report', 'Another report'])
    expect((await app.send<Post>('visitor', 'POST', '/posts', { form, title })).status).toBe(200);
  await isAttemptAllowed(app.db, throttle, '192.0.2.7');
  secrets = await readSecrets(app.db);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function createEmptyDatabase() {
  const name = `restored_${crypto.randomUUID().replaceAll('-', '')}`;
  const address = connectionString(await createScratchDatabase(inject('postgres'), name));
  return { address, drop: () => dropDatabase(inject('postgres'), name) };
}

/** The decompressed entries of an archive by name. */
async function readArchive(file: string): Promise<Map<string, Buffer>> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false });
  const contentByName = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const pieces: Buffer[] = [];
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer);
    contentByName.set(entry.fileName, Buffer.concat(pieces));
  }
  zip.close();
  return contentByName;
}

test(
  'a backup contains neither the key of the day nor attempt counts nor hashes of senders',
  async () => {
    expect([secrets.keys, secrets.counts, secrets.senders].map((it) => it.length > 0)).toEqual([
      true,
      true,
      true,
    ]);
    const file = path.join(folder, 'whole.zip');
    const store = new DirectoryFileStore(app.storageDir);
    await writeBackup({ connectionString: app.databaseUrl, store, keyFiles: [], version: '1.2.3', file });
    const content = await readArchive(file);
    expect(content.get('database/public.posts')?.includes('Another report')).toBe(true);
    for (const [name, bytes] of content)
      for (const secret of [...secrets.keys, ...secrets.counts, ...secrets.senders])
        for (const form of [
          secret,
          secret.toString('hex'),
          secret.toString('base64'),
          secret.toString('base64url'),
        ])
          expect([name, bytes.includes(form)]).toEqual([name, false]);
    for (const table of [
      'throttle_keys',
      'throttles',
      'post_senders',
      'picture_facts',
      'suggestion_models',
      'suggestion_weights',
    ])
      expect([...content.keys()].filter((name) => name.endsWith(`.${table}`))).toEqual([]);

    const emptyDatabase = await createEmptyDatabase();
    const target = { store: new DirectoryFileStore(path.join(folder, 'storage')), keyFiles: [], schema };
    await restoreBackup(file, { ...target, connectionString: emptyDatabase.address });
    const db = openDatabase(emptyDatabase.address, { maxConnections: 1 });
    expect(await readSecrets(db)).toEqual({ keys: [], counts: [], senders: [] });
    expect(await db.selectFrom('posts').select('title').orderBy('id').execute()).toHaveLength(2);
    // Attempts are counted anew, under a new key.
    expect([
      await isAttemptAllowed(db, throttle, '192.0.2.7'),
      await isAttemptAllowed(db, throttle, '192.0.2.7'),
    ]).toEqual([true, false]);
    const { keys, counts } = await readSecrets(db);
    expect(keys).toHaveLength(1);
    expect(secrets.keys[0]?.equals(keys[0] ?? Buffer.alloc(0))).toBe(false);
    expect(secrets.counts.some((count) => counts.some((other) => other.equals(count)))).toBe(false);
    await db.destroy();
    await emptyDatabase.drop();
  },
  timeoutMs,
);

test(
  'a move to another server does not copy the key, and keeps the hashes of senders',
  async () => {
    const [from, to] = [await createEmptyDatabase(), await createEmptyDatabase()];
    const file = path.join(folder, 'move.zip');
    const store = new DirectoryFileStore(app.storageDir);
    await writeBackup({ connectionString: app.databaseUrl, store, keyFiles: [], version: '1.2.3', file });
    const target = { store: new DirectoryFileStore(path.join(folder, 'moved')), keyFiles: [], schema };
    await restoreBackup(file, { ...target, connectionString: from.address });
    const source = openDatabase(from.address, { maxConnections: 1 });
    await isAttemptAllowed(source, throttle, '192.0.2.7');
    await sql`insert into post_senders (post_id, sender_hash) select id, '\\x0102' from posts`.execute(
      source,
    );
    await source.destroy();
    await moveDatabase(from.address, to.address, schema);
    const db = openDatabase(to.address, { maxConnections: 1 });
    const { keys, counts, senders } = await readSecrets(db);
    expect([keys, counts, senders.length]).toEqual([[], [], 2]);
    await db.destroy();
    await from.drop();
    await to.drop();
  },
  timeoutMs,
);

test('a backup contains no file whose deletion waits for the store', async () => {
  const store = new DirectoryFileStore(app.storageDir);
  const [kept, deleted] = ['a', 'b'].map((digit) => `${digit}/${digit}/${digit.repeat(32)}.jpg`);
  for (const name of [kept ?? '', deleted ?? '']) await store.write(name, Buffer.from('picture'));
  await inTransaction(app.db, 'writes', (tx) => recordFilesToRemove(tx, [deleted ?? '']));
  const file = path.join(folder, 'deleted.zip');
  await writeBackup({ connectionString: app.databaseUrl, store, keyFiles: [], version: '1.2.3', file });
  const names = [...(await readArchive(file)).keys()].filter((name) => name.endsWith('.jpg'));
  expect(names).toEqual([`storage/${kept}`]);
  await sql`drop table files_to_remove cascade`.execute(app.db);
  await rm(file);
  // A backup that is made before an upgrade.
  await writeBackup({ connectionString: app.databaseUrl, store, keyFiles: [], version: '1.2.3', file });
  expect([...(await readArchive(file)).keys()]).toContain(`storage/${deleted}`);
});
