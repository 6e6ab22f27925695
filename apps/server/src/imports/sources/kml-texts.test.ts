/** Whatever a KML file says about a place is in a column, also where it is unusual; an archive is read with all of its KML files. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ImportTestApp } from '../import-app.fixture.ts';
import { buildArchive } from './workbook.fixture.ts';

let importApp: ImportTestApp;
beforeAll(async () => {
  importApp = await ImportTestApp.start();
});
afterAll(() => importApp.deployment.close());
afterEach(() => importApp.deletePosts());

const kml = (content: string) =>
  `<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2" xmlns:atom="http://www.w3.org/2005/Atom"
    xmlns:xal="urn:oasis:names:tc:ciq:xsdschema:xAL:2.0"><Document>${content}</Document></kml>`;
const placemark = (content: string) => `<Placemark>${content}</Placemark>`;
const readRows = async (file: string | Buffer, name = 'a.kml') => (await importApp.readRows(file, name)).rows;
const readFacts = async (content: string) => (await readRows(kml(placemark(content))))[0];

describe('an encoding that is not known', () => {
  const declared = (label: string, text: string) =>
    `<?xml version="1.0" encoding="${label}"?>${kml(placemark(`<name>${text}</name>`))}`;
  test.each([
    ['utf-7', Buffer.from(declared('utf-7', 'Caf+AOk-'))],
    ['unicode-1-1-utf-7', Buffer.from(declared('unicode-1-1-utf-7', 'Caf+AOk-'))],
    ['hz-gb-2312', Buffer.from(declared('hz-gb-2312', '~{<:Ky2;VpJF~}'))],
    ['iso-8859-16', Buffer.from(declared('iso-8859-16', 'Bucure\u00bati'), 'latin1')],
    ['a label with spaces', Buffer.from(declared('my own', 'Bucure\u00bati'), 'latin1')],
  ])('is refused: %s', async (_, file) => {
    expect(await importApp.refusalOf(file, 'a.kml')).toEqual([422, ['importMapFormat']]);
    const archive = await buildArchive({ 'doc.kml': file });
    expect(await importApp.refusalOf(archive, 'a.kmz')).toEqual([422, ['importMapFormat']]);
  });
  test.each([
    ['only ASCII', 'iso-8859-16', 'Roof'],
    ['whole UTF-8', 'x-none', 'Büro'],
  ])('does not matter in a file of %s', async (_, label, text) => {
    expect(await readRows(Buffer.from(declared(label, text)))).toEqual([{ name: text }]);
  });
});
