/** How rows would be read, told before anything is brought in. */
import type { CsvOptions, ImportFixed, ImportPreview } from '@waypost/contract/imports';
import { limits } from '@waypost/contract/limits';
import { guessIdColumn, guessMapping, guessRules, kindsOf } from '@waypost/survey-logic/csv-guess';
import type { Target } from '@waypost/survey-logic/csv-target';
import { findCategories, readCategoryNames } from '../categories/categories.public.ts';
import type { Tx } from '../kernel/db.ts';
import { defined } from '../kernel/defined.ts';
import type { FileStore } from '../kernel/file-store.ts';
import { fault } from '../kernel/problem.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { checkPosts } from '../posts/posts.public.ts';
import type { AttributeRow } from '../surveys/surveys.public.ts';
import type { ImportRow, RowFault } from './imports.sql.ts';
import { viewRejected } from './imports.view.ts';
import { type Aim, aimOf, importFor, mappingOf, optionsOf } from './known-import.ts';
import { newCategories } from './new-categories.ts';
import { type Row, readHead } from './read-csv.ts';
import { type ReadPost, readPost, rowFaults } from './read-posts-of-rows.ts';

export interface AskedPreview {
  maps_to?: (string | null)[] | null | undefined;
  fixed?: ImportFixed | null | undefined;
  options?: { [K in keyof CsvOptions]?: CsvOptions[K] | undefined } | null | undefined;
}

/** What the file says, in the format that is asked for or was told when it came in. */
export async function readFormat(
  store: FileStore,
  row: ImportRow,
  asked: AskedPreview['options'],
): Promise<{ columns: string[]; rows: Row[]; options: CsvOptions }> {
  if (row.file === null) throw fault('csv', 'file', 'csvGone');
  const options: CsvOptions = { ...optionsOf(row), ...defined(asked ?? {}) };
  const head = await readHead(store.read(row.file), options, limits.csvPreview.guessed).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? fault('csv', 'file', 'csvGone') : error;
    },
  );
  return { ...head, options };
}

/** As many members as there are columns. */
export const fitted = (mapsTo: readonly (string | null)[], columns: readonly string[]) =>
  columns.map((_, at) => mapsTo[at] ?? null);

/** What a cell is read as, in words that can stand in a table. */
function shown(target: Target<AttributeRow>, read: ReadPost, cell: string): string | null {
  if (cell.trim() === '') return null;
  if (!('input' in read)) return cell.trim();
  if ('property' in target) {
    const said = (read.input as Record<string, unknown>)[target.property];
    if (said instanceof Date) return said.toISOString().slice(0, 19).replace('T', ' ');
    return Array.isArray(said) ? said.join(' · ') : typeof said === 'string' ? said : cell.trim();
  }
  const answers = read.input.values?.[target.attribute.key];
  if (!Array.isArray(answers)) return cell.trim();
  if (target.part) return (answers[0] as Record<string, string>)[target.part] ?? '';
  const one = target.index === undefined ? answers : [cell.trim()];
  return one.map((it) => dateText(target.attribute, String(it))).join(' · ');
}

/** Dates as they are stored, so that a wrong order of day and month is seen. */
function dateText({ type }: AttributeRow, text: string): string {
  const isRead = type === 'datetime' && /^\d{4}-\d\d-\d\dT[\d:]{8}\.000Z$/.test(text);
  return isRead
    ? text
        .slice(0, 19)
        .replace('T', ' ')
        .replace(/ 00:00:00$/, '')
    : text;
}

/** Everything that is wrong with each row; rows that are fine have no faults. */
async function faultsOfRows(
  tx: Tx,
  viewer: Viewer,
  aim: Aim,
  reads: readonly ReadPost[],
  targets: readonly Target<AttributeRow>[],
): Promise<RowFault[][]> {
  const inputs = reads.flatMap((it) => ('input' in it ? [it.input] : []));
  const checked = (await checkPosts(tx, viewer, aim, inputs)).values();
  return reads.map((it) => {
    if ('faults' in it) return it.faults;
    const post = checked.next().value;
    return post && 'faults' in post ? rowFaults(targets, post.faults) : [];
  });
}

/** Leaves out what will be made before the rows come in. */
async function withoutNewCategories(tx: Tx, aim: Aim, reads: readonly ReadPost[]): Promise<ReadPost[]> {
  const inputs = reads.flatMap((it) => ('input' in it ? [it.input] : []));
  const named = newCategories(aim.attributes, inputs);
  const known = await findCategories(tx, named);
  const missing = new Set(named.filter((name) => !known.has(name)));
  const keys = aim.attributes.filter((it) => it.type === 'tags').map((it) => it.key);
  return reads.map((read) => {
    if (!('input' in read) || missing.size === 0) return read;
    const values = { ...read.input.values };
    for (const key of keys) {
      const answers = values[key];
      if (Array.isArray(answers)) values[key] = answers.filter((it) => !missing.has(String(it)));
    }
    return { input: { ...read.input, values } };
  });
}

/** Reads the first rows as the import would, with guesses for whatever is not said. */
export async function previewImport(
  tx: Tx,
  viewer: Viewer,
  store: FileStore,
  id: number,
  asked: AskedPreview,
): Promise<ImportPreview> {
  const row = await importFor(tx, viewer, id, 'read');
  const fixed = asked.fixed ?? row.fixed;
  const aim = await aimOf(tx, viewer, fixed);
  const { columns, rows, options } = await readFormat(store, row, asked.options);
  const cells = rows.filter((it) => !it.isBroken).map((it) => it.cells);
  const said = asked.maps_to ?? null;
  const maps_to = said ? fitted(said, columns) : guessMapping(columns, aim.attributes);
  const { isAmbiguous, ...guessed } = guessRules(cells, options.delimiter, maps_to, aim.attributes);
  const id_column = said ? options.id_column : guessIdColumn(columns, cells, maps_to);
  const known: CsvOptions = { ...options, ...guessed, id_column, ...defined(asked.options ?? {}) };
  const { targets } = mappingOf(aim, maps_to, null);
  const categories = await readCategoryNames(tx);
  const { survey } = aim;
  const reading = { survey, columns, targets, options: known, fixed: fixed ?? {}, categories };
  const first = rows.slice(0, limits.csvPreview.shown);
  const reads = first.map((it) => readPost(it, reading));
  const checked = known.create_tags ? await withoutNewCategories(tx, aim, reads) : reads;
  const faults = await faultsOfRows(tx, viewer, aim, checked, targets);
  const kinds = kindsOf(columns, cells, known);
  return {
    columns: columns.map((name, at) => ({ name, kind: kinds[at] ?? 'empty' })),
    maps_to,
    options: known,
    date_is_ambiguous: isAmbiguous,
    rows: first.map((it, at) => ({
      ...viewRejected(columns, { ...it, faults: faults[at] ?? [] }),
      cells: it.cells.slice(0, columns.length),
      read: columns.map((_, column) => {
        const target = targets.find((one) => one.column === column);
        const read = reads[at];
        return target && read ? shown(target, read, it.cells[column] ?? '') : null;
      }),
    })),
  };
}
