/** Reads the beginning of a file with the options that are sent or stored. */
import { limits } from '@waypost/contract/common/limits';
import type { CsvOptions } from '@waypost/contract/imports/csv-options';
import { type ImportFixedValues, isWorkbook } from '@waypost/contract/imports/imports';
import {
  guessHeadingRow,
  maxHeadingRows,
  type NumberedRow,
} from '@waypost/survey-logic/csv/guess-heading-row';
import { isBlankRow, trimCell } from '@waypost/survey-logic/csv/parse-row';
import type { FileStore } from '../kernel/files/file-store.ts';
import { validationError } from '../kernel/http/problem.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import { type FileHead, readFirstRows, readHead } from './csv/read-rows.ts';
import type { ImportRow } from './imports.sql.ts';
import { csvOptionsOf } from './imports.view.ts';
import { csvFormatOf, readTableBytes } from './read-authorized-import.ts';

/** Mapping, fixed values and options as sent by the client. */
export interface ImportSettingsInput {
  maps_to?: (string | null)[] | null | undefined;
  fixed?: ImportFixedValues | null | undefined;
  options?: { [K in keyof CsvOptions]?: CsvOptions[K] | undefined } | null | undefined;
}

/** Whether the file is a table of its author's. Else the conversion has made it, and its first two columns are coordinates. */
export const hasTable = (source: ImportRow['source']): boolean => source === null || isWorkbook(source.type);

/** Columns and first rows of the file, read with the requested or stored options. @throws ValidationError when it is gone */
export async function readFileHead(
  store: FileStore,
  row: ImportRow,
  overrides: ImportSettingsInput['options'],
): Promise<FileHead & { options: CsvOptions; firstRows: readonly NumberedRow[] }> {
  const { file, source } = row;
  if (file === null) throw validationError('csv', 'file', 'csvGone');
  const chosen = { ...csvOptionsOf(row), ...omitUndefined(overrides ?? {}) };
  const { encoding: newEncoding, delimiter: newDelimiter, sheet: newSheet } = overrides ?? {};
  const isOtherTable = (source ? newSheet : (newEncoding ?? newDelimiter)) !== undefined;
  /** Other cells, whose heading is not known. */
  const isHeadingUnknown = isOtherTable && overrides?.heading_row === undefined && hasTable(source);
  const read = async () => {
    const chosenFormat = csvFormatOf({ source, options: chosen });
    const readBytes = () => readTableBytes(store, file, { source, options: chosen });
    const firstRows = await readFirstRows(readBytes(), chosenFormat);
    const format = isHeadingUnknown
      ? { ...chosenFormat, heading_row: guessHeadingRow(firstRows) }
      : chosenFormat;
    const head = await readHead(readBytes(), format, limits.csvPreview.sampledRows);
    // The file ends above the row that is to name the columns.
    if (head.columns.length === 0) throw validationError('csv', 'options', 'invalid');
    if (head.columns.length > limits.csvColumns)
      throw validationError('csv', 'columns', 'csvColumns', { max: limits.csvColumns });
    const { encoding, delimiter, heading_row } = format;
    return { ...head, firstRows, options: { ...chosen, encoding, delimiter, heading_row } };
  };
  return read().catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? validationError('csv', 'file', 'csvGone') : error;
  });
}

/** Cells of a row, and characters of a cell, that are shown where one is chosen. */
const shown = { cells: 5, cellLength: 40 };

/** The beginning of a text. */
export const shortenCell = (cell: string, maxLength: number = shown.cellLength): string => {
  const text = trimCell(cell);
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
};

/** The rows that may name the columns, for a list to choose from. */
export const viewFirstRows = (rows: readonly NumberedRow[]) =>
  rows
    .filter(({ cells }) => !isBlankRow(cells))
    .slice(0, maxHeadingRows)
    .map(({ line, cells }) => {
      const texts = cells.map((cell) => shortenCell(cell)).filter((cell) => cell !== '');
      return { line, cells: texts.length > shown.cells ? [...texts.slice(0, shown.cells), '…'] : texts };
    });
