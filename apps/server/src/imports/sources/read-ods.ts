/**
 * Reads the sheets of an OpenDocument spreadsheet (ODS) as rows of texts, as a stream. All sheets are in one file, which is read once, from
 * the first sheet to the last (OpenDocument 1.3, part 3, 9).
 */
import { limits } from '@waypost/contract/common/limits';
import { maxSheets } from '@waypost/contract/imports/csv-options';
import { RowBudget } from './bounded-text.ts';
import { maxRows } from './cell-reference.ts';
import { decodeAttribute } from './escaped-text.ts';
import type { MergedRegion } from './find-merges.ts';
import { formatOdsCell, type OdsCell } from './format-ods-cell.ts';
import { ImportRefusal } from './import-refusal.ts';
import { MergedCells } from './merged-cells.ts';
import { OdsText } from './ods-text.ts';
import { parseXml, readXml } from './read-xml.ts';
import type { SourceTable, TableRow, TableSource } from './table-rows.ts';
import type { ZipArchive } from './zip-archive.ts';

/** One column more than a file may have: such a file is refused by the reader of headings. */
const maxColumns = limits.csvColumns + 1;
/** Styles of hidden sheets, and cells over several columns or rows, that are known. */
const maxStyles = 100_000;
const maxSpans = 100_000;
/** Cells of a row, with those that are empty. Programs have 16,384 columns. */
const maxCells = 100_000;

/** A row as it is stored: cells that are not empty, by column from 0. */
interface StoredRow {
  /** How many rows of the sheet it stands for. */
  count: number;
  cells: { column: number; text: string }[];
  /** Cells over several columns or rows. */
  spans: { column: number; columns: number; rows: number }[];
}

type OdsPart = { kind: 'sheet'; name: string } | { kind: 'row'; row: StoredRow };

/** The attribute with the value of a cell, by its type. */
const valueAttributes: ReadonlyMap<string, string> = new Map([
  ['date', 'date-value'],
  ['time', 'time-value'],
  ['boolean', 'boolean-value'],
  ['string', 'string-value'],
]);

type Attributes = Readonly<Record<string, string>>;

/** How often something is repeated, at most once more than a sheet has rows: such a sheet is refused. */
const parseCount = (text: string | undefined): number => {
  const count = Number(text ?? 1);
  return Number.isInteger(count) && count >= 1 ? Math.min(count, maxRows + 1) : 1;
};

/** A cell that is read. */
interface OpenCell extends Omit<OdsCell, 'shown'> {
  /** How many cells of the row it stands for. */
  count: number;
  /** Depth of its element. */
  depth: number;
}

/** Collects the visible sheets and their rows from the XML. */
class OdsCollector {
  readonly #parts: OdsPart[] = [];
  readonly #path: string[] = [];
  readonly #hiddenStyles = new Set<string>();
  readonly #text = new OdsText();
  #style = '';
  /** Depth of the visible sheet that is read; 0 for none. */
  #sheetDepth = 0;
  /** Depth of the drawings of the sheet, which may hold further tables; 0 outside of them. */
  #drawingDepth = 0;
  #row: StoredRow | null = null;
  #budget = new RowBudget();
  #cell: OpenCell | null = null;
  /** The column of the next cell. */
  #column = 0;

  takeParts(): OdsPart[] {
    return this.#parts.splice(0);
  }

