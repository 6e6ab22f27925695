/** KML files of map programs: their text, places and data come as they are meant, and nothing is lost without a word. */
import type { ImportPreview } from '@waypost/contract/imports/imports';
import { measureCpuTime } from '@waypost/survey-logic/testing/measure-growth';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ApiReply, errorCodes, errorPointers } from '../../testing/app/test-app.ts';
import { ImportTestApp } from '../import-app.fixture.ts';
import { KmlGeometry } from './kml-geometry.ts';
import { markupToText } from './markup-to-text.ts';
import { buildArchive } from './workbook.fixture.ts';

let importApp: ImportTestApp;
beforeAll(async () => {
  importApp = await ImportTestApp.start();
});
afterAll(() => importApp.deployment.close());
afterEach(() => importApp.deletePosts());

const kml = (content: string, declaration = '') => `${declaration}<kml><Document>${content}</Document></kml>`;
const placemark = (content: string) => kml(`<Placemark><name>A place</name>${content}</Placemark>`);
const upload = (file: string | Buffer, name = 'a.kml') => importApp.upload(file, { name });

/** The rows of a file by the names of their columns. */
async function readRows(file: string | Buffer, name?: string): Promise<Record<string, string>[]> {
  const uploaded = await upload(file, name);
  expect(uploaded.status, JSON.stringify(uploaded.body)).toBe(200);
  const { columns, id } = uploaded.body;
  const settings = { fixed: importApp.fixed() };
  const { body } = await importApp.request<ImportPreview>('POST', `/csv/${id}/preview`, settings);
  return body.rows.map(({ cells }) =>
    Object.fromEntries(
      columns.map((column, at) => [column, cells[at] ?? ''] as const).filter(([, it]) => it),
    ),
  );
}

async function readPlace(geometry: string): Promise<(string | undefined)[]> {
  const [row = {}] = await readRows(placemark(geometry));
  return [row['latitude'], row['longitude'], row['other places']];
}

const point = (coordinates: string) => `<Point><coordinates>${coordinates}</coordinates></Point>`;
const line = (coordinates: string) => `<LineString><coordinates>${coordinates}</coordinates></LineString>`;
const ring = (name: string, coordinates: string) =>
  `<${name}><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></${name}>`;
const box = (west: number, south: number, east: number, north: number) =>
  `${west},${south} ${east},${south} ${east},${north} ${west},${north} ${west},${south}`;
const polygon = (outline: string, hole = '') =>
  `<Polygon>${ring('outerBoundaryIs', outline)}${hole && ring('innerBoundaryIs', hole)}</Polygon>`;

