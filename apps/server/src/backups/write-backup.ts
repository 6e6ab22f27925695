/**
 * Writes a backup of a running deployment: first the rows in one snapshot, then the files. Files are stored before the rows that
 * refer to them and removed after, so that each row of the snapshot has its file, unless it is deleted finally while the backup
 * runs.
 */
import { createWriteStream } from 'node:fs';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { ZipFile } from 'yazl';
import type { BackupEncryption } from '../kernel/config/backup-settings.ts';
import { createDirectory } from '../kernel/files/create-directory.ts';
import { type FileStore, folderWithoutBackup } from '../kernel/files/file-store.ts';
import { openStoredFile } from '../kernel/files/open-stored-file.ts';
import { addToArchive, archiveOutput } from '../kernel/files/zip-entries.ts';
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

/** What a backup contains and where it is written. */
export interface BackupOptions {
  connectionString: string;
  store: FileStore;
  /** Absolute paths of key files; missing ones are skipped. */
  keyFiles: readonly string[];
  /** Version of Waypost. */
  version: string;
  /** Absolute path; readable only by its owner, since it contains all secrets of the deployment. */
  file: string;
  /** Undefined: not encrypted. */
  encryption?: BackupEncryption | undefined;
  /** Aborts the backup, which leaves no file then. */
  signal?: AbortSignal;
}

/** Permissions of the entries: a file that only its owner reads. */
const mode = 0o100_600;

async function writeTables(zip: ZipFile, dump: DatabaseDump, mtime: Date): Promise<Manifest['tables']> {
  const written: Manifest['tables'] = [];
  for (const table of dump.tables) written.push(await writeTable(zip, table, mtime));
  return written;
}

async function writeTable(
  zip: ZipFile,
  { open: openRows, ...table }: TableSource,
  mtime: Date,
): Promise<Manifest['tables'][number]> {
  const rows = await openRows();
  await addToArchive(zip, tableEntryName(table), rows, { compress: true, mtime, mode });
  return { ...table, rows: 'rowCount' in rows ? Number(rows.rowCount) : 0 };
}

/** @param deleted names of files to leave out */
async function writeFiles(
  zip: ZipFile,
  store: FileStore,
  mtime: Date,
  deleted: ReadonlySet<string>,
): Promise<Manifest['files']> {
  const files = { count: 0, bytes: 0 };
  for await (const name of store.list()) {
    if (name.startsWith(`${folderWithoutBackup}/`) || deleted.has(name)) continue;
    const source = await openStoredFile(store, name);
    // It was deleted after it was listed.
    if (!source) continue;
    source.on('data', ({ length }: Buffer) => (files.bytes += length));
    // Pictures are compressed already.
    await addToArchive(zip, filesPrefix + name, source, { compress: false, mtime, mode });
    files.count++;
  }
  return files;
}

async function writeKeys(zip: ZipFile, keyFiles: readonly string[], mtime: Date): Promise<void> {
  for (const keyFile of keyFiles) {
    const bytes = await readFile(keyFile).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (bytes) zip.addBuffer(bytes, keysPrefix + path.basename(keyFile), { mtime, mode });
  }
}

/** Names of files whose rows are deleted: what was removed must not be in a backup. */
async function readFilesToRemove({ tables }: DatabaseDump, client: Client): Promise<ReadonlySet<string>> {
  // A database that is backed up before its upgrade does not have the table.
  if (!tables.some(({ table }) => table === 'files_to_remove')) return new Set();
  const { rows } = await client.query<{ file: string }>('select file from files_to_remove');
  return new Set(rows.map(({ file }) => file));
}

async function writeArchive(
  zip: ZipFile,
  { connectionString, store, keyFiles, version }: BackupOptions,
  createdAt: Date,
) {
  await writeKeys(zip, keyFiles, createdAt);
  const { migrations, sequences, tables, filesToRemove } = await dumpDatabase(
    connectionString,
    excludedTables.backup,
    async (dump, client) => ({
      migrations: dump.migrations,
      sequences: dump.sequences,
      tables: await writeTables(zip, dump, createdAt),
      filesToRemove: await readFilesToRemove(dump, client),
    }),
  );
  const manifest: Manifest = {
    format: 1,
    waypost: version,
    made: createdAt.toISOString(),
    migrations,
    tables,
    counters: sequences,
    files: await writeFiles(zip, store, createdAt, filesToRemove),
  };
  zip.addBuffer(Buffer.from(JSON.stringify(manifest, null, 2)), manifestName, {
    mtime: createdAt,
    mode,
  });
  zip.end();
  return manifest;
}

/**
 * Writes a backup. The file appears under its name only when it is complete and flushed to disk.
 * @throws when the database or a file cannot be read, or the disk is full; no file is left then
 */
export async function writeBackup(options: BackupOptions): Promise<BackupSummary> {
  const { file, signal, encryption } = options;
  const temporaryFile = `${file}.part`;
  const createdAt = new Date();
  await createDirectory(path.dirname(file), 0o700);
  try {
    const zip = new ZipFile();
    const output = archiveOutput(zip);
    const fail = (error: unknown) =>
      output.destroy(error instanceof Error ? error : new Error(String(error)));
    zip.on('error', fail);
    // Nothing reaches the disk unencrypted.
    const content = encryption ? await encryptStream(output, encryption) : output;
    const [manifest] = await Promise.all([
      writeArchive(zip, options, createdAt).catch((error: unknown) => {
        fail(error);
        throw error;
      }),
      pipeline(
        content,
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
