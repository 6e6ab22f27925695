/** Formats that are not read, known by the beginning of a file or by the names in an archive: they are refused by name. */
import { ImportRefusal } from './import-refusal.ts';
import { shapesSignature } from './shapefile/read-shapes.ts';
import type { ZipArchive } from './zip-archive.ts';

/** What to do with a file of a format: `map` and `table` programs can convert it, an archive is to be unpacked. */
const advice = { map: 'importMapFormat', table: 'importTableFormat', archive: 'importArchive' } as const;

interface OtherFormat {
  name: string;
  advice: keyof typeof advice;
}

/** Beginnings of binary files. */
const signatures: readonly (OtherFormat & { bytes: Buffer })[] = [
  { name: 'FlatGeobuf', advice: 'map', bytes: Buffer.from('fgb\u0003') },
  { name: 'SQLite / GeoPackage', advice: 'map', bytes: Buffer.from('SQLite format 3\0') },
  { name: 'Parquet', advice: 'map', bytes: Buffer.from('PAR1') },
  { name: 'PDF', advice: 'table', bytes: Buffer.from('%PDF-') },
  { name: 'RTF', advice: 'table', bytes: Buffer.from('{\\rtf') },
  { name: 'GZIP', advice: 'archive', bytes: Buffer.from([0x1f, 0x8b]) },
  { name: '7-Zip', advice: 'archive', bytes: Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]) },
  { name: 'RAR', advice: 'archive', bytes: Buffer.from('Rar!') },
  { name: 'BZIP2', advice: 'archive', bytes: Buffer.from('BZh') },
  { name: 'XZ', advice: 'archive', bytes: Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a]) },
];

/** Outermost elements of XML documents. */
const rootElements: Readonly<Record<string, OtherFormat>> = {
  FeatureCollection: { name: 'GML', advice: 'map' },
  osm: { name: 'OpenStreetMap XML', advice: 'map' },
  TrainingCenterDatabase: { name: 'TCX', advice: 'map' },
  rss: { name: 'RSS', advice: 'map' },
  feed: { name: 'Atom', advice: 'map' },
  html: { name: 'HTML', advice: 'table' },
  Workbook: { name: 'Excel 2003 XML', advice: 'table' },
};

/** Files of archives. */
const archiveFiles: readonly (OtherFormat & { file: string })[] = [
  { name: 'XLSB', advice: 'table', file: 'xl/workbook.bin' },
  { name: 'Word', advice: 'table', file: 'word/document.xml' },
  { name: 'PowerPoint', advice: 'table', file: 'ppt/presentation.xml' },
  { name: 'Numbers', advice: 'table', file: 'index/document.iwa' },
  { name: 'OpenDocument (.odt, .odp)', advice: 'table', file: 'content.xml' },
];

const refusal = (format: OtherFormat) => new ImportRefusal(advice[format.advice], { value: format.name });

/** @param head the first bytes of a file @throws ImportRefusal for a format that is not read */
export function refuseOtherFile(head: Buffer): void {
  if (head.subarray(0, shapesSignature.length).equals(shapesSignature))
    throw new ImportRefusal('importBareShapefile');
  const found = signatures.find(({ bytes }) => head.subarray(0, bytes.length).equals(bytes));
  if (found) throw refusal(found);
  if (/^\W{0,10}<(?:!doctype\s+html|html|head|body|table)\b/i.test(head.toString('latin1')))
    throw refusal({ name: 'HTML', advice: 'table' });
}

/** @param root the outermost element of an XML document @throws ImportRefusal for a format that is not read */
export function refuseOtherXml(root: string): void {
  const found = Object.hasOwn(rootElements, root) ? rootElements[root] : undefined;
  if (found) throw refusal(found);
}

/** @throws ImportRefusal for an archive that is no workbook */
export function refuseOtherArchive(archive: ZipArchive): void {
  if (archive.isEncrypted) throw new ImportRefusal('importPassword');
  const found = archiveFiles.find(({ file }) => archive.has(file));
  if (found) throw refusal(found);
  if (archive.list('.dbf').length > 0) throw new ImportRefusal('importBareShapefile');
  if (!archive.has('[content_types].xml')) throw refusal({ name: 'ZIP', advice: 'archive' });
}