describe('the place of', () => {
  test.each<[string, string, (string | undefined)[]]>([
    ['a point', point(' 36.82,-1.28,0 '), ['-1.28', '36.82', undefined]],
    ['a point with spaces', point('36.82, -1.28, 0'), ['-1.28', '36.82', undefined]],
    ['a point with spaces everywhere', point('\n 36.82 ,\n -1.28\t,0,\n'), ['-1.28', '36.82', undefined]],
    ['a line with spaces', line('10, 20, 0 12, 20, 0\n14, 20'), ['20', '12', undefined]],
    ['a line with and without spaces', line('10,20,0 12, 20,0  14 ,20'), ['20', '12', undefined]],
    ['a line across 180', line('179,-17 -177,-17'), ['-17', '-179', undefined]],
    ['an area', polygon(box(10, 20, 12, 24)), ['22', '11', undefined]],
    ['an area with a hole', polygon(box(0, 0, 10, 10), box(2, 1, 9, 9)), ['5', '1', undefined]],
    [
      'an area in parts across 180',
      `<MultiGeometry>${polygon(box(178, -18, 180, -16))}${polygon(box(-180, -18, -178, -16))}</MultiGeometry>`,
      ['-17', '180', undefined],
    ],
    [
      'several geometries',
      `<MultiGeometry>${point('1,2')}${line('5,5 7,5')}${point('3,4')}</MultiGeometry>`,
      ['2', '1', '4, 3; 5, 6'],
    ],
    [
      'a track',
      '<gx:Track><when>2024</when><gx:coord>10 20 5</gx:coord><gx:coord/><gx:coord>12 20 5</gx:coord></gx:Track>',
      ['20', '11', undefined],
    ],
    [
      'several tracks',
      `<gx:MultiTrack>${'<gx:Track><gx:coord>10 20 5</gx:coord><gx:coord>12 20 5</gx:coord></gx:Track>'.repeat(2)}</gx:MultiTrack>`,
      ['20', '12', undefined],
    ],
    [
      'a model, whatever it is looked at from',
      '<LookAt><longitude>1</longitude><latitude>2</latitude></LookAt><Model><Location><longitude>3</longitude><latitude>4</latitude></Location></Model>',
      ['4', '3', undefined],
    ],
    ['nothing', '', [undefined, undefined, undefined]],
    ['a point without commas', point('36.82 -1.28'), ['? 36.82', undefined, undefined]],
    ['a point with decimal commas', point('36,82 -1,28'), ['? 36,82 -1,28', undefined, undefined]],
    ['a point with only decimal commas', point('36,82,-1,28'), ['? 36,82,-1,28', undefined, undefined]],
    ['a projected point', point('500000,4649776'), ['4649776', '500000', undefined]],
    ['a line with a fault', line('1,2 3,x'), ['x', '3', undefined]],
  ])('%s', async (_, geometry, place) => {
    expect(await readPlace(geometry)).toEqual(place);
  });

  test('a place is read wherever the pieces of a file end', async () => {
    // Pieces of a file are 64 kB.
    for (const length of [65_300, 65_306, 65_310, 65_313, 65_317, 65_321, 65_330]) {
      const file = kml(
        `<!--${'x'.repeat(length)}--><Placemark><name>A</name>${point('36.8219, -1.2821, 0')}</Placemark>`,
      );
      expect(await readRows(file)).toEqual([{ latitude: '-1.2821', longitude: '36.8219', name: 'A' }]);
    }
  });
});

describe('data', () => {
  const data = (name: string, value: string) =>
    `<Data name="${name}"><displayName>${name}</displayName><value>${value}</value></Data>`;
  const place = (own: string, inner: string) =>
    `<Placemark>${own}<ExtendedData>${inner}</ExtendedData>${point('10,20')}</Placemark>`;

  test('with the name of an element gets a column of its own if it says something else', async () => {
    const schema = (name: string, value: string) =>
      `<SchemaData><SimpleData name="${name}">${value}</SimpleData></SchemaData>`;
    const own = '<name>North gate</name><description>N7</description>';
    const file = kml(
      place(
        own,
        data('code', 'N7') +
          data('description', 'Gate is blocked') +
          schema('name', 'North gate') +
          data('folder', 'x'),
      ) + place('<name>South</name>', data('description', 'Open')),
    );
    expect(await readRows(file)).toEqual([
      {
        latitude: '20',
        longitude: '10',
        name: 'North gate',
        description: 'N7',
        'description (data)': 'Gate is blocked',
        code: 'N7',
        folder: 'x',
      },
      { latitude: '20', longitude: '10', name: 'South', 'description (data)': 'Open' },
    ]);
  });

  test('comes also from ids, the end of a time, and elements of other programs', async () => {
    const other = `<q:magnitude>5.9</q:magnitude><q:name>
      <q:lang code="default">Quake</q:lang><q:lang code="sw">Tetemeko</q:lang></q:name><q:coordinates>1,2</q:coordinates>`;
    const file = kml(
      `<Placemark id="2012 Jan 15 UTC"><name>Quake</name><visibility>0</visibility><styleUrl>#a</styleUrl>
        <Snippet>Very <b>deep</b></Snippet><TimeSpan><begin>2012-01-15</begin><end>2012-01-16</end></TimeSpan><depth>10</depth>
        <LookAt><longitude>1</longitude></LookAt><Style><IconStyle><scale>2</scale></IconStyle></Style>
        <ExtendedData xmlns:q="http://example.com">${other}${data('id', 'x')}</ExtendedData>${point('10,20')}</Placemark>`,
    );
    expect(await readRows(file)).toEqual([
      {
        latitude: '20',
        longitude: '10',
        'placemark id': '2012 Jan 15 UTC',
        id: 'x',
        name: 'Quake',
        lang: 'Quake',
        'lang (2)': 'Tetemeko',
        snippet: 'Very deep',
        date: '2012-01-15',
        'end date': '2012-01-16',
        depth: '10',
        magnitude: '5.9',
        coordinates: '1,2',
      },
    ]);
  });

  test('of a place whose id is new with each export is known again', async () => {
    const exportOf = (id: string) =>
      kml(
        `<Placemark id="fid-${id}"><name>Well</name><ExtendedData>${data('objectid', '7')}</ExtendedData>${point('1,2')}</Placemark>`,
      );
    const first = await importApp.importGuessed(importApp.survey, exportOf('a1'), { name: 'a.kml' });
    const second = await importApp.importGuessed(importApp.survey, exportOf('b2'), { name: 'a.kml' });
    expect([first.done.processed, second.done.skipped, second.posts.length]).toEqual(['1', 1, 1]);
  });

  test('of one name twice is not one answer', async () => {
    const [row] = await readRows(kml(place('', data('a', '1') + data('a', '2') + data('a', '1'))));
    expect(row).toMatchObject({ a: '1', 'a (2)': '2' });
  });
});

