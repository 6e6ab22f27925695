/** Preview of an import: how the first rows would be read. */

import { parseIsoDate } from '@waypost/contract/common/dates';
import { limits } from '@waypost/contract/common/limits';
import type { CsvOptions, ImportFixedValues, ImportPreview } from '@waypost/contract/imports/imports';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import type { ColumnTarget } from '@waypost/survey-logic/csv/column-mapping';
import {
  guessCellFormat,
  guessColumnKinds,
  guessIdColumn,
  guessMapping,
} from '@waypost/survey-logic/csv/guess-mapping';
import { trimCell } from '@waypost/survey-logic/csv/parse-row';
import { resolveSiteDateOrder } from '@waypost/survey-logic/csv/site-date-order';
import { findVisibleCategories, readVisibleCategoryNames } from '../categories/categories.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import { validationError } from '../kernel/http/problem.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { checkDrafts } from '../posts/posts.public.ts';
import { readSite } from '../settings/settings.public.ts';
import type { AttributeRow } from '../surveys/surveys.public.ts';
import { listNamedCategories } from './create-missing-categories.ts';
import { type CsvRow, readHead } from './csv/read-rows.ts';
import type { ImportRow, RowFault } from './imports.sql.ts';
import { viewRejectedRow } from './imports.view.ts';
import {
  csvFormatOf,
  csvOptionsOf,
  type ImportSurvey,
  readAuthorizedImport,
  readImportSurvey,
  resolveMapping,
} from './read-authorized-import.ts';
import {
  type RowContext,
  type RowResult,
  readPostFromRow,
  toDraft,
  toFaultsOfRefusal,
} from './read-post-from-row.ts';

/** Mapping, fixed values and options as sent by the client. */
export interface ImportSettingsInput {
  maps_to?: (string | null)[] | null | undefined;
  fixed?: ImportFixedValues | null | undefined;
  options?: { [K in keyof CsvOptions]?: CsvOptions[K] | undefined } | null | undefined;
}

/** Columns and first rows of the file, read with the requested or stored options. @throws ValidationError when it is gone */
export async function readFileHead(
  store: FileStore,
  row: ImportRow,
  overrides: ImportSettingsInput['options'],
): Promise<{ columns: string[]; rows: CsvRow[]; options: CsvOptions }> {
  if (row.file === null) throw validationError('csv', 'file', 'csvGone');
  const chosen = { ...csvOptionsOf(row), ...omitUndefined(overrides ?? {}) };
  const { source } = row;
  const format = csvFormatOf({ source, options: chosen });
  const { encoding, delimiter } = format;
  const options: CsvOptions = { ...chosen, encoding, delimiter };
  const head = await readHead(store.read(row.file), format, limits.csvPreview.sampledRows).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? validationError('csv', 'file', 'csvGone') : error;
    },
  );
  return { ...head, options };
}

/** A mapping with exactly one entry per column. */
export const fitToColumns = (mapsTo: readonly (string | null)[], columns: readonly string[]) =>
  columns.map((_, index) => mapsTo[index] ?? null);

/** The parsed value of a cell as text for the preview; null for an empty cell. */
function formatParsedCell(
  target: ColumnTarget<AttributeRow>,
  result: RowResult,
  cell: string,
): string | null {
  if (cell.trim() === '') return null;
  if (!('input' in result)) return cell.trim();
  if ('property' in target) {
    const value = (result.input as Record<string, unknown>)[target.property];
    if (value instanceof Date) return value.toISOString().slice(0, 19).replace('T', ' ');
    return Array.isArray(value) ? value.join(' · ') : typeof value === 'string' ? value : cell.trim();
  }
  const answers = result.input.values?.[target.attribute.key];
  if (!Array.isArray(answers)) return cell.trim();
  if (target.part) return (answers[0] as Record<string, string>)[target.part] ?? '';
  const isUnreadableDate =
    fieldTypes[target.attribute.type].answerKind === 'time' && !parseIsoDate(String(answers[0]));
  const texts = target.index === undefined && !isUnreadableDate ? answers : [cell.trim()];
  return texts.map((text) => formatDate(target.attribute, String(text))).join(' · ');
}

/** Formats parsed dates year first, which reveals a wrong order of day and month. */
function formatDate({ type }: AttributeRow, text: string): string {
  const isParsed = fieldTypes[type].answerKind === 'time' && /^\d{4}-\d\d-\d\dT[\d:]{8}\.000Z$/.test(text);
  return isParsed
    ? text
        .slice(0, 19)
        .replace('T', ' ')
        .replace(/ 00:00:00$/, '')
    : text;
}

