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

describe('a column has', () => {
  test.each<[string, string, Record<string, string>]>([
    [
      'the author of another namespace',
      '<name>A</name><atom:author><atom:name>Jane Doe</atom:name><atom:uri>x</atom:uri></atom:author><atom:link href=" https://example.org/ "/>',
      { name: 'A', 'name (data)': 'Jane Doe', uri: 'x', link: 'https://example.org/' },
    ],
    [
      'an address in parts',
      '<xal:AddressDetails><xal:Country><xal:CountryName>Kenya</xal:CountryName><xal:Thoroughfare><xal:ThoroughfareName>Moi Avenue 5</xal:ThoroughfareName></xal:Thoroughfare></xal:Country></xal:AddressDetails>',
      { CountryName: 'Kenya', ThoroughfareName: 'Moi Avenue 5' },
    ],
    [
      'metadata, whatever its elements are called',
      '<Metadata><injured>5</injured><Style>thatch</Style><coordinates>1,2</coordinates><value>7</value></Metadata>',
      { injured: '5', Style: 'thatch', coordinates: '1,2', value: '7' },
    ],
    [
      'a second name and description',
      '<name>A</name><name>B</name><name>A</name><description>c</description><description>d</description>',
      { name: 'A', 'name (2)': 'B', description: 'c', 'description (2)': 'd' },
    ],
    [
      'an element of another namespace, before or after that of KML',
      '<x:name xmlns:x="urn:x">B</x:name><name>A</name><description xmlns="urn:x">d</description>',
      { name: 'A', 'name (data)': 'B', description: 'd' },
    ],
    [
      'data without a name, with its displayed one',
      '<ExtendedData><Data><displayName>Injured</displayName><value>12 people</value></Data><Data name=" "><value>3</value><displayName>Dead</displayName></Data></ExtendedData>',
      { Injured: '12 people', Dead: '3' },
    ],
    [
      'data without any name, and data that is not in a value',
      '<ExtendedData><Data><value>12</value></Data><Data name="a">5</Data><SchemaData><SimpleData>x</SimpleData></SchemaData></ExtendedData>',
      { value: '12', a: '5', 'value (2)': 'x' },
    ],
    [
      'the parts of data of another program',
      '<ExtendedData><q:site xmlns:q="urn:q"><q:number>14</q:number><q:kind>tent <b>x</b></q:kind></q:site></ExtendedData>',
      { number: '14', kind: 'tent x' },
    ],
    [
      'loose text',
      'Closed <name>A</name> since May <ExtendedData>5 people<Data name="a"><value>1</value></Data></ExtendedData>',
      { name: 'A', text: 'Closed', 'text (2)': 'since May', 'text (3)': '5 people', a: '1' },
    ],
    [
      'a place without a geometry',
      '<latitude>-1.28</latitude><longitude>36.82</longitude>',
      { latitude: '-1.28', longitude: '36.82' },
    ],
    [
      'the time of a track',
      '<gx:Track><when>2024-05-01T10:00:00Z</when><when>2024-05-01T11:00:00Z</when><gx:coord>10 20 5</gx:coord><gx:coord>12 20 5</gx:coord></gx:Track>',
      { latitude: '20', longitude: '11', date: '2024-05-01T10:00:00Z' },
    ],
    [
      'the time of a place before that of its track',
      '<gx:Track><when>2024</when><gx:coord>10 20 5</gx:coord></gx:Track><TimeStamp><when>2023</when></TimeStamp>',
      { latitude: '20', longitude: '10', date: '2023' },
    ],
    [
      'no style, view or region',
      '<name>A</name><Style><BalloonStyle><text>$[name]</text></BalloonStyle></Style><StyleMap><Pair><key>normal</key></Pair></StyleMap><Camera><longitude>1</longitude><roll>2</roll></Camera><Region><LatLonAltBox><north>1</north></LatLonAltBox></Region><gx:balloonVisibility>1</gx:balloonVisibility><Model><Location><longitude>3</longitude><latitude>4</latitude></Location><Scale><x>1</x></Scale><Link><href>a.dae</href></Link></Model>',
      { latitude: '4', longitude: '3', name: 'A' },
    ],
  ])('%s', async (_, content, facts) => {
    expect(await readFacts(content)).toEqual(facts);
  });

  test('the path of folders, with the whole name of each', async () => {
    const folder = (name: string, content: string) => `<Folder><name>${name}</name>${content}</Folder>`;
    const file = kml(
      folder(
        'Outer <b>one</b>',
        placemark('<name>A</name>') + `<Folder>${folder('Inner', placemark('<name>B</name>'))}</Folder>`,
      ),
    );
    expect(await readRows(file)).toEqual([
      { name: 'A', folder: 'Outer one' },
      { name: 'B', folder: 'Outer one / Inner' },
    ]);
  });

  test('a latitude beside those of geometries', async () => {
    const point = '<Point><coordinates>36.82,-1.28</coordinates></Point>';
    const own = '<latitude>5</latitude><longitude>6</longitude>';
    expect(await readRows(kml(placemark(point) + placemark(own)))).toEqual([
      { latitude: '-1.28', longitude: '36.82' },
      { 'latitude (data)': '5', 'longitude (data)': '6' },
    ]);
  });

  test('the id of KML, not that of another namespace', async () => {
    const file = kml('<Placemark id="a" xml:id="b"><name>A</name></Placemark>');
    expect(await readRows(file)).toEqual([{ 'placemark id': 'a', name: 'A' }]);
  });
});

