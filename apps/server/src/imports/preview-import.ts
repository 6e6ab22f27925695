/** Preview of an import: how the first rows would be read. */

import { limits } from '@waypost/contract/common/limits';
import type { CsvOptions } from '@waypost/contract/imports/csv-options';
import type { ImportPreview } from '@waypost/contract/imports/imports';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { type ColumnTarget, cellsOfColumn, showCells } from '@waypost/survey-logic/csv/column-mapping';
import { describeField } from '@waypost/survey-logic/csv/describe-field';
import { guessCellFormat, guessColumnKinds } from '@waypost/survey-logic/csv/guess-cell-format';
import { guessIdColumn, guessMapping } from '@waypost/survey-logic/csv/guess-mapping';
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
import type { CsvRow } from './csv/read-rows.ts';
import { digestRow } from './digest-row.ts';
import { formatParsedCell } from './format-parsed-cell.ts';
import { findImportedRows, type RowFault } from './imports.sql.ts';
import { viewRejectedRow } from './imports.view.ts';
import {
  hasPictureFields,
  listPictureHosts,
  untakenPictures,
  withoutPictures,
  withPictures,
} from './pictures/row-pictures.ts';
import {
  type ImportSurvey,
  readAuthorizedImport,
  readCellFormat,
  readImportSurvey,
  resolveMapping,
} from './read-authorized-import.ts';
import { findConsentColumns } from './read-consent-from-row.ts';
import {
  hasTable,
  type ImportSettingsInput,
  readFileHead,
  shortenCell,
  viewFirstRows,
} from './read-file-head.ts';
import {
  type RowContext,
  type RowResult,
  readPostFromRow,
  toDraft,
  toFaultsOfRefusal,
} from './read-post-from-row.ts';

/** @throws ValidationError at `/options` for a column that the file does not have */
export function requireColumnsOfOptions(
  options: ImportSettingsInput['options'],
  columns: readonly string[],
): void {
  const named = [options?.id_column ?? 0, ...Object.keys(options?.columns ?? {}).map(Number)];
  if (named.some((at) => at >= columns.length)) throw validationError('csv', 'options', 'invalid');
}

/** A mapping with exactly one entry per column. */
export const fitToColumns = (mapsTo: readonly (string | null)[], columns: readonly string[]) =>
  columns.map((_, index) => mapsTo[index] ?? null);

/** The options of single columns that were guessed, and those that were chosen, which count. */
const mergeColumnOptions = (guessed: CsvOptions['columns'], chosen: CsvOptions['columns']) =>
  Object.fromEntries(
    Object.keys({ ...guessed, ...chosen }).map((at) => [at, { ...guessed[at], ...chosen[at] }]),
  );

