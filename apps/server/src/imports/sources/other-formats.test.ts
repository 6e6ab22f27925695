/** Files of other programs are refused by the name of their format, with what to do. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorCodes, errorPointers } from '../../testing/app/test-app.ts';
import { ImportTestApp } from '../import-app.fixture.ts';
import { buildArchive } from './workbook.fixture.ts';

let importApp: ImportTestApp;
beforeAll(async () => {
  importApp = await ImportTestApp.start();
});
afterAll(() => importApp.deployment.close());

const archiveWith = (file: string) => () => buildArchive({ '[Content_Types].xml': '<a/>', [file]: 'x' });

test.each<[string, string, string, string | Buffer | (() => Promise<Buffer>)]>([
  ['FlatGeobuf', 'importMapFormat', 'a.fgb', Buffer.from('fgb\u0003fgb\u0000')],
  ['SQLite / GeoPackage', 'importMapFormat', 'a.gpkg', 'SQLite format 3\0'],
  ['GML', 'importMapFormat', 'a.gml', '<?xml version="1.0"?><gml:FeatureCollection xmlns:gml="g"/>'],
  ['OpenStreetMap XML', 'importMapFormat', 'a.osm', '<osm version="0.6"/>'],
  ['TopoJSON', 'importMapFormat', 'a.topojson', '{"type": "Topology", "arcs": [], "objects": {}}'],
  ['HTML', 'importTableFormat', 'a.xls', '\n<html><table><tr><td>Title</td></tr></table></html>'],
  ['HTML', 'importTableFormat', 'a.csv', '\ufeff<!DOCTYPE html><p>x'],
  ['Excel 2003 XML', 'importTableFormat', 'a.xls', '<?xml version="1.0"?><Workbook xmlns="w"/>'],
  ['XLSB', 'importTableFormat', 'a.xlsb', archiveWith('xl/workbook.bin')],
  ['Numbers', 'importTableFormat', 'a.numbers', () => buildArchive({ 'Index/Document.iwa': 'x' })],
  ['PDF', 'importTableFormat', 'a.pdf', '%PDF-1.7'],
  ['GZIP', 'importArchive', 'a.csv.gz', Buffer.from('1f8b0800', 'hex')],
])('%s is refused by its name (%s)', async (format, code, name, file) => {
  const reply = await importApp.upload(typeof file === 'function' ? await file() : file, { name });
  expect([reply.status, errorPointers(reply), errorCodes(reply)]).toEqual([422, ['/mime'], [code]]);
  expect(JSON.stringify(reply.body)).toContain(`"value":"${format}"`);
});
