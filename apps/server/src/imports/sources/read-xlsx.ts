/** Reads the sheets of an XLSX workbook as rows of texts, as a stream. */
import { limits } from '@waypost/contract/common/limits';
import { maxSheets } from '@waypost/contract/imports/csv-options';
import { RowBudget } from './bounded-text.ts';
import { maxRows, parseColumn } from './cell-reference.ts';
import { EscapedText } from './escaped-text.ts';
import { findMerges } from './find-merges.ts';
import { formatNumber } from './format-number.ts';
import { ImportRefusal } from './import-refusal.ts';
import { MergedCells } from './merged-cells.ts';
import type { NumberFormat } from './number-format.ts';
import { parseXml } from './read-xml.ts';
import type { TableRow, TableSource } from './table-rows.ts';
import { readWorkbook, type Workbook } from './workbook.ts';
import type { ZipArchive } from './zip-archive.ts';

/** One column more than a file may have: such a file is refused by the reader of headings. */
const maxColumns = limits.csvColumns + 1;

/** A cell as it is stored. */
interface StoredCell {
  column: number;
  type: string;
  style: number;
  value: string;
}

interface StoredRow {
  /** From 1. */
  number: number;
  cells: StoredCell[];
}

const plain: NumberFormat = { kind: 'plain' };

async function formatCell({ type, style, value }: StoredCell, workbook: Workbook): Promise<string> {
  switch (type) {
    case 's':
      return (await workbook.strings.get(Number(value))) ?? '';
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    case 'e':
      return '';
    case 'd':
      return value.replace('T', ' ');
    case 'str':
    case 'inlineStr':
      return value;
    default:
      return formatNumber(value, workbook.numberFormats[style] ?? plain, workbook.startsIn1904);
  }
}

/** The cells by column, with empty ones between them. @param merged null for a sheet without merged cells */
async function formatRow(
  { number, cells }: StoredRow,
  workbook: Workbook,
  merged: MergedCells | null,
): Promise<string[]> {
  const budget = new RowBudget();
  const row: string[] = [];
  merged?.enterRow(number);
  for (const cell of cells) {
    if (merged?.isHidden(cell.column)) continue;
    while (row.length < cell.column) row.push('');
    row[cell.column] = budget.fit(await formatCell(cell, workbook));
  }
  merged?.fillRow(row, budget);
  while (row.at(-1) === '') row.pop();
  return row;
}

/** Collects the rows of a sheet from its XML. */
function createRowCollector() {
  const rows: StoredRow[] = [];
  const value = new EscapedText();
  let row: StoredRow = { number: 0, cells: [] };
  let budget = new RowBudget();
  let cell: StoredCell = { column: -1, type: 'n', style: 0, value: '' };
  let isInValue = false;
  let isInPhonetics = false;
  const handler = {
    open(name: string, { r = '', t = 'n', s = '0' }: Readonly<Record<string, string>>) {
      if (name === 'row') {
        const number = r === '' ? row.number + 1 : Number(r);
        const isNext = Number.isInteger(number) && number > row.number && number <= maxRows;
        if (!isNext) throw new ImportRefusal('importBroken');
        row = { number, cells: [] };
        budget = new RowBudget();
      } else if (name === 'c') {
        const column = r === '' ? (row.cells.at(-1)?.column ?? -1) + 1 : parseColumn(r);
        cell = { column, type: t, style: Number(s), value: '' };
      } else if (name === 'v' || name === 't') isInValue = true;
      else if (name === 'rPh') isInPhonetics = true;
    },
    text(piece: string) {
      if (isInValue && !isInPhonetics) value.add(piece);
    },
    close(name: string) {
      if (name === 'v' || name === 't') {
        isInValue = false;
        value.endElement();
      } else if (name === 'rPh') isInPhonetics = false;
      else if (name === 'c') {
        cell.value = budget.fit(value.take());
        const isInOrder = cell.column > (row.cells.at(-1)?.column ?? -1) && cell.column < maxColumns;
        if (isInOrder && cell.value !== '') row.cells.push(cell);
      } else if (name === 'row') rows.push(row);
    },
  };
  return { handler, takeRows: () => rows.splice(0) };
}

async function* readSheet(archive: ZipArchive, workbook: Workbook, path: string): AsyncGenerator<TableRow> {
  const regions = await findMerges(archive.readBytes(path), maxColumns);
  const merged = regions.length > 0 ? new MergedCells(regions) : null;
  const { handler, takeRows } = createRowCollector();
  let lastNumber = 0;
  for await (const _ of parseXml(archive.readText(path), handler))
    for (const row of takeRows()) {
      for (lastNumber++; lastNumber < row.number; lastNumber++) yield [];
      yield await formatRow(row, workbook, merged);
    }
}

/**
 * Opens the visible sheets of a workbook.
 * @param directory for temporary files, which the caller deletes
 * @throws ImportRefusal if the archive is no workbook
 */
export async function openXlsx(
  archive: ZipArchive,
  directory: string,
): Promise<TableSource & { close: () => Promise<void> }> {
  const workbook = await readWorkbook(archive, directory);
  const tables = workbook.sheets.slice(0, maxSheets).map(({ name, path }) => ({
    name,
    rows: () => readSheet(archive, workbook, path),
  }));
  return {
    kind: 'xlsx',
    tables,
    otherSheets: workbook.sheets.length - 1,
    close: () => workbook.strings.close(),
  };
}