/** Which rows were imported before, and are skipped. */
async function findSkippedRows(
  tx: Tx,
  { survey }: ImportSurvey,
  columns: readonly string[],
  rows: readonly CsvRow[],
  idColumn: number | null,
): Promise<boolean[]> {
  const digests = rows.map(({ cells }) => digestRow(columns, cells, idColumn));
  const known = await findImportedRows(
    tx,
    survey.id,
    digests.flatMap((digest) => digest ?? []),
  );
  return digests.map((digest) => {
    if (digest === null) return false;
    const isKnown = known.has(digest);
    // A second row of the same content in the file.
    known.add(digest);
    return isKnown;
  });
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
  const posts = results.flatMap((result) =>
    'input' in result ? withoutPictures(result, context.targets) : [],
  );
  const drafts = posts.map(({ read, keys }) =>
    toDraft(viewer, importSurvey.survey, read, { fileName: '', optionalKeys: keys }),
  );
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

/** What a row will be imported without. */
function viewWarnings(csvRow: CsvRow, result: RowResult | undefined, { columns, targets }: RowContext) {
  if (!result || 'faults' in result) return [];
  const { faults } = withPictures(csvRow, result, targets, untakenPictures);
  return viewRejectedRow(columns, { ...csvRow, faults }).errors;
}

/** Characters of an example, and of how it is read. */
const maxExampleLength = 80;

/** How the cells of a field are read; nothing of a column that is the first of none. */
function describeColumn(
  target: ColumnTarget<AttributeRow> | undefined,
  rows: readonly CsvRow[],
  context: RowContext,
): Partial<ImportPreview['columns'][number]> {
  if (!target) return {};
  const { format, categories } = context;
  const { readable, choices, examples } = describeField(
    target,
    rows.map(({ cells }) => cells),
    format,
    categories,
  );
  return {
    readable,
    choices,
    examples: examples.flatMap((at) => {
      const row = rows[at];
      if (!row) return [];
      const result = readPostFromRow(row, { ...context, targets: [target] });
      const read = formatParsedCell(target, result, row.cells, format);
      if (read === null) return [];
      const cell = showCells(row.cells, target.columns);
      return [{ cell: shortenCell(cell, maxExampleLength), read: shortenCell(read, maxExampleLength) }];
    }),
  };
}

/** The cells besides those of the place. */
const withoutPlace = ([_latitude, _longitude, ...cells]: readonly string[]): string[] => ['', '', ...cells];

/** Characters of a cell that a preview shows. */
const maxShownLength = 5000;
const limitCell = (cell: string): string =>
  cell.length > maxShownLength ? `${cell.slice(0, maxShownLength)}…` : cell;

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
  const { columns, rows, hasHxlRow, options, firstRows } = await readFileHead(store, row, settings.options);
  requireColumnsOfOptions(settings.options, columns);
  const rowsWithoutFault = rows.filter(({ fault }) => !fault);
  const cells = rowsWithoutFault.map((csvRow) => csvRow.cells);
  const requestedMapping = settings.maps_to ?? null;
  const guessedMapping = guessMapping(
    columns,
    importSurvey.attributes,
    hasTable(row.source) ? cells : cells.map(withoutPlace),
  );
  const maps_to = requestedMapping ? fitToColumns(requestedMapping, columns) : guessedMapping.mapsTo;
  const categories = await readVisibleCategoryNames(tx, viewer);
  const site = await readSite(tx);
  const guessed = guessCellFormat({
    columns,
    rows: cells,
    delimiter: options.delimiter,
    mapsTo: maps_to,
    attributes: importSurvey.attributes,
    categories,
    usualDateOrder: resolveSiteDateOrder(site),
  });
  const id_column = requestedMapping ? options.id_column : guessIdColumn(columns, cells, maps_to);
  const effectiveOptions: CsvOptions = {
    ...options,
    ...guessed.options,
    id_column,
    ...omitUndefined(settings.options ?? {}),
    columns: mergeColumnOptions(guessed.options.columns, settings.options?.columns ?? {}),
    encoding: options.encoding,
    delimiter: options.delimiter,
    sheet: options.sheet,
    heading_row: options.heading_row,
    timezone: options.timezone ?? site.timezone,
  };
  const { targets } = resolveMapping(importSurvey, maps_to, null);
  const { survey } = importSurvey;
  const format = await readCellFormat(tx, effectiveOptions, columns);
  const rowContext = {
    survey,
    attributes: importSurvey.attributes,
    columns,
    consentColumns: findConsentColumns(columns),
    targets,
    format,
    damaged: effectiveOptions.damaged,
    fixed: fixed ?? {},
    categories,
  };
  const shownRows = rows.slice(0, limits.csvPreview.shownRows);
  const results = shownRows.map((csvRow) => readPostFromRow(csvRow, rowContext));
  const checked = effectiveOptions.create_tags
    ? await withoutNewCategories(tx, viewer, importSurvey, results)
    : results;
  const faults = await checkRows(tx, viewer, importSurvey, shownRows, checked, rowContext);
  const skipped = await findSkippedRows(tx, importSurvey, columns, shownRows, effectiveOptions.id_column);
  const kinds = guessColumnKinds(columns, cells, effectiveOptions);
  return {
    columns: columns.map((name, index) => ({
      name,
      kind: kinds[index] ?? 'empty',
      example:
        cellsOfColumn(cells, index)
          .map((cell) => shortenCell(cell))
          .find((cell) => cell !== '') ?? null,
      reason:
        guessedMapping.mapsTo[index] === maps_to[index] ? (guessedMapping.reasons[index] ?? null) : null,
      ambiguous: guessed.ambiguousColumns.includes(index),
      ...describeColumn(
        targets.find(({ column }) => column === index),
        rowsWithoutFault,
        rowContext,
      ),
    })),
    maps_to,
    options: effectiveOptions,
    date_is_ambiguous: guessed.ambiguous.date,
    decimal_is_ambiguous: guessed.ambiguous.decimal,
    coordinate_order_is_ambiguous: guessed.ambiguous.coordinateOrder,
    picture_hosts: hasPictureFields(targets)
      ? listPictureHosts(
          rows.map((csvRow) => readPostFromRow(csvRow, rowContext)),
          targets,
        )
      : [],
    has_hxl_row: hasHxlRow,
    first_rows: viewFirstRows(firstRows),
    rows: shownRows.map((csvRow, index) => ({
      ...viewRejectedRow(columns, { ...csvRow, faults: faults[index] ?? [] }),
      warnings: viewWarnings(csvRow, results[index], rowContext),
      // The conversion has marked formulas, which the file does not.
      cells: columns
        .map((_, at) => csvRow.cells[at] ?? '')
        .map((cell) => limitCell(row.source ? trimCell(cell) : cell)),
      read: columns.map((_, columnIndex) => {
        const target = targets.find(({ column }) => column === columnIndex);
        const result = results[index];
        const read = target && result ? formatParsedCell(target, result, csvRow.cells, format) : null;
        return read === null ? null : limitCell(read);
      }),
      imported_before: skipped[index] ?? false,
    })),
  };
}
