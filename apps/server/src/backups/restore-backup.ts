/** Restores a backup into an empty database and an empty store, completely or not at all. */
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import type { Schema } from '../kernel/db/migrate.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import { type DatabaseDump, excludedTables } from '../kernel/transfer/dump-database.ts';
import { restoreDatabase, TransferRefusedError } from '../kernel/transfer/restore-database.ts';
import {
  type BackupSummary,
  filesPrefix,
  keysPrefix,
  Manifest,
  manifestName,
  tableEntryName,
} from './backup-format.ts';

const damagedError = (problem: string) =>
  new TransferRefusedError(`The backup is damaged: ${problem}. Nothing was changed.`);

/** Streams the content of an entry. The stream fails at its end when the checksum is wrong. */
async function* readEntry(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  let checksum = 0;
  const source = await zip.openReadStreamPromise(entry);
  for await (const chunk of source) {
    const bytes = chunk as Buffer;
    checksum = crc32(bytes, checksum);
    yield bytes;
  }
  if (checksum !== entry.crc32) throw damagedError(`the checksum of ${entry.fileName} is wrong`);
}

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return entries;
}

async function readManifest(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<Manifest> {
  const entry = entries.get(manifestName);
  if (!entry) throw new TransferRefusedError('The file is no backup of Waypost: it has no manifest.json.');
  const chunks: Buffer[] = [];
  for await (const chunk of readEntry(zip, entry)) chunks.push(chunk);
  const parsed = Manifest.safeParse(JSON.parse(Buffer.concat(chunks).toString()));
  if (!parsed.success)
    throw new TransferRefusedError('The backup was made by a newer Waypost: its format is unknown.');
  return parsed.data;
}

async function restoreFiles(
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  store: FileStore,
): Promise<number> {
  const writtenFiles: string[] = [];
  try {
    for (const entry of entries.values())
      if (entry.fileName.startsWith(filesPrefix)) {
        const name = entry.fileName.slice(filesPrefix.length);
        await store.write(name, readEntry(zip, entry));
        writtenFiles.push(name);
      }
    return writtenFiles.length;
  } catch (error) {
    for (const name of writtenFiles) await store.remove(name);
    throw error;
  }
}

async function restoreKeys(
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  keyFiles: readonly string[],
): Promise<void> {
  for (const keyFile of keyFiles) {
    const entry = entries.get(keysPrefix + path.basename(keyFile));
    if (!entry) continue;
    const chunks: Buffer[] = [];
    for await (const chunk of readEntry(zip, entry)) chunks.push(chunk);
    await writeFile(keyFile, Buffer.concat(chunks), { mode: 0o600, flag: 'wx', flush: true });
  }
}

/** The keys of another deployment must not be overwritten. */
async function requireNoKeyFiles(keyFiles: readonly string[]): Promise<void> {
  for (const keyFile of keyFiles)
    if (existsSync(keyFile))
      throw new TransferRefusedError(`There is a key in ${keyFile}: move it away. Nothing was changed.`);
}

async function requireEmptyStore(store: FileStore): Promise<void> {
  for await (const name of store.list())
    throw new TransferRefusedError(`The storage is not empty: it has ${name}. Nothing was changed.`);
}

async function openBackup(file: string): Promise<ZipFile> {
  try {
    return await openPromise(file, { lazyEntries: true, autoClose: false });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TransferRefusedError(`The backup cannot be opened (${reason}): is the file complete?`);
  }
}

function dumpFromArchive(
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  manifest: Manifest,
): DatabaseDump {
  // Backups of earlier versions contain tables that are excluded now.
  const includedTables = manifest.tables.filter(
    ({ schema, table }) => schema !== 'public' || !excludedTables.backup.has(table),
  );
  const tables = includedTables.map((table) => ({
    ...table,
    open: () => {
      const entry = entries.get(tableEntryName(table));
      if (!entry) throw damagedError(`${table.table} is missing`);
      return Promise.resolve(Readable.from(readEntry(zip, entry), { objectMode: false }));
    },
  }));
  return { migrations: manifest.migrations, sequences: manifest.counters, tables };
}

/**
 * Restores a backup.
 * @param options.connectionString of an empty database
 * @param options.store an empty store
 * @param options.keyFiles absolute paths of the keys that are kept outside the database
 * @throws TransferRefusedError with the reason; nothing was changed then
 */
export async function restoreBackup(
  file: string,
  {
    connectionString,
    store,
    keyFiles,
    schema,
  }: {
    connectionString: string;
    store: FileStore;
    keyFiles: readonly string[];
    schema: Schema;
  },
): Promise<BackupSummary> {
  const zip = await openBackup(file);
  try {
    const entries = await readEntries(zip);
    const manifest = await readManifest(zip, entries);
    const rowCounts = new Map<string, number>();
    let files = 0;
    await restoreDatabase(connectionString, dumpFromArchive(zip, entries, manifest), {
      schema,
      onTableRestored: (table, rows) => rowCounts.set(table, rows),
      afterRows: async () => {
        // After the database check, since a target in use is reported for the database first.
        await requireEmptyStore(store);
        await requireNoKeyFiles(keyFiles);
        for (const { schema, table, rows } of manifest.tables)
          if ((rowCounts.get(`${schema}.${table}`) ?? rows) !== rows)
            throw damagedError(`${table} has ${rowCounts.get(`${schema}.${table}`)} rows of ${rows}`);
        try {
          await restoreKeys(zip, entries, keyFiles);
          files = await restoreFiles(zip, entries, store);
        } catch (error) {
          // None of them existed before.
          for (const keyFile of keyFiles) await rm(keyFile, { force: true });
          throw error;
        }
      },
    });
    const rows = [...rowCounts.values()].reduce((sum, count) => sum + count, 0);
    return { rows, files, bytes: zip.fileSize, createdAt: new Date(manifest.made) };
  } finally {
    zip.close();
  }
}
