/** The parts of an XLSX workbook besides its rows: sheets, formats of numbers, and shared texts (ECMA-376, part 1). */
import { decodeAttribute, EscapedText } from './escaped-text.ts';
import { ImportRefusal } from './import-refusal.ts';
import { builtInFormats, type NumberFormat, parseNumberFormat } from './number-format.ts';
import { parseXml, readXml } from './read-xml.ts';
import { StringTable } from './string-table.ts';
import type { ZipArchive } from './zip-archive.ts';

/** What is needed to read the sheets. */
export interface Workbook {
  /** The visible sheets; `path` is the file in the archive. */
  sheets: readonly { name: string; path: string }[];
  /** Whether dates are counted from 1904, as old versions of Excel for the Mac did. */
  startsIn1904: boolean;
  /** How the numbers of cells with a style are read, by its number. */
  numberFormats: readonly NumberFormat[];
  strings: StringTable;
}

/** Sheets and styles that are read. */
const maxParts = 100_000;
/** Format codes that are read: programs allow some hundreds. */
const maxFormatCodes = 5000;

/** Targets of the relationships of a part, by id, with the end of their type. */
async function readRelationships(archive: ZipArchive, part: string) {
  const slash = part.lastIndexOf('/') + 1;
  const path = `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`;
  const targets = new Map<string, { target: string; type: string }>();
  if (!archive.has(path)) return targets;
  await readXml(archive.readText(path), {
    open(name, { Id: id = '', Target: target = '', Type: type = '' }) {
      if (name !== 'Relationship' || targets.size >= maxParts) return;
      // A path from the root, or from the folder of the part.
      const url = new URL(target, `file:///${part}`);
      targets.set(id, {
        target: decodeURIComponent(url.pathname.slice(1)),
        type: type.slice(type.lastIndexOf('/') + 1),
      });
    },
  });
  return targets;
}

async function readNumberFormats(archive: ZipArchive, path: string): Promise<NumberFormat[]> {
  const customFormats = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let isInCellStyles = false;
  await readXml(archive.readText(path), {
    open(name, { numFmtId = '', formatCode = '' }) {
      const id = Number(numFmtId);
      if (name === 'cellXfs') isInCellStyles = true;
      else if (name === 'numFmt' && customFormats.size < maxFormatCodes && !customFormats.has(id))
        customFormats.set(id, parseNumberFormat(decodeAttribute(formatCode)));
      else if (name === 'xf' && isInCellStyles && formats.length < maxParts)
        formats.push(customFormats.get(id) ?? builtInFormats.get(id) ?? { kind: 'plain' });
    },
    close(name) {
      if (name === 'cellXfs') isInCellStyles = false;
    },
  });
  return formats;
}

async function readStrings(archive: ZipArchive, path: string, directory: string): Promise<StringTable> {
  const strings = await StringTable.create(directory);
  const texts: string[] = [];
  const text = new EscapedText();
  let isInText = false;
  /** Inside the pronunciation of Japanese texts, which is no part of them. */
  let isInPhonetics = false;
  const parsing = parseXml(archive.readText(path), {
    open(name) {
      if (name === 't') isInText = true;
      else if (name === 'rPh') isInPhonetics = true;
    },
    text(piece) {
      if (isInText && !isInPhonetics) text.add(piece);
    },
    close(name) {
      if (name === 't') {
        isInText = false;
        text.endElement();
      } else if (name === 'rPh') isInPhonetics = false;
      else if (name === 'si') texts.push(text.take());
    },
  });
  try {
    for await (const _ of parsing) for (const next of texts.splice(0)) await strings.add(next);
    await strings.finish();
  } catch (error) {
    await strings.close();
    throw error;
  }
  return strings;
}

/**
 * Reads a workbook.
 * @param directory for temporary files, which the caller deletes
 * @throws ImportRefusal if the archive is no workbook, or has no visible sheet
 */
export async function readWorkbook(archive: ZipArchive, directory: string): Promise<Workbook> {
  const root = [...(await readRelationships(archive, '')).values()];
  const workbookPath = root.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  if (!archive.has(workbookPath)) throw new ImportRefusal('importBroken');
  const sheets: { name: string; id: string }[] = [];
  let startsIn1904 = false;
  await readXml(archive.readText(workbookPath), {
    open(element, { name = '', id = '', state = 'visible', date1904 = '' }) {
      if (element === 'sheet' && state === 'visible' && sheets.length < maxParts) sheets.push({ name, id });
      if (element === 'workbookPr') startsIn1904 = date1904 === '1' || date1904 === 'true';
    },
  });
  const relationships = await readRelationships(archive, workbookPath);
  // By path, in which case does not matter: a workbook that names a sheet many times would be read as many times.
  const worksheets = new Map<string, { name: string; path: string }>();
  for (const { name, id } of sheets) {
    const { type, target: path = '' } = relationships.get(id) ?? {};
    if (type === 'worksheet' && !worksheets.has(path.toLowerCase()))
      worksheets.set(path.toLowerCase(), { name: decodeAttribute(name), path });
  }
  if (worksheets.size === 0) throw new ImportRefusal('csvEmpty');
  const findPath = (type: string) => [...relationships.values()].find((it) => it.type === type)?.target;
  const stylesPath = findPath('styles');
  const hasStyles = stylesPath !== undefined && archive.has(stylesPath);
  const stringsPath = findPath('sharedStrings');
  const strings =
    stringsPath && archive.has(stringsPath)
      ? await readStrings(archive, stringsPath, directory)
      : await StringTable.create(directory);
  return {
    sheets: [...worksheets.values()],
    startsIn1904,
    numberFormats: hasStyles ? await readNumberFormats(archive, stylesPath) : [],
    strings,
  };
}
