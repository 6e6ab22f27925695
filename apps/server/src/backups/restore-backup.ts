/** Takes a backup in: into an empty database and an empty store, all of it or nothing. */
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import type { Migration } from '../kernel/db/migrate.ts';
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

const damagedError = (what: string) =>
  new TransferRefusedError(`The backup is damaged: ${what}. Nothing was changed.`);

/** An entry's content, which fails at its end when it is not what was written. */
async function* readEntry(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  let checksum = 0;
  const source = await zip.openReadStreamPromise(entry);
  for await (const piece of source) {
    const bytes = piece as Buffer;
    checksum = crc32(bytes, checksum);
    yield bytes;
  }
  if (checksum !== entry.crc32) throw damagedError(`${entry.fileName} is not as it was written`);
}

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return entries;
}

async function readManifest(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<Manifest> {
  const entry = entries.get(manifestName);
  if (!entry) throw new TransferRefusedError('The file is no backup of Waypost: it has no manifest.json.');
  const pieces: Buffer[] = [];
  for await (const piece of readEntry(zip, entry)) pieces.push(piece);
  const parsed = Manifest.safeParse(JSON.parse(Buffer.concat(pieces).toString()));
  if (!parsed.success)
    throw new TransferRefusedError('The backup was made by a newer Waypost: its form is not known.');
  return parsed.data;
}

async function restoreFiles(
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  store: FileStore,
): Promise<number> {
  const taken: string[] = [];
  try {
    for (const entry of entries.values())
      if (entry.fileName.startsWith(filesPrefix)) {
        const name = entry.fileName.slice(filesPrefix.length);
        await store.write(name, readEntry(zip, entry));
        taken.push(name);
      }
    return taken.length;
  } catch (error) {
    for (const name of taken) await store.remove(name);
    throw error;
  }
}

async function restoreKeys(
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) {
    const entry = entries.get(keysPrefix + path.basename(key));
    if (!entry) continue;
    const pieces: Buffer[] = [];
    for await (const piece of readEntry(zip, entry)) pieces.push(piece);
    await writeFile(key, Buffer.concat(pieces), { mode: 0o600, flag: 'wx', flush: true });
  }
}

/** Another deployment's key is not written over. */
async function requireNoKeys(keys: readonly string[]): Promise<void> {
  for (const key of keys)
    if (existsSync(key))
      throw new TransferRefusedError(`There is a key in ${key}: move it away. Nothing was changed.`);
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
    throw new TransferRefusedError(`The backup cannot be opened (${reason}): is the file whole?`);
  }
}

function dumpFromArchive(
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  manifest: Manifest,
): DatabaseDump {
  // Backups of earlier versions have them.
  const wanted = manifest.tables.filter(
    ({ schema, table }) => schema !== 'public' || !excludedTables.backup.has(table),
  );
  const tables = wanted.map((shape) => ({
    ...shape,
    open: () => {
      const entry = entries.get(tableEntryName(shape));
      if (!entry) throw damagedError(`${shape.table} is missing`);
      return Promise.resolve(Readable.from(readEntry(zip, entry), { objectMode: false }));
    },
  }));
  return { migrations: manifest.migrations, sequences: manifest.counters, tables };
}

/**
 * Restores a backup.
 * @param options.connectionString of an empty database
 * @param options.store an empty one
 * @param options.keys absolute; where keys go that are kept beside the database
 * @throws TransferRefusedError, which says what is in the way; nothing was changed then
 */
export async function restoreBackup(
  file: string,
  {
    connectionString,
    store,
    keys,
    migrations,
  }: {
    connectionString: string;
    store: FileStore;
    keys: readonly string[];
    migrations: readonly Migration[];
  },
): Promise<BackupSummary> {
  const zip = await openBackup(file);
  try {
    const entries = await readEntries(zip);
    const manifest = await readManifest(zip, entries);
    const rowCounts = new Map<string, number>();
    let files = 0;
    await restoreDatabase(connectionString, dumpFromArchive(zip, entries, manifest), {
      migrations,
      told: (table, rows) => rowCounts.set(table, rows),
      after: async () => {
        // Not before: of a place that is in use the database is told first.
        await requireEmptyStore(store);
        await requireNoKeys(keys);
        for (const { schema, table, rows } of manifest.tables)
          if ((rowCounts.get(`${schema}.${table}`) ?? rows) !== rows)
            throw damagedError(`${table} has ${rowCounts.get(`${schema}.${table}`)} rows of ${rows}`);
        try {
          await restoreKeys(zip, entries, keys);
          files = await restoreFiles(zip, entries, store);
        } catch (error) {
          // None of them was there before.
          for (const key of keys) await rm(key, { force: true });
          throw error;
        }
      },
    });
    const rows = [...rowCounts.values()].reduce((checksum, count) => checksum + count, 0);
    return { rows, files, bytes: zip.fileSize, createdAt: new Date(manifest.made) };
  } finally {
    zip.close();
  }
}