  open(name: string, attributes: Attributes): void {
    const parent = this.#path.at(-1);
    this.#path.push(name);
    if (this.#drawingDepth > 0) return;
    if (this.#cell) this.#text.open(name, attributes['c']);
    else if (name === 'shapes') this.#drawingDepth = this.#path.length;
    else if (name === 'style') this.#style = attributes['name'] ?? '';
    else if (name === 'table-properties' && attributes['display'] === 'false') {
      if (this.#hiddenStyles.size < maxStyles) this.#hiddenStyles.add(this.#style);
    } else if (name === 'table' && parent === 'spreadsheet') this.#openSheet(attributes);
    else if (this.#sheetDepth === 0) return;
    else if (name === 'table-row') {
      this.#row = { count: parseCount(attributes['number-rows-repeated']), cells: [], spans: [] };
      this.#budget = new RowBudget();
      this.#column = 0;
    } else if (this.#row && (name === 'table-cell' || name === 'covered-table-cell'))
      this.#openCell(this.#row, name, attributes);
  }

  text(piece: string): void {
    if (this.#cell) this.#text.add(piece);
  }

  close(name: string): void {
    const depth = this.#path.length;
    this.#path.pop();
    if (this.#drawingDepth > 0) {
      if (depth === this.#drawingDepth) this.#drawingDepth = 0;
    } else if (this.#cell) {
      if (this.#cell.depth === depth) this.#endCell(this.#cell);
      else this.#text.close(name);
    } else if (depth === this.#sheetDepth) this.#sheetDepth = 0;
    else if (name === 'table-row' && this.#row) {
      this.#parts.push({ kind: 'row', row: this.#row });
      this.#row = null;
    }
  }

  #openSheet(attributes: Attributes): void {
    if (this.#hiddenStyles.has(attributes['style-name'] ?? '')) return;
    this.#sheetDepth = this.#path.length;
    this.#parts.push({ kind: 'sheet', name: decodeAttribute(attributes['name'] ?? '') });
  }

  #openCell(row: StoredRow, name: string, attributes: Attributes): void {
    if (this.#column > maxCells) throw new ImportRefusal('importBroken');
    const type = attributes['value-type'] ?? '';
    this.#cell = {
      type,
      value: attributes[valueAttributes.get(type) ?? 'value'] ?? '',
      hasFormula: attributes['formula'] !== undefined,
      count: parseCount(attributes['number-columns-repeated']),
      depth: this.#path.length,
    };
    const [columns, rows] = [
      parseCount(attributes['number-columns-spanned']),
      parseCount(attributes['number-rows-spanned']),
    ];
    const isSpan = name === 'table-cell' && (columns > 1 || rows > 1) && this.#column < maxColumns;
    if (isSpan) row.spans.push({ column: this.#column, columns, rows });
  }

  #endCell({ count, ...cell }: OpenCell): void {
    const shown = this.#text.take();
    this.#cell = null;
    const text = formatOdsCell({ ...cell, shown });
    const start = this.#column;
    this.#column += count;
    if (text === '') return;
    for (let column = start; column < Math.min(this.#column, maxColumns); column++) {
      const fitting = this.#budget.fit(text);
      if (fitting !== '') this.#row?.cells.push({ column, text: fitting });
    }
  }
}

/** The cells by column, with empty ones between them. @param number from 1 */
function formatRow({ cells }: StoredRow, number: number, merged: MergedCells): string[] {
  const budget = new RowBudget();
  const row: string[] = [];
  merged.enterRow(number);
  for (const { column, text } of cells) {
    if (merged.isHidden(column)) continue;
    while (row.length < column) row.push('');
    row[column] = budget.fit(text);
  }
  merged.fillRow(row, budget);
  while (row.at(-1) === '') row.pop();
  return row;
}

/** The rows of a sheet. Empty ones at its end, which may be a million, are left out. */
async function* formatRows(rows: AsyncIterable<StoredRow>): AsyncGenerator<TableRow> {
  const regions: MergedRegion[] = [];
  const merged = new MergedCells(regions);
  let number = 0;
  let emptyRows = 0;
  for await (const row of rows) {
    for (const { column, columns, rows: height } of row.spans.slice(0, maxSpans - regions.length))
      regions.push({
        top: number + 1,
        left: column,
        bottom: number + height,
        right: Math.min(column + columns, maxColumns) - 1,
      });
    if (row.cells.length === 0) {
      number += row.count;
      emptyRows += row.count;
      continue;
    }
    if (number + row.count > maxRows) throw new ImportRefusal('importBroken');
    const cells = formatRow(row, number + 1, merged);
    number += row.count;
    for (; emptyRows > 0; emptyRows--) yield [];
    for (let repeated = 0; repeated < row.count; repeated++) yield cells;
  }
}

/** Reads the sheets, each of which has to be read before the next one. @param onSheet is called with each visible sheet */
async function* readSheets(text: AsyncIterable<string>, onSheet: () => void): AsyncGenerator<SourceTable> {
  const collector = new OdsCollector();
  const parsing = parseXml(text, {
    open: (name, attributes) => collector.open(name, attributes),
    text: (piece) => collector.text(piece),
    close: (name) => collector.close(name),
  });
  let parts: OdsPart[] = [];
  /** The next part; undefined at the end. */
  const peek = async (): Promise<OdsPart | undefined> => {
    while (parts.length === 0) {
      if ((await parsing.next()).done) return undefined;
      parts = collector.takeParts().reverse();
    }
    return parts.at(-1);
  };
  async function* rows() {
    for (let part = await peek(); part?.kind === 'row'; part = await peek()) {
      parts.pop();
      yield part.row;
    }
  }
  try {
    for (let part = await peek(); part; part = await peek()) {
      parts.pop();
      if (part.kind !== 'sheet') continue;
      onSheet();
      yield { name: part.name, rows: () => formatRows(rows()) };
    }
  } finally {
    await parsing.return(undefined);
  }
}

/** Whether the files of the archive are encrypted. */
async function isEncrypted(archive: ZipArchive): Promise<boolean> {
  if (!archive.has('META-INF/manifest.xml')) return false;
  let found = false;
  await readXml(archive.readText('META-INF/manifest.xml'), {
    open(name) {
      found ||= name === 'encryption-data';
    },
  });
  return found;
}

/** Opens the visible sheets of a spreadsheet. @param text its XML, which is read once */
export function openOds(text: AsyncIterable<string>): TableSource {
  let sheets = 0;
  async function* readFirstSheets() {
    for await (const table of readSheets(text, () => sheets++)) if (sheets <= maxSheets) yield table;
  }
  return {
    kind: 'ods',
    tables: readFirstSheets(),
    get otherSheets() {
      return Math.max(0, sheets - 1);
    },
  };
}

/** Opens the visible sheets of a spreadsheet in an archive. @throws ImportRefusal if it has a password */
export async function openArchivedOds(archive: ZipArchive): Promise<TableSource> {
  if (await isEncrypted(archive)) throw new ImportRefusal('importPassword');
  return openOds(archive.readText('content.xml'));
}
