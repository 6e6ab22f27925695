/** Opens a Shapefile in an archive as a table of places: shapes (.shp), their table (.dbf), reference system (.prj) and encoding (.cpg). */
import { parseReferenceSystem, readSystemName } from '@waypost/survey-logic/places/reference-system';
import { parseEncodingLabel } from '@waypost/survey-logic/places/table-encoding';
import { EncodingDetector } from '../../csv/encoding.ts';
import { FactCollector } from '../fact-collector.ts';
import { ImportRefusal } from '../import-refusal.ts';
import type { ToDegrees } from '../place-collector.ts';
import { openPlaces, type PlaceRecord } from '../places-table.ts';
import type { TemporarySpace } from '../record-file.ts';
import type { TableSource } from '../table-rows.ts';
import type { ZipArchive } from '../zip-archive.ts';
import { readBox, readIndex, readShapes } from './read-shapes.ts';
import { readTableRecords, readTableTexts } from './read-table.ts';

/** Characters of the small text files. */
const maxTextLength = 10_000;
/** Names of several Shapefiles that are shown. */
const maxNames = 5;

/** Encodings of the code pages that programs write into tables, which are not those of Western Europe. */
const codePages: Readonly<Record<number, string>> = {
  0x26: 'ibm866',
  0x65: 'ibm866',
  0xc8: 'windows-1250',
  0xc9: 'windows-1251',
  0xca: 'windows-1254',
  0xcb: 'windows-1253',
  0x7d: 'windows-1255',
  0x7e: 'windows-1256',
  0x7c: 'windows-874',
  0x13: 'shift_jis',
  0x7b: 'shift_jis',
  0x4d: 'gbk',
  0x7a: 'gbk',
  0x4e: 'euc-kr',
  0x79: 'euc-kr',
  0x4f: 'big5',
  0x78: 'big5',
};

async function readSmallText(archive: ZipArchive, path: string): Promise<string> {
  let text = '';
  if (archive.has(path))
    for await (const piece of archive.readText(path)) text = (text + piece).slice(0, maxTextLength);
  return text.trim();
}

/** The encoding of a table: that of its `.cpg` file, of its code page, else the detected one. */
async function findTableEncoding(archive: ZipArchive, path: string, label: string): Promise<string> {
  const labelled = label === '' ? undefined : parseEncodingLabel(label);
  // Programs write the label of UTF-8 without converting the texts; UTF-16 is none of a table.
  if (labelled !== undefined && !labelled.toLowerCase().startsWith('utf')) return labelled;
  const detector = new EncodingDetector();
  const texts = readTableTexts(archive.readBytes(path));
  let next = await texts.next();
  for (; next.done !== true; next = await texts.next()) detector.add(next.value);
  const detected = detector.detect();
  // Texts may be cut within their last character.
  if (labelled?.toLowerCase() === 'utf-8' && detector.hasUtf8Characters) return 'utf-8';
  return detected === 'utf-8' ? detected : (codePages[next.value] ?? 'windows-1252');
}

/** Whether all of a box may be degrees. A file without shapes has no box. */
const isInDegrees = (box: readonly number[]): boolean =>
  box.every((number, at) => !(Math.abs(number) > (at % 2 === 0 ? 360 : 90)) || !Number.isFinite(number));

/** @throws ImportRefusal for an unknown reference system */
async function readSystem(archive: ZipArchive, base: string): Promise<ToDegrees | null> {
  const text = await readSmallText(archive, `${base}.prj`);
  const box = await readBox(archive.readBytes(`${base}.shp`));
  if (text === '') {
    if (isInDegrees(box)) return null;
    throw new ImportRefusal('importNoProjection');
  }
  const system = parseReferenceSystem(text);
  if (!system) throw new ImportRefusal('importProjected', { value: readSystemName(text) });
  return system.toDegrees;
}

async function* noRecords() {}

/**
 * Opens the only Shapefile of an archive.
 * @param paths of the files with shapes
 * @throws ImportRefusal for several ones, a damaged one, or an unknown reference system
 */
export async function openShapefile(
  archive: ZipArchive,
  paths: readonly string[],
  space: TemporarySpace,
): Promise<TableSource> {
  const [path = ''] = paths;
  if (paths.length > 1) {
    const names = paths.map((it) => it.slice(it.lastIndexOf('/') + 1));
    const shown = names.length > maxNames ? [...names.slice(0, maxNames), '…'] : names;
    throw new ImportRefusal('importSeveralShapefiles', { value: shown.join(', ') });
  }
  const base = path.slice(0, -'.shp'.length);
  const toDegrees = await readSystem(archive, base);
  const table = `${base}.dbf`;
  const hasTable = archive.has(table);
  const label = await readSmallText(archive, `${base}.cpg`);
  const encoding = hasTable ? await findTableEncoding(archive, table, label) : '';
  const index = `${base}.shx`;
  async function* readPlaces(): AsyncGenerator<PlaceRecord> {
    const records = hasTable ? readTableRecords(archive.readBytes(table), encoding) : noRecords();
    try {
      const positions = archive.has(index) ? readIndex(archive.readBytes(index)) : null;
      for await (const place of readShapes(archive.readBytes(path), positions, toDegrees)) {
        const { value: record } = await records.next();
        if (hasTable && !record) throw new ImportRefusal('importBroken');
        if (record?.isDeleted) continue;
        const facts = new FactCollector();
        for (const { name, value } of record?.values ?? []) facts.add(name, value);
        yield { facts: facts.list(), place };
      }
      // Rows without a shape show that the two files are not of each other.
      if (!(await records.next()).done) throw new ImportRefusal('importBroken');
    } finally {
      await records.return(undefined);
    }
  }
  return openPlaces('shapefile', readPlaces(), (name) => `${name} (2)`, space);
}
