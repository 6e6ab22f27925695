/** Reads the first sheet of an XLSX workbook as rows of texts, as a stream. */
import { limits } from '@waypost/contract/common/limits';
import { dateFromSerial } from 'numfmt';
import { BoundedText, RowBudget } from './bounded-text.ts';
import { ImportRefusal } from './import-refusal.ts';
import { parseXml } from './read-xml.ts';
import type { TableRow, TableSource } from './table-rows.ts';
import { readWorkbook, type Workbook } from './workbook.ts';
import type { ZipArchive } from './zip-archive.ts';

/** Rows of a sheet that programs allow. */
const maxRows = 1_048_576;
/** One column more than a file may have: such a file is refused by the reader of headings. */
const maxColumns = limits.csvColumns + 1;
/** Days between the two beginnings of dates. */
const daysUntil1904 = 1462;

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

/** The index of a column from the reference of a cell, such as `AB7`. */
function parseColumn(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

const pad = (value: number): string => String(value).padStart(2, '0');

/** A date as `2025-01-31`, with the time of day unless it is midnight; a time alone as `17:30:00`. */
function formatSerial(serial: number, startsIn1904: boolean): string {
  const parts = dateFromSerial(startsIn1904 ? serial + daysUntil1904 : serial);
  const [year, month, day, hours, minutes, seconds] = parts as readonly number[];
  const time = `${pad(hours ?? 0)}:${pad(minutes ?? 0)}:${pad(Math.floor(seconds ?? 0))}`;
  if (serial < 1 && !startsIn1904) return time;
  const date = `${year}-${pad(month ?? 1)}-${pad(day ?? 1)}`;
  return time === '00:00:00' ? date : `${date} ${time}`;
}

/** Numbers are stored with more digits than are shown: 36.82 as 36.820000000000001. */
function formatNumber(text: string): string {
  const number = Number(text);
  return text === '' || !Number.isFinite(number) ? text : String(number);
}

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
    default: {
      const serial = Number(value);
      const isDate = value !== '' && workbook.hasDates[style] === true && serial >= 0 && serial < 2_958_466;
      return isDate ? formatSerial(serial, workbook.startsIn1904) : formatNumber(value);
    }
  }
}

/** The cells by column, with empty ones between them. */
async function formatRow({ cells }: StoredRow, workbook: Workbook): Promise<string[]> {
  const budget = new RowBudget();
  const row: string[] = [];
  for (const cell of cells) {
    while (row.length < cell.column) row.push('');
    row[cell.column] = budget.fit(await formatCell(cell, workbook));
  }
  while (row.at(-1) === '') row.pop();
  return row;
}

/** Collects the rows of a sheet from its XML. */
function createRowCollector() {
  const rows: StoredRow[] = [];
  const value = new BoundedText();
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
      if (name === 'v' || name === 't') isInValue = false;
      else if (name === 'rPh') isInPhonetics = false;
      else if (name === 'c') {
        cell.value = budget.fit(value.take());
        const isInOrder = cell.column > (row.cells.at(-1)?.column ?? -1) && cell.column < maxColumns;
        if (isInOrder && cell.value !== '') row.cells.push(cell);
      } else if (name === 'row') rows.push(row);
    },
  };
  return { handler, takeRows: () => rows.splice(0) };
}

async function* readSheet(archive: ZipArchive, workbook: Workbook): AsyncGenerator<TableRow> {
  const { handler, takeRows } = createRowCollector();
  let lastNumber = 0;
  for await (const _ of parseXml(archive.readText(workbook.sheetPath), handler))
    for (const row of takeRows()) {
      for (lastNumber++; lastNumber < row.number; lastNumber++) yield [];
      yield await formatRow(row, workbook);
    }
}

/**
 * Opens the first visible sheet of a workbook.
 * @param directory for temporary files, which the caller deletes
 * @throws ImportRefusal if the archive is no workbook
 */
export async function openXlsx(
  archive: ZipArchive,
  directory: string,
): Promise<TableSource & { close: () => Promise<void> }> {
  const workbook = await readWorkbook(archive, directory);
  return {
    kind: 'xlsx',
    sheet: workbook.sheetName,
    otherSheets: workbook.otherSheets,
    rows: () => readSheet(archive, workbook),
    close: () => workbook.strings.close(),
  };
}
