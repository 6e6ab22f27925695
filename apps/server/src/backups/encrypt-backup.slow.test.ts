import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import type { BackupEncryption } from '../kernel/config/backup-settings.ts';
import { readConfig } from '../kernel/config/config.ts';
import { inTransaction } from '../kernel/db/database.ts';
import { DirectoryFileStore } from '../kernel/files/directory-file-store.ts';
import { connectionString } from '../kernel/postgres/connection.ts';
import { createScratchDatabase, dropDatabase } from '../kernel/postgres/databases.ts';
import { schema } from '../migrations/schema.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { decryptBackup, detectEncryption } from './encrypt-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { backupJob } from './scheduled-backups.ts';
import { writeBackup } from './write-backup.ts';

const execFileAsync = promisify(execFile);
/** Creating databases takes long, and a passphrase takes a second by design. */
const timeoutMs = 60_000;
const passphrase = 'correct horse battery staple';

let app: TestApp;
let folder: string;
let identity: string;
let recipient: string;
beforeAll(async () => {
  app = await startTestApp();
  folder = await mkdtemp(path.join(tmpdir(), 'waypost-encrypted-'));
  identity = await generateX25519Identity();
  recipient = await identityToRecipient(identity);
  await app.send('admin', 'PUT', '/config/site', { name: 'Harbour Watch' });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** A store with a file larger than one chunk of the format, which is 64 KiB. */
async function createStore(): Promise<DirectoryFileStore> {
  const store = new DirectoryFileStore(await mkdtemp(path.join(folder, 'store-')));
  await store.write('0/0/large.bin', Readable.from([randomBytes(300_000)]));
  return store;
}

async function createBackup(
  name: string,
  encryption: BackupEncryption,
  store = new DirectoryFileStore(app.storageDir),
) {
  const file = path.join(folder, name);
  const options = { connectionString: app.databaseUrl, keyFiles: [], version: '1.2.3' };
  await writeBackup({ ...options, store, file, encryption });
  return file;
}

async function restore(file: string): Promise<{ address: string; store: DirectoryFileStore }> {
  const name = `restored_${crypto.randomUUID().replaceAll('-', '')}`;
  const address = connectionString(await createScratchDatabase(inject('postgres'), name));
  onTestFinished(() => dropDatabase(inject('postgres'), name));
  const store = new DirectoryFileStore(path.join(await mkdtemp(path.join(folder, 'root-')), 'storage'));
  await restoreBackup(file, { connectionString: address, store, keyFiles: [], schema });
  return { address, store };
}

/** An empty folder to decrypt into. */
async function createWorkDirectory() {
  const place = await mkdtemp(path.join(folder, 'work-'));
  return { place, left: () => readdir(place) };
}

test.each([
  ['a passphrase', 'passphrase', () => ({ passphrase }), () => ({ passphrase })],
  [
    'a public key',
    'keys',
    () => ({ recipients: [recipient] }),
    () => ({ identities: `# mine\n${identity}\n` }),
  ],
] as const)(
  'a backup that was encrypted with %s is restored completely',
  async (_name, kind, encryption, keys) => {
    const store = await createStore();
    const file = await createBackup(`${kind}.zip.age`, encryption(), store);
    expect(await detectEncryption(file)).toBe(kind);
    const bytes = await readFile(file);
    for (const plain of ['Harbour Watch', 'manifest.json', 'PK\u0001\u0002'])
      expect(bytes.includes(plain)).toBe(false);

    const { place, left } = await createWorkDirectory();
    const opened = await decryptBackup(file, keys(), place);
    expect((await stat(opened.file)).mode & 0o077).toBe(0);
    const restored = await restore(opened.file);
    const large = (from: DirectoryFileStore) => readFile(path.join(from.root, '0/0/large.bin'));
    expect((await large(restored.store)).equals(await large(store))).toBe(true);
    await opened.remove();
    expect(await left()).toEqual([]);
  },
  timeoutMs,
);

test(
  'distinguishes a wrong passphrase, a wrong key, no key and a damaged file, and leaves no file',
  async () => {
    const locked = await createBackup('locked.zip.age', { passphrase });
    const sealed = await createBackup('sealed.zip.age', { recipients: [recipient] });
    const { place, left } = await createWorkDirectory();
    const opening = (file: string, keys: object) => expect(decryptBackup(file, keys, place)).rejects;
    await opening(locked, { passphrase: 'wrong horse battery staple' }).toThrow(/passphrase does not open/);
    await opening(locked, { identities: identity }).toThrow(/set BACKUP_PASSPHRASE/);
    await opening(sealed, { identities: await generateX25519Identity() }).toThrow(/None of the keys/);
    await opening(sealed, { passphrase }).toThrow(/set BACKUP_IDENTITY_FILE/);
    await opening(sealed, { identities: 'no key' }).toThrow(
      /^Line 1 of the identities is no secret key of age\.$/,
    );
    await opening(path.join(folder, 'none'), {}).toThrow(/cannot be opened/);

    const { size } = await stat(sealed);
    await truncate(sealed, size - 100);
    await opening(sealed, { identities: identity }).toThrow(/damaged/);
    expect(await left()).toEqual([]);
  },
  timeoutMs,
);

const hasAge = await execFileAsync('age', ['--version']).then(
  () => true,
  () => false,
);

test.runIf(hasAge)(
  'is compatible with the age program in both directions',
  async () => {
    const key = path.join(folder, 'key.txt');
    await writeFile(key, identity);
    const file = await createBackup('for-age.zip.age', { recipients: [recipient] });
    const plain = path.join(folder, 'by-age.zip');
    await execFileAsync('age', ['--decrypt', '--identity', key, '--output', plain, file]);
    await restore(plain);

    const again = path.join(folder, 'from-age.zip.age');
    await execFileAsync('age', ['--recipient', recipient, '--output', again, plain]);
    const { place } = await createWorkDirectory();
    const opened = await decryptBackup(again, { identities: identity }, place);
    expect((await readFile(opened.file)).equals(await readFile(plain))).toBe(true);
  },
  timeoutMs,
);

test('scheduled backups are encrypted, have the extension, and count as kept backups', async () => {
  const directory = path.join(folder, 'kept');
  const schedule = { cron: '30 3 * * *', directory, maxFiles: 1 };
  const encryption = { recipients: [recipient] };
  const scheduled = await startTestApp({
    backups: { schedule, connectionString: app.databaseUrl, keyFiles: [], encryption },
  });
  onTestFinished(() => scheduled.close());
  await inTransaction(scheduled.db, 'writes', (tx) => scheduled.jobs.add(tx, backupJob, {}));
  await writeFile(path.join(folder, 'older'), '');
  await scheduled.jobs.runPending();
  const [backupName = '', ...more] = await readdir(directory);
  expect([backupName, more]).toEqual([expect.stringMatching(/^waypost-\d{8}T\d{6}Z\.zip\.age$/), []]);
  expect(await detectEncryption(path.join(directory, backupName))).toBe('keys');
});

test('accepts one way of encryption, and errors name the variable without the secret', async () => {
  const passphraseFile = path.join(folder, 'words');
  await writeFile(passphraseFile, `${passphrase}\n`);
  const { encryption } = readConfig({ BACKUP_PASSPHRASE_FILE: passphraseFile }).backupSecrets;
  expect(encryption).toEqual({ passphrase });
  expect(readConfig({ BACKUP_RECIPIENT: `${recipient}, ${recipient}` }).backupSecrets.encryption).toEqual({
    recipients: [recipient, recipient],
  });
  expect(readConfig({}).backupSecrets.encryption).toBeUndefined();
  for (const wrong of [
    { BACKUP_RECIPIENT: 'age1wrong' },
    { BACKUP_PASSPHRASE: 'short' },
    { BACKUP_PASSPHRASE_FILE: path.join(folder, 'none') },
    { BACKUP_PASSPHRASE: passphrase, BACKUP_RECIPIENT: recipient },
    { BACKUP_PASSPHRASE: passphrase, BACKUP_PASSPHRASE_FILE: passphraseFile },
  ]) {
    const reading = () => readConfig(wrong);
    expect(reading).toThrow(
      Object.keys(wrong).length > 1 ? /BACKUP_/ : new RegExp(Object.keys(wrong)[0] ?? ''),
    );
    expect(reading).not.toThrow(/correct horse|short/);
  }
});