describe('data is called as it is displayed', () => {
  const data = (name: string, displayName: string, value: string) =>
    `<Data name="${name}"><displayName>${displayName}</displayName><value>${value}</value></Data>`;
  const place = (content: string) => placemark(`<name>A</name><ExtendedData>${content}</ExtendedData>`);

  test('if it has one such name, which nothing else has', async () => {
    const rows = await readRows(
      kml(
        place(data('f1', '<![CDATA[<b>Injured</b> people]]>', '5') + data('f2', 'Needs', 'Food')) +
          place(data('f2', 'Needs', 'Shelter')),
      ),
    );
    expect(rows).toEqual([
      { name: 'A', 'Injured people': '5', Needs: 'Food' },
      { name: 'A', Needs: 'Shelter' },
    ]);
  });

  test('else by its own name', async () => {
    const rows = await readRows(
      kml(
        place(data('a', 'Count', '1') + data('b', 'Count', '2')) +
          place(data('b', 'Count', '3') + data('c', 'Was', '4') + data('d', 'name', '5')) +
          place(data('c', 'Is', '6')),
      ),
    );
    expect(rows).toEqual([
      { name: 'A', a: '1', b: '2' },
      { name: 'A', b: '3', c: '4', d: '5' },
      { name: 'A', c: '6' },
    ]);
  });
});

describe('an archive', () => {
  const named = (name: string) => kml(placemark(`<name>${name}</name>`));
  const link = (href: string) =>
    kml(`<NetworkLink><name>x</name><Link><href>${href}</href></Link></NetworkLink>`);

  test('is read with all of its KML files, first doc.kml, then those that are in no folder', async () => {
    const archive = await buildArchive({
      'a/doc.kml': named('D'),
      'z.kml': named('B'),
      'y.kml': Buffer.from(`\uFEFF${named('Ç')}`, 'utf16le'),
      'doc.kml': named('A'),
    });
    expect((await readRows(archive, 'a.kmz')).map(({ name }) => name)).toEqual(['A', 'B', 'Ç', 'D']);
  });

  test('whose main file only links to another one of it is read', async () => {
    const archive = await buildArchive({ 'files/a.kml': named('A'), 'doc.kml': link('files/a.kml') });
    expect(await readRows(archive, 'a.kmz')).toEqual([{ name: 'A' }]);
  });

  test('that only links to a file elsewhere, or has a damaged file, is refused', async () => {
    const linked = await buildArchive({ 'doc.kml': link('b.kml'), 'a.kml': kml('') });
    expect(await importApp.refusalOf(linked, 'a.kmz')).toEqual([422, ['importOnlyLink']]);
    const damaged = await buildArchive({ 'doc.kml': named('A'), 'a.kml': '<kml><Placemark>' });
    expect(await importApp.refusalOf(damaged, 'a.kmz')).toEqual([422, ['importBroken']]);
  });
});

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
