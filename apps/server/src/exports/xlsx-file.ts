/** Writes posts as an XLSX workbook, with real dates and numbers. Every text is a text: a spreadsheet never reads it as a formula. */
import { writeXlsxStream } from 'hucre/xlsx';
import type { CellKind, ExportColumn } from './columns.ts';
import type { RowReader } from './csv-file.ts';
import type { PostToExport } from './posts-to-export.sql.ts';

/** The longest text of a cell (ECMA-376, as Excel reads it), in UTF-16 units. */
const maxCellLength = 32_767;
/** Workbooks know no earlier days: Excel takes 1900 for a leap year. */
const firstDay = Date.UTC(1900, 2, 1);
/** Whole numbers with more digits would be rounded. */
const maxDigits = 15;

const numberFormats: Partial<Record<CellKind, string>> = {
  time: 'yyyy-mm-dd hh:mm:ss',
  date: 'yyyy-mm-dd',
};
/** Widths of columns in characters. */
const widths: Partial<Record<CellKind, number>> = { time: 20, date: 12 };

/** What stands at the end of a text that is cut. */
const cutMark = ' […]';
const cut = (text: string): string =>
  text.length <= maxCellLength
    ? text
    : text.slice(0, maxCellLength - cutMark.length).replace(/[\ud800-\udbff]$/, '') + cutMark;

/** A text without what XML cannot hold, and with `_x000D_` as it was written: a reader would take it for a line break. */
const toCellText = (text: string): string =>
  cut(text.replace(/\r\n?/g, '\n'))
    .replace(/(?![\t\n\u0080-\u009f])\p{Cc}|[\ufffe\uffff]/gu, '\ufffd')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');

function toNumber(text: string): number | undefined {
  const [, whole] = /^-?(\d+)(?:\.\d+)?(?:e[+-]?\d+)?$/.exec(text) ?? [];
  const value = whole === undefined || whole.length > maxDigits ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

const msPerDay = 86_400_000;
/** The day that workbooks count as 25,569. */
const unixEpoch = 25_569;
/** LibreOffice cuts off what is left of a second, and a part of a day is never exact. */
const roundingMargin = 1e-9;

/** The days since 1900 of a time such as `2019-12-01 06:12:09`, in UTC, or of a day. */
function toDays(text: string, kind: 'time' | 'date'): number | undefined {
  const pattern = kind === 'time' ? /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/ : /^\d{4}-\d\d-\d\d$/;
  if (!pattern.test(text)) return undefined;
  const time = Date.parse(kind === 'time' ? `${text.replace(' ', 'T')}Z` : text);
  if (!(time >= firstDay)) return undefined;
  return time / msPerDay + unixEpoch + (time % msPerDay === 0 ? 0 : roundingMargin);
}

/** The value of a cell; text where it is no single number or time. */
function toCellValue(text: string, kind: CellKind): string | number | null {
  if (text === '') return null;
  if (kind === 'number') return toNumber(text) ?? toCellText(text);
  return kind === 'text' ? toCellText(text) : (toDays(text, kind) ?? toCellText(text));
}

/** What the rows of a workbook are made from. */
interface WorkbookContent {
  columns: readonly ExportColumn[];
  /** The row of HXL tags; null: none. */
  hxlRow: readonly string[] | null;
  readRow: RowReader;
}

/**
 * Writes a workbook; more posts than a sheet holds continue in another one.
 * @param onProgress as of `prepareExport`
 */
export async function* writeWorkbook(
  posts: AsyncGenerator<readonly PostToExport[]>,
  { columns, hxlRow, readRow }: WorkbookContent,
  onProgress: (done: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  async function* readRows() {
    if (hxlRow) yield hxlRow.map(toCellText);
    let postCount = 0;
    for await (const batch of posts) {
      for (const post of batch)
        yield readRow(post).map((text, index) => toCellValue(text, columns[index]?.kind ?? 'text'));
      postCount += batch.length;
      await onProgress(postCount);
    }
  }
  const stream = writeXlsxStream(readRows(), {
    name: 'Reports',
    columns: columns.map(({ heading, kind }) => ({
      header: toCellText(heading),
      ...(numberFormats[kind] && { numFmt: numberFormats[kind] }),
      ...(widths[kind] && { width: widths[kind] }),
    })),
    freezePane: { rows: 1 },
    // LibreOffice 7.4 does not open a streamed archive with ZIP64 records. Without them, a sheet of 4 GiB is an error.
    zip64: false,
  });
  for await (const chunk of stream) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}