describe('HTML', () => {
  test('of descriptions becomes text, and pictures are named', async () => {
    const html = `Open 6 to 9<br>Tel. 555 0100<br><br>Bring a <b>can</b> &amp; a lid. <a href="https://example.org/p1">Details</a><img src="https://example.org/p1.jpg" height="200" /><img src='files/a.png'>`;
    const file = kml(
      `<Placemark><name>Pump 1</name><description><![CDATA[${html}]]></description></Placemark>
       <Placemark><name>Pump 2</name><description>5 &lt; 6 litres &amp;nbsp;a day</description></Placemark>`,
    );
    expect(await readRows(file)).toEqual([
      {
        name: 'Pump 1',
        description: 'Open 6 to 9\nTel. 555 0100\n\nBring a can & a lid. [Details](https://example.org/p1)',
        pictures: 'https://example.org/p1.jpg,files/a.png',
      },
      { name: 'Pump 2', description: '5 < 6 litres a day' },
    ]);
  });

  test('that is written as XML becomes text, too', async () => {
    const file = kml(
      '<Placemark><description>Open<br/>a <b>can <a href="https://example.org/p1">Details</a></b> <img src="x.png"/> now</description></Placemark>',
    );
    const description = 'Open\na can [Details](https://example.org/p1) now';
    expect(await readRows(file)).toEqual([{ description, pictures: 'x.png' }]);
  });

  test.each([
    ['5 < 6, a & b, AT&T', '5 < 6, a & b, AT&T'],
    [
      'two\n\nlines  <me@example.org> <http://example.org/?a=1&copy=2>',
      'two\n\nlines  <me@example.org> <http://example.org/?a=1&copy=2>',
    ],
    ['a &lt; b\n&#233;', 'a < b\né'],
    ['<p>One</p><p>Two\nlines</p>a <x y>&copy=2 <z', 'One\n\nTwo lines\n\na <x y>&copy=2 <z'],
    ['<ul><li>a</li><li>b <b>c</b></li></ul>d', '- a\n- b c\nd'],
    [
      '<table><tr><th>Name:</th><td>x</td></tr><tr><td>Beds</td><td>3<br>4</td></tr><tr><td>1</td><td>2</td><td>3</td></tr></table>end',
      'Name: x\nBeds: 3\n4\n1 | 2 | 3\nend',
    ],
    [
      '<html><head><title>t</title><style>p{}</style></head><body><script>alert("<b>")</script>x</body></html>',
      'x',
    ],
    [
      '<a href="javascript:alert(1)">x</a> <a href=" JaVaScRiPt:x">y</a> <a href="data:text/html,x">z</a>',
      'x y z',
    ],
    [
      '<a href="https://example.org">https://example.org</a>, <a href="https://example.org/(a b)">a [b]</a>',
      'https://example.org, [a (b)](https://example.org/%28a%20b%29)',
    ],
    [
      '<a href="mailto:a@example.org">a@example.org</a><br/><a href="tel:+1">call</a>',
      'a@example.org\n[call](tel:+1)',
    ],
    ['<a name="x">a<br>b', 'a\nb'],
    [
      'a<a href="https://a.example"> b <a href="https://b.example">c</a> d',
      'a [b](https://a.example) [c](https://b.example) d',
    ],
    ['<ol type="i" start="10000"><li><p>a</p></li><li>b</ol>', '- a\n\n- b'],
    ['<pre>a\n b</pre><h1>c</h1><p>&nbsp;</p><p>d', 'a\nb\n\nc\n\nd'],
    [`x<body>${'<div>'.repeat(200)}y<br>z</body>`, 'x y\nz'],
    ['<o:p>x</o:p>&lt;script&gt;', 'x<script>'],
  ])('%s', (html, text) => {
    expect(markupToText(html).text).toBe(text);
  });

  test.each([
    ['nested tags', '<div>'.repeat(200_000)],
    ['nested tables', '<table><tr><td>'.repeat(70_000)],
    ['open links', '<a href=x>'.repeat(100_000)],
    ['open links in quotes', '<a href="http:x>'.repeat(196) + 'a '.repeat(490_000)],
    ['open links with text', '<a href=http://x>'.repeat(300) + 'a '.repeat(490_000)],
    ['open brackets', '<b '.repeat(330_000)],
    ['line breaks', 'a<br>'.repeat(200_000)],
    ['tags that end no other', '<b>'.repeat(9900) + '</i>'.repeat(9900)],
    ['entities', '&'.repeat(500_000) + '&amp'.repeat(100_000) + '<b>'],
    ['spaces', `<b>${' '.repeat(1_000_000)}x`],
    ['comments', '<b><!--'.repeat(140_000)],
    ['unknown tags', '<x>'.repeat(330_000) + '<b>'],
    ['hidden elements', '<svg>'.repeat(200_000)],
    ['almost tags', `<${'a'.repeat(1_000_000)}`],
    ['pictures', '<img src=x>'.repeat(90_000)],
  ])('is read in bounded time: %s', (_, html) => {
    expect(measureCpuTime(() => markupToText(html))).toBeLessThan(3000);
  });
});

