/**
 * Applies the SQL files of functions, triggers and views: a file whose text has changed is run again, after what it defined before
 * was dropped. So a function whose arguments changed, or that is in no file any more, leaves nothing behind.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Tx } from './database.ts';

interface FunctionFile {
  /** `masks.sql`. */
  name: string;
  text: string;
  checksum: string;
  /** What it defines, as `drop` names it: `function mask_posts`, `trigger record_data_change on posts`, `view current_counts_by_day`. */
  objects: string[];
}

/** Statements start at the beginning of a line, bodies of functions do not. Names are unique: no overloaded functions. */
const createStatement = /^create (?:(function|view) (\w+)|trigger (\w+)\s[^;]*?\bon (\w+))/gm;

/** In this order nothing is dropped that another object still needs. */
const kindsInDropOrder = ['trigger', 'view', 'function'];

/** Lists of texts by the name that stands for them in the files. */
export type FunctionLists = Readonly<Record<string, readonly string[]>>;

const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Puts lists into a file: `type = any({{searchable_types}})`. @throws for the name of an unknown list */
const insertLists = (name: string, text: string, lists: FunctionLists): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, list: string) => {
    const texts = lists[list];
    if (!texts) throw new Error(`${name} names the list "${list}", which there is not.`);
    return `array[${texts.map(quoteText).join(', ')}]::text[]`;
  });

function parseFunctionFile(name: string, text: string): FunctionFile {
  const objects = [...text.matchAll(createStatement)].map(([, kind, object, trigger, table]) =>
    kind === undefined ? `trigger ${trigger} on ${table}` : `${kind} ${object}`,
  );
  return { name, text, checksum: createHash('sha256').update(text).digest('hex'), objects };
}

async function readFunctionFiles(directory: string, lists: FunctionLists): Promise<FunctionFile[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) =>
      parseFunctionFile(name, insertLists(name, await readFile(path.join(directory, name), 'utf8'), lists)),
    ),
  );
}

/** Functions, views and triggers in the database, named like `FunctionFile.objects`. */
async function readExistingObjects(tx: Tx): Promise<Set<string>> {
  const { rows } = await sql<{ object: string }>`
    select 'function ' || proname as object from pg_proc where pronamespace = 'public'::regnamespace
    union all
    select 'view ' || relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
    union all
    select 'trigger ' || tgname || ' on ' || relname from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal`.execute(tx);
  return new Set(rows.map(({ object }) => object));
}

async function dropObjects(tx: Tx, objects: ReadonlySet<string>): Promise<void> {
  for (const kind of kindsInDropOrder)
    for (const object of objects)
      if (object.startsWith(`${kind} `))
        await sql.raw(`drop ${kind} if exists ${object.slice(kind.length + 1)}`).execute(tx);
}

/**
 * Applies the files that have changed since they were applied, or whose objects a migration has dropped. The caller holds the lock
 * of the schema.
 * @param directory with one `.sql` file for each function or group of functions, with its triggers and views
 * @param lists what `{{name}}` in the files stands for: a file is also applied again when a list of its changes
 * @returns the names of the files that were applied or removed
 * @throws for an unknown list, and the error of PostgreSQL, also when an object of an unchanged file needs one that is dropped: put both into one file
 */
export async function applyFunctions(tx: Tx, directory: string, lists: FunctionLists): Promise<string[]> {
  const files = await readFunctionFiles(directory, lists);
  const { rows: applied } = await sql<Omit<FunctionFile, 'text'>>`
    select name, checksum, objects from function_files`.execute(tx);
  const existing = await readExistingObjects(tx);
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  const stale = files.filter(
    ({ name, checksum, objects }) =>
      checksums.get(name) !== checksum || objects.some((object) => !existing.has(object)),
  );
  const current = new Set(files.filter((file) => !stale.includes(file)).map(({ name }) => name));
  const outdated = applied.filter(({ name }) => !current.has(name));
  await dropObjects(tx, new Set([...outdated, ...stale].flatMap(({ objects }) => objects)));
  await sql`delete from function_files where name = any(${outdated.map(({ name }) => name)})`.execute(tx);
  // Functions of one file call those of another.
  await sql`set local check_function_bodies = off`.execute(tx);
  for (const { name, text, checksum, objects } of stale) {
    await sql.raw(text).execute(tx);
    await sql`insert into function_files (name, checksum, objects) values (${name}, ${checksum}, ${objects})`.execute(
      tx,
    );
  }
  return [...new Set([...stale, ...outdated].map(({ name }) => name))];
}