/** The errors of each row; empty for valid rows. */
async function checkRows(
  tx: Tx,
  viewer: Viewer,
  importSurvey: ImportSurvey,
  rows: readonly CsvRow[],
  results: readonly RowResult[],
  context: RowContext,
): Promise<RowFault[][]> {
  const posts = results.flatMap((result) => ('input' in result ? [result] : []));
  const drafts = posts.map((post) => toDraft(viewer, importSurvey.survey, post, ''));
  const errors = (await checkDrafts(tx, drafts)).values();
  return results.map((result, index) => {
    if ('faults' in result) return result.faults;
    const error = errors.next().value;
    return error ? toFaultsOfRefusal(rows[index]?.cells ?? [], context, error) : [];
  });
}

/** Removes categories that the import will create, so that they are not reported as unknown. */
async function withoutNewCategories(
  tx: Tx,
  viewer: Viewer,
  importSurvey: ImportSurvey,
  results: readonly RowResult[],
): Promise<RowResult[]> {
  const inputs = results.flatMap((result) => ('input' in result ? [result.input] : []));
  const named = listNamedCategories(importSurvey.attributes, inputs);
  const existing = await findVisibleCategories(tx, viewer, named);
  const missing = new Set(named.filter((name) => !existing.has(name)));
  const keys = importSurvey.attributes
    .filter(({ type }) => fieldTypes[type].answerKind === 'category')
    .map(({ key }) => key);
  return results.map((result) => {
    if (!('input' in result) || missing.size === 0) return result;
    const values = { ...result.input.values };
    for (const key of keys) {
      const answers = values[key];
      if (Array.isArray(answers)) values[key] = answers.filter((answer) => !missing.has(String(answer)));
    }
    return { ...result, input: { ...result.input, values } };
  });
}

/** Reads the first rows as the import would. Settings that are not sent are guessed from the file. */
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
  const cells = rows.filter(({ fault }) => !fault).map((csvRow) => csvRow.cells);
  const requestedMapping = settings.maps_to ?? null;
  const maps_to = requestedMapping
    ? fitToColumns(requestedMapping, columns)
    : guessMapping(columns, importSurvey.attributes);
  const categories = await readVisibleCategoryNames(tx, viewer);
  const { isAmbiguous, ...guessed } = guessCellFormat({
    columns,
    rows: cells,
    delimiter: options.delimiter,
    mapsTo: maps_to,
    attributes: importSurvey.attributes,
    categories,
    usualDateOrder: resolveSiteDateOrder(await readSite(tx)),
  });
  const id_column = requestedMapping ? options.id_column : guessIdColumn(columns, cells, maps_to);
  const effectiveOptions: CsvOptions = {
    ...options,
    ...guessed,
    id_column,
    ...omitUndefined(settings.options ?? {}),
    encoding: options.encoding,
    delimiter: options.delimiter,
  };
  const { targets } = resolveMapping(importSurvey, maps_to, null);
  const { survey } = importSurvey;
  const rowContext = {
    survey,
    attributes: importSurvey.attributes,
    columns,
    targets,
    options: effectiveOptions,
    fixed: fixed ?? {},
    categories,
  };
  const shownRows = rows.slice(0, limits.csvPreview.shownRows);
  const results = shownRows.map((csvRow) => readPostFromRow(csvRow, rowContext));
  const checked = effectiveOptions.create_tags
    ? await withoutNewCategories(tx, viewer, importSurvey, results)
    : results;
  const faults = await checkRows(tx, viewer, importSurvey, shownRows, checked, rowContext);
  const kinds = guessColumnKinds(columns, cells, effectiveOptions);
  return {
    columns: columns.map((name, index) => ({ name, kind: kinds[index] ?? 'empty' })),
    maps_to,
    options: effectiveOptions,
    date_is_ambiguous: isAmbiguous,
    rows: shownRows.map((csvRow, index) => ({
      ...viewRejectedRow(columns, { ...csvRow, faults: faults[index] ?? [] }),
      // The conversion has marked formulas, which the file does not.
      cells: csvRow.cells.slice(0, columns.length).map((cell) => (row.source ? trimCell(cell) : cell)),
      read: columns.map((_, columnIndex) => {
        const target = targets.find(({ column }) => column === columnIndex);
        const result = results[index];
        return target && result ? formatParsedCell(target, result, csvRow.cells[columnIndex] ?? '') : null;
      }),
    })),
  };
}
