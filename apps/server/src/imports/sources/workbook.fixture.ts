/** Builds XLSX workbooks and other archives for tests. */
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** An archive with these files. */
export async function buildArchive(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationshipType = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relationships = (entries: readonly string[]) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries.join('')}</Relationships>`;
const relationship = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${relationshipType}/${type}" Target="${target}"/>`;

/** Number of the first format that is not built in. */
const firstCustomFormat = 170;

/** A date or time, as a serial number with the format of one. */
export interface DateCell {
  serial: number;
}
/** A number as it is stored, with the code of its format or the number of a built-in one. */
export interface FormattedCell {
  number: number | string;
  format: string | number;
}
/** The XML of a cell of a type, such as `inlineStr`. */
export interface RawCell {
  type: string;
  xml: string;
}
/** A cell of a sheet; null is empty. */
export type SheetCell = string | number | boolean | DateCell | FormattedCell | RawCell | null;

interface Sheet {
  name: string;
  /** Rows; undefined: a row that is not in the file. */
  rows: readonly (readonly SheetCell[] | undefined)[];
  isHidden?: boolean;
  /** Merged cells, such as `A2:A3`. */
  merges?: readonly string[];
}

const letters = (column: number): string =>
  (column > 25 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));

/** The files of a workbook, as Excel writes them: texts are shared, dates are numbers with a style. */
export function buildWorkbookFiles(
  sheets: readonly Sheet[],
  { date1904 = false } = {},
): Record<string, string> {
  const texts: string[] = [];
  const shared = (text: string) => {
    const index = texts.indexOf(text);
    return index < 0 ? texts.push(text) - 1 : index;
  };
  const customFormats = ['dd/mm/yyyy\\ hh:mm'];
  const styleFormats = [0, firstCustomFormat];
  const addStyle = (format: string | number) => {
    const id = typeof format === 'number' ? format : firstCustomFormat + customFormats.push(format) - 1;
    return styleFormats.push(id) - 1;
  };
  const cellXml = (cell: SheetCell, reference: string) => {
    if (cell === null) return '';
    if (typeof cell === 'string') return `<c r="${reference}" t="s"><v>${shared(cell)}</v></c>`;
    if (typeof cell === 'boolean') return `<c r="${reference}" t="b"><v>${cell ? 1 : 0}</v></c>`;
    if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
    if ('serial' in cell) return `<c r="${reference}" s="1"><v>${cell.serial}</v></c>`;
    if ('xml' in cell) return `<c r="${reference}" t="${cell.type}">${cell.xml}</c>`;
    return `<c r="${reference}" s="${addStyle(cell.format)}"><v>${cell.number}</v></c>`;
  };
  const mergesXml = (merges: readonly string[]) =>
    merges.length === 0
      ? ''
      : `<mergeCells count="${merges.length}">${merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`;
  const sheetXml = ({ rows, merges = [] }: Sheet) =>
    `<?xml version="1.0"?><worksheet xmlns="${main}"><sheetData>${rows
      .map((row, at) =>
        row
          ? `<row r="${at + 1}">${row.map((cell, column) => cellXml(cell, `${letters(column)}${at + 1}`)).join('')}</row>`
          : '',
      )
      .join('')}</sheetData>${mergesXml(merges)}</worksheet>`;
  const sheetFiles = Object.fromEntries(
    sheets.map((sheet, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheet)]),
  );
  return {
    '[Content_Types].xml': '<?xml version="1.0"?><Types/>',
    '_rels/.rels': relationships([relationship('rId1', 'officeDocument', 'xl/workbook.xml')]),
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="${main}" xmlns:r="${relationshipType}"><workbookPr${
      date1904 ? ' date1904="1"' : ''
    }/><sheets>${sheets
      .map(
        ({ name, isHidden }, at) =>
          `<sheet name="${escapeXml(name)}" sheetId="${at + 1}"${isHidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ...sheets.map((_, at) => relationship(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
      relationship('rId90', 'styles', 'styles.xml'),
      relationship('rId91', 'sharedStrings', '/xl/sharedStrings.xml'),
    ]),
    'xl/styles.xml': `<?xml version="1.0"?><styleSheet xmlns="${main}"><numFmts>${customFormats
      .map((code, at) => `<numFmt numFmtId="${firstCustomFormat + at}" formatCode="${escapeXml(code)}"/>`)
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styleFormats
      .map((id) => `<xf numFmtId="${id}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    ...sheetFiles,
    'xl/sharedStrings.xml': `<?xml version="1.0"?><sst xmlns="${main}">${texts
      .map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`)
      .join('')}</sst>`,
  };
}

/** A workbook. */
export const buildWorkbook = (...sheets: Sheet[]): Promise<Buffer> =>
  buildArchive(buildWorkbookFiles(sheets));
