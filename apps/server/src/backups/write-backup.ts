/**
 * Writes all that a deployment holds to one file while it goes on working: the rows as one moment saw them, then the files.
 * Files are stored before the rows that name them and removed after, so that each row of that moment finds its file, unless
 * it is deleted for good in the minutes that the backup takes.
 */
import { createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { BackupEncryption } from '../kernel/config/backup-settings.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import {
  type DatabaseDump,
  dumpDatabase,
  excludedTables,
  type TableSource,
} from '../kernel/transfer/dump-database.ts';
import {
  type BackupSummary,
  filesPrefix,
  keysPrefix,
  type Manifest,
  manifestName,
  tableEntryName,
} from './backup-format.ts';
import { encryptStream } from './encrypt-backup.ts';

export interface BackupOptions {
  connectionString: string;
  store: FileStore;
  /** Absolute; files that hold keys, those that are there. */
  keys: readonly string[];
  /** Of the Waypost that makes it. */
  version: string;
  /** Absolute; only its owner can read it afterwards, since it holds all secrets of the deployment. */
  file: string;
  /** Undefined: a plain archive. */
  encryption?: BackupEncryption | undefined;
  /** Aborted: the backup is given up and leaves nothing behind. */
  signal?: AbortSignal;
}

/** Adds a source to the archive and waits until it is written: one at a time, as the database gives its tables. */
function addToArchive(
  zip: ZipFile,
  name: string,
  source: Readable,
  options: { compress: boolean; mtime: Date },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const passThrough = new PassThrough();
    source.on('error', (error) => {
      passThrough.destroy(error);
      reject(error);
    });
    passThrough.on('end', resolve);
    source.pipe(passThrough);
    zip.addReadStream(passThrough, name, { ...options, mode: 0o100_600 });
  });
}

async function writeTables(zip: ZipFile, copy: DatabaseDump, mtime: Date): Promise<Manifest['tables']> {
  const written: Manifest['tables'] = [];
  for (const table of copy.tables) written.push(await writeTable(zip, table, mtime));
  return written;
}

async function writeTable(
  zip: ZipFile,
  { open: begin, ...shape }: TableSource,
  mtime: Date,
): Promise<Manifest['tables'][number]> {
  const rows = await begin();
  await addToArchive(zip, tableEntryName(shape), rows, { compress: true, mtime });
  return { ...shape, rows: 'rowCount' in rows ? Number(rows.rowCount) : 0 };
}

async function writeFiles(zip: ZipFile, store: FileStore, mtime: Date): Promise<Manifest['files']> {
  const files = { count: 0, bytes: 0 };
  for await (const name of store.list()) {
    const size = await store.size(name);
    // Deleted since it was listed.
    if (size === undefined) continue;
    // Pictures are compressed already.
    await addToArchive(zip, filesPrefix + name, store.read(name), { compress: false, mtime });
    files.count++;
    files.bytes += size;
  }
  return files;
}

async function writeKeys(zip: ZipFile, keys: readonly string[], mtime: Date): Promise<void> {
  for (const key of keys) {
    const bytes = await readFile(key).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (bytes) zip.addBuffer(bytes, keysPrefix + path.basename(key), { mtime, mode: 0o100_600 });
  }
}

async function writeArchive(
  zip: ZipFile,
  { connectionString, store, keys, version }: BackupOptions,
  createdAt: Date,
) {
  await writeKeys(zip, keys, createdAt);
  const { copy, tables } = await dumpDatabase(connectionString, excludedTables.backup, async (it) => ({
    copy: it,
    tables: await writeTables(zip, it, createdAt),
  }));
  const manifest: Manifest = {
    format: 1,
    waypost: version,
    made: createdAt.toISOString(),
    migrations: copy.migrations,
    tables,
    counters: copy.sequences,
    files: await writeFiles(zip, store, createdAt),
  };
  zip.addBuffer(Buffer.from(JSON.stringify(manifest, null, 2)), manifestName, {
    mtime: createdAt,
    mode: 0o100_600,
  });
  zip.end();
  return manifest;
}

/**
 * Writes a backup. A file appears under the name when all of it is on the disk, and not before.
 * @throws when the database or a file cannot be read, or the disk is full; nothing is left behind then
 */
export async function writeBackup(options: BackupOptions): Promise<BackupSummary> {
  const { file, signal, encryption } = options;
  const temporaryFile = `${file}.part`;
  const createdAt = new Date();
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    const zip = new ZipFile();
    const output = zip.outputStream as Readable;
    const fail = (error: unknown) =>
      output.destroy(error instanceof Error ? error : new Error(String(error)));
    zip.on('error', fail);
    // Nothing reaches the disk unencrypted.
    const written = encryption ? await encryptStream(output, encryption) : output;
    const [manifest] = await Promise.all([
      writeArchive(zip, options, createdAt).catch((error: unknown) => {
        fail(error);
        throw error;
      }),
      pipeline(
        written,
        createWriteStream(temporaryFile, { mode: 0o600, flags: 'w' }),
        signal ? { signal } : {},
      ),
    ]);
    const handle = await open(temporaryFile, 'r+');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporaryFile, file);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    return { rows, files: manifest.files.count, bytes: (await stat(file)).size, createdAt };
  } catch (error) {
    await rm(temporaryFile, { force: true });
    throw error;
  }
}
