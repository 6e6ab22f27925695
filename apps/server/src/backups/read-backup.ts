/** Takes a backup in: into an empty database and an empty store, all of it or nothing. */
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { type DatabaseCopy, leftOut } from '../kernel/copies/database-copy.ts';
import { CopyRefused, fillDatabase } from '../kernel/copies/fill-database.ts';
import type { FileStore } from '../kernel/file-store.ts';
import type { Migration } from '../kernel/migrate.ts';
import {
  type BackupTold,
  Manifest,
  placeOfFiles,
  placeOfKeys,
  placeOfManifest,
  placeOfTable,
} from './backup-file.ts';

const damaged = (what: string) => new CopyRefused(`The backup is damaged: ${what}. Nothing was changed.`);

/** An entry's content, which fails at its end when it is not what was written. */
async function* contentOf(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  let sum = 0;
  const source = await zip.openReadStreamPromise(entry);
  for await (const piece of source) {
    const bytes = piece as Buffer;
    sum = crc32(bytes, sum);
    yield bytes;
  }
  if (sum !== entry.crc32) throw damaged(`${entry.fileName} is not as it was written`);
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return entries;
}

async function manifestIn(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<Manifest> {
  const entry = entries.get(placeOfManifest);
  if (!entry) throw new CopyRefused('The file is no backup of Waypost: it has no manifest.json.');
  const pieces: Buffer[] = [];
  for await (const piece of contentOf(zip, entry)) pieces.push(piece);
  const parsed = Manifest.safeParse(JSON.parse(Buffer.concat(pieces).toString()));
  if (!parsed.success)
    throw new CopyRefused('The backup was made by a newer Waypost: its form is not known.');
  return parsed.data;
}

async function takeFiles(
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  store: FileStore,
): Promise<number> {
  const taken: string[] = [];
  try {
    for (const entry of entries.values())
      if (entry.fileName.startsWith(placeOfFiles)) {
        const name = entry.fileName.slice(placeOfFiles.length);
        await store.write(name, contentOf(zip, entry));
        taken.push(name);
      }
    return taken.length;
  } catch (error) {
    for (const name of taken) await store.remove(name);
    throw error;
  }
}

async function takeKeys(
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) {
    const entry = entries.get(placeOfKeys + path.basename(key));
    if (!entry) continue;
    const pieces: Buffer[] = [];
    for await (const piece of contentOf(zip, entry)) pieces.push(piece);
    await writeFile(key, Buffer.concat(pieces), { mode: 0o600, flag: 'wx', flush: true });
  }
}

/** Another deployment's key is not written over. */
async function refuseKeys(keys: readonly string[]): Promise<void> {
  for (const key of keys)
    if (existsSync(key))
      throw new CopyRefused(`There is a key in ${key}: move it away. Nothing was changed.`);
}

async function refuseUnlessEmpty(store: FileStore): Promise<void> {
  for await (const name of store.list())
    throw new CopyRefused(`The storage is not empty: it has ${name}. Nothing was changed.`);
}

async function openBackup(file: string): Promise<ZipFile> {
  try {
    return await openPromise(file, { lazyEntries: true, autoClose: false });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CopyRefused(`The backup cannot be opened (${reason}): is the file whole?`);
  }
}

function sourcesIn(zip: ZipFile, entries: ReadonlyMap<string, Entry>, manifest: Manifest): DatabaseCopy {
  // Backups of earlier versions have them.
  const wanted = manifest.tables.filter(
    ({ schema, table }) => schema !== 'public' || !leftOut.backup.has(table),
  );
  const tables = wanted.map((shape) => ({
    ...shape,
    open: () => {
      const entry = entries.get(placeOfTable(shape));
      if (!entry) throw damaged(`${shape.table} is missing`);
      return Promise.resolve(Readable.from(contentOf(zip, entry), { objectMode: false }));
    },
  }));
  return { migrations: manifest.migrations, counters: manifest.counters, tables };
}

/**
 * Restores a backup.
 * @param options.connectionString of an empty database
 * @param options.store an empty one
 * @param options.keys absolute; where keys go that are kept beside the database
 * @throws CopyRefused, which says what is in the way; nothing was changed then
 */
export async function readBackup(
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
): Promise<BackupTold> {
  const zip = await openBackup(file);
  try {
    const entries = await entriesOf(zip);
    const manifest = await manifestIn(zip, entries);
    const arrived = new Map<string, number>();
    let files = 0;
    await fillDatabase(connectionString, sourcesIn(zip, entries, manifest), {
      migrations,
      told: (table, rows) => arrived.set(table, rows),
      after: async () => {
        // Not before: of a place that is in use the database is told first.
        await refuseUnlessEmpty(store);
        await refuseKeys(keys);
        for (const { schema, table, rows } of manifest.tables)
          if ((arrived.get(`${schema}.${table}`) ?? rows) !== rows)
            throw damaged(`${table} has ${arrived.get(`${schema}.${table}`)} rows of ${rows}`);
        try {
          await takeKeys(zip, entries, keys);
          files = await takeFiles(zip, entries, store);
        } catch (error) {
          // None of them was there before.
          for (const key of keys) await rm(key, { force: true });
          throw error;
        }
      },
    });
    const rows = [...arrived.values()].reduce((sum, count) => sum + count, 0);
    return { rows, files, bytes: zip.fileSize, made: new Date(manifest.made) };
  } finally {
    zip.close();
  }
}