describe('encodings:', () => {
  const declaration = (label: string) => `<?xml version="1.0" encoding="${label}"?>`;
  const file = (label: string) => kml('<Placemark><name>Пожар</name></Placemark>', declaration(label));
  const toBytes = (text: string, label: string) => {
    const decoder = new TextDecoder(label);
    const codes = new Map(
      Array.from({ length: 256 }, (_, code) => [decoder.decode(Buffer.from([code])), code]),
    );
    return Buffer.from(Array.from(text, (char) => codes.get(char) ?? 0));
  };
  test.each<[string, Buffer]>([
    ['windows-1251', toBytes(file('windows-1251'), 'windows-1251')],
    ['koi8-r', toBytes(file('KOI8-R'), 'koi8-r')],
    ['one that is not known', Buffer.from(file('x-none'))],
    ['UTF-8 with a mark, whatever is declared', Buffer.from(`\uFEFF${file('windows-1251')}`)],
    ['UTF-16', Buffer.from(`\uFEFF${file('utf-16')}`, 'utf16le')],
    ['UTF-8 that is declared as UTF-16', Buffer.from(file('utf-16'))],
  ])('%s', async (_, bytes) => {
    expect(await readRows(bytes)).toEqual([{ name: 'Пожар' }]);
  });

  test('a KML file in an archive, and Shift-JIS', async () => {
    const bytes = toBytes(file('windows-1251'), 'windows-1251');
    expect(await readRows(await buildArchive({ 'doc.kml': bytes }), 'a.kmz')).toEqual([{ name: 'Пожар' }]);
    const [before = '', after = ''] = kml(
      '<Placemark><name>|</name></Placemark>',
      declaration('Shift_JIS'),
    ).split('|');
    const japanese = Buffer.concat([
      Buffer.from(before),
      Buffer.from([0x89, 0xce, 0x8e, 0x96]),
      Buffer.from(after),
    ]);
    expect(await readRows(japanese)).toEqual([{ name: '火事' }]);
  });
});

