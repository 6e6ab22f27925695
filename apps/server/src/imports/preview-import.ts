/** How rows would be read, told before anything is brought in. */

import { limits } from '@waypost/contract/common/limits';
import type { CsvOptions, ImportFixedValues, ImportPreview } from '@waypost/contract/imports/imports';
import type { ColumnTarget } from '@waypost/survey-logic/csv/column-mapping';
import {
  guessCellFormat,
  guessColumnKinds,
  guessIdColumn,
  guessMapping,
} from '@waypost/survey-logic/csv/guess-mapping';
import { findCategories, readCategoryNames } from '../categories/categories.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import { validationError } from '../kernel/http/problem.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { checkPosts } from '../posts/posts.public.ts';
import type { AttributeRow } from '../surveys/surveys.public.ts';
import { listNamedCategories } from './create-missing-categories.ts';
import type { ImportRow, RowFault } from './imports.sql.ts';
import { viewRejectedRow } from './imports.view.ts';
import {
  csvOptionsOf,
  type ImportSurvey,
  readAuthorizedImport,
  readImportSurvey,
  resolveMapping,
} from './read-authorized-import.ts';
import { type CsvRow, readHead } from './read-csv.ts';
import { type RowResult, readPostFromRow, toRowFaults } from './read-post-from-row.ts';

export interface ImportSettingsInput {
  maps_to?: (string | null)[] | null | undefined;
  fixed?: ImportFixedValues | null | undefined;
  options?: { [K in keyof CsvOptions]?: CsvOptions[K] | undefined } | null | undefined;
}

/** What the file says, in the format that is asked for or was told when it came in. */
export async function readFileHead(
  store: FileStore,
  row: ImportRow,
  overrides: ImportSettingsInput['options'],
): Promise<{ columns: string[]; rows: CsvRow[]; options: CsvOptions }> {
  if (row.file === null) throw validationError('csv', 'file', 'csvGone');
  const options: CsvOptions = { ...csvOptionsOf(row), ...omitUndefined(overrides ?? {}) };
  const head = await readHead(store.read(row.file), options, limits.csvPreview.sampledRows).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? validationError('csv', 'file', 'csvGone') : error;
    },
  );
  return { ...head, options };
}

/** As many members as there are columns. */
export const fitToColumns = (mapsTo: readonly (string | null)[], columns: readonly string[]) =>
  columns.map((_, at) => mapsTo[at] ?? null);

/** What a cell is read as, in words that can stand in a table. */
function formatReadCell(target: ColumnTarget<AttributeRow>, read: RowResult, cell: string): string | null {
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
  return one.map((it) => formatDate(target.attribute, String(it))).join(' · ');
}

/** Dates as they are stored, so that a wrong order of day and month is seen. */
function formatDate({ type }: AttributeRow, text: string): string {
  const isRead = type === 'datetime' && /^\d{4}-\d\d-\d\dT[\d:]{8}\.000Z$/.test(text);
  return isRead
    ? text
        .slice(0, 19)
        .replace('T', ' ')
        .replace(/ 00:00:00$/, '')
    : text;
}

/** Everything that is wrong with each row; rows that are fine have no faults. */
async function checkRows(
  tx: Tx,
  viewer: Viewer,
  importSurvey: ImportSurvey,
  reads: readonly RowResult[],
  targets: readonly ColumnTarget<AttributeRow>[],
): Promise<RowFault[][]> {
  const inputs = reads.flatMap((it) => ('input' in it ? [it.input] : []));
  const checked = (await checkPosts(tx, viewer, importSurvey, inputs)).values();
  return reads.map((it) => {
    if ('faults' in it) return it.faults;
    const post = checked.next().value;
    return post && 'faults' in post ? toRowFaults(targets, post.faults) : [];
  });
}

/** Leaves out what will be made before the rows come in. */
async function withoutNewCategories(
  tx: Tx,
  importSurvey: ImportSurvey,
  reads: readonly RowResult[],
): Promise<RowResult[]> {
  const inputs = reads.flatMap((it) => ('input' in it ? [it.input] : []));
  const named = listNamedCategories(importSurvey.attributes, inputs);
  const known = await findCategories(tx, named);
  const missing = new Set(named.filter((name) => !known.has(name)));
  const keys = importSurvey.attributes.filter((it) => it.type === 'tags').map((it) => it.key);
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
  settings: ImportSettingsInput,
): Promise<ImportPreview> {
  const row = await readAuthorizedImport(tx, viewer, id, 'read');
  const fixed = settings.fixed ?? row.fixed;
  const importSurvey = await readImportSurvey(tx, viewer, fixed);
  const { columns, rows, options } = await readFileHead(store, row, settings.options);
  const cells = rows.filter((it) => !it.isBroken).map((it) => it.cells);
  const said = settings.maps_to ?? null;
  const maps_to = said ? fitToColumns(said, columns) : guessMapping(columns, importSurvey.attributes);
  const { isAmbiguous, ...guessed } = guessCellFormat(
    cells,
    options.delimiter,
    maps_to,
    importSurvey.attributes,
  );
  const id_column = said ? options.id_column : guessIdColumn(columns, cells, maps_to);
  const known: CsvOptions = { ...options, ...guessed, id_column, ...omitUndefined(settings.options ?? {}) };
  const { targets } = resolveMapping(importSurvey, maps_to, null);
  const categories = await readCategoryNames(tx);
  const { survey } = importSurvey;
  const reading = { survey, columns, targets, options: known, fixed: fixed ?? {}, categories };
  const first = rows.slice(0, limits.csvPreview.shownRows);
  const reads = first.map((it) => readPostFromRow(it, reading));
  const checked = known.create_tags ? await withoutNewCategories(tx, importSurvey, reads) : reads;
  const faults = await checkRows(tx, viewer, importSurvey, checked, targets);
  const kinds = guessColumnKinds(columns, cells, known);
  return {
    columns: columns.map((name, at) => ({ name, kind: kinds[at] ?? 'empty' })),
    maps_to,
    options: known,
    date_is_ambiguous: isAmbiguous,
    rows: first.map((it, at) => ({
      ...viewRejectedRow(columns, { ...it, faults: faults[at] ?? [] }),
      cells: it.cells.slice(0, columns.length),
      read: columns.map((_, column) => {
        const target = targets.find((one) => one.column === column);
        const read = reads[at];
        return target && read ? formatReadCell(target, read, it.cells[column] ?? '') : null;
      }),
    })),
  };
}