describe('links to other maps', () => {
  const link =
    '<NetworkLink><name>Live</name><Link><href> https://example.org/live.kml </href></Link></NetworkLink>';
  const expectRefusal = (reply: ApiReply<unknown>) => {
    expect([reply.status, errorPointers(reply), errorCodes(reply)]).toEqual([
      422,
      ['/mime'],
      ['importOnlyLink'],
    ]);
    expect(JSON.stringify(reply.body)).toContain('https://example.org/live.kml');
  };
  test('are named if a file has nothing else', async () => {
    expectRefusal(await upload(kml(link)));
    expectRefusal(await upload(await buildArchive({ 'doc.kml': kml(link) }), 'a.kmz'));
  });
  test('do not matter if it has places', async () => {
    expect(await readRows(kml(`${link}<Placemark><name>A</name></Placemark>`))).toEqual([{ name: 'A' }]);
  });
});

describe('what stands beside a place is none of its own', () => {
  test('the corners of a picture on the map', async () => {
    const overlay =
      '<GroundOverlay><gx:LatLonQuad><coordinates> 81.6,44.1 83.5,44.1 81.4,45.4 </coordinates></gx:LatLonQuad></GroundOverlay>';
    const rows = await readRows(
      `<kml xmlns:gx="x"><Document>${overlay}<Placemark>${line('36.82,-1.28,0 36.84,-1.28,0')}</Placemark></Document></kml>`,
    );
    expect(rows).toEqual([{ latitude: '-1.28', longitude: '36.83' }]);
  });

  test('the time of its view', async () => {
    const view = '<LookAt><TimeStamp><when>2013-04-14</when></TimeStamp></LookAt>';
    const [row] = await readRows(
      placemark(`${view}<TimeStamp><when>2024-05-01</when></TimeStamp>${point('1,2')}`),
    );
    expect(row).toMatchObject({ date: '2024-05-01' });
  });

  test('the data of another one; a list of values is one cell', async () => {
    const data = '<ExtendedData><Data name="Injured"><value>3</value></Data></ExtendedData>';
    const list =
      '<ExtendedData><SchemaData><SimpleArrayData name="rate"><value>181</value><value>177</value></SimpleArrayData></SchemaData></ExtendedData>';
    const place = (content: string) => `<Placemark>${content}${point('1,2')}</Placemark>`;
    const rows = await readRows(kml(place(data) + place(list)));
    expect(rows.map(({ Injured, rate }) => [Injured, rate])).toEqual([
      ['3', undefined],
      [undefined, '181,177'],
    ]);
  });
});

test('markup in names and values is a part of them', async () => {
  const data =
    '<Data name="Note"><value>Do not go <b>there</b> today</value></Data><Data name="Lines"><value>one<br/>two</value></Data>';
  const [row] = await readRows(
    kml(`<Placemark><name>1<b>2</b>3</name><ExtendedData>${data}</ExtendedData></Placemark>`),
  );
  expect(row).toEqual({ name: '123', Note: 'Do not go there today', Lines: 'one\ntwo' });
});

test.each([
  ['utf-16 without a mark', Buffer.from(placemark('<description>Школа</description>'), 'utf16le'), 'Школа'],
  [
    'utf-8 that declares another one',
    Buffer.from(
      placemark('<description>Café</description>').replace(/^/, '<?xml version="1.0" encoding="us-ascii"?>'),
    ),
    'Café',
  ],
])('an archive with %s, beside a file of macOS', async (_, bytes, description) => {
  const archive = await buildArchive({ '__MACOSX/._doc.kml': Buffer.from([0, 5, 22, 7]), 'map.kml': bytes });
  expect((await readRows(archive, 'a.kmz'))[0]).toMatchObject({ description });
});

test('millions of empty areas take no memory', () => {
  const geometry = new KmlGeometry();
  const before = process.memoryUsage().heapUsed;
  for (let count = 0; count < 1_000_000; count++) geometry.open('Polygon');
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(30_000_000);
  expect(geometry.take()).toEqual({ latitude: '', longitude: '', others: '' });
});
