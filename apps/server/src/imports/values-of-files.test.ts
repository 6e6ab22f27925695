/** Values as people write them in files, from the cells to the stored posts. */
import type { CsvOptions } from '@waypost/contract/imports/csv-options';
import type { RejectedRow } from '@waypost/contract/imports/imports';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import { errorCodes } from '../testing/app/test-app.ts';
import { ImportTestApp } from './import-app.fixture.ts';

let importApp: ImportTestApp;
let survey: TestSurvey;
beforeAll(async () => {
  importApp = await ImportTestApp.start();
  survey = await createTestSurvey(importApp.deployment.db, {
    Title: { type: 'title', required: true },
    Description: { type: 'description' },
    Place: { type: 'point', input: 'location' },
    Depth: { type: 'decimal', input: 'number' },
    People: { type: 'int', input: 'number' },
    'Seen on': { type: 'datetime', input: 'date' },
    'Seen at': { type: 'datetime', input: 'datetime' },
    Kind: { type: 'tags', input: 'tags', cardinality: 0 },
  });
});
afterAll(() => importApp.deployment.close());
afterEach(() => importApp.deletePosts());

const importGuessed = (file: string, name = 'file.csv', options: Partial<CsvOptions> = {}) =>
  importApp.importGuessed(survey, file, { name, options });

const setTimezone = async (timezone: string) =>
  expect((await importApp.deployment.send('admin', 'PUT', '/config/site', { timezone })).status).toBe(200);

test('texts that begin with # are reports; only tags right under the headings are none', async () => {
  const { posts, preview, done } = await importGuessed(
    'Title\n#flood at the bridge\nWater is rising\n#help\n#roadblock\n',
  );
  expect(posts.map(({ title }) => title)).toEqual([
    '#flood at the bridge',
    'Water is rising',
    '#help',
    '#roadblock',
  ]);
  expect([preview.has_hxl_row, done.processed, preview.rows.length]).toEqual([false, '4', 4]);
  await importApp.deletePosts();
  const tagged = await importGuessed('Title,Depth\n#event,#value\n,\nA,1\n#event,2\n');
  expect(tagged.posts.map(({ title }) => title)).toEqual(['A', '#event']);
  expect([tagged.preview.has_hxl_row, tagged.done.processed]).toEqual([true, '2']);
});

describe('numbers', () => {
  test('a semicolon file has decimal commas, and coordinates have no groups', async () => {
    const file =
      'Title;Place.lat;Place.lon;Depth;People\nA;-1.283;36.821;1,250;1.250\nB;-1,283;36,821;0,900;3\n';
    const { answers, preview } = await importGuessed(file);
    expect(answers('Depth')).toEqual(['1.2500', '0.9000']);
    expect(answers('People')).toEqual([1250, 3]);
    expect(answers('Place')).toEqual([
      { lat: -1.283, lon: 36.821 },
      { lat: -1.283, lon: 36.821 },
    ]);
    expect([preview.options.decimal, preview.decimal_is_ambiguous]).toEqual([',', false]);
  });

  test('only numbers of fields with decimals show the separator', async () => {
    const file = 'Title;Description;Date;Depth\n2.1;3.5;45000.5;1,250\nB;4.5;45001.5;2,105\n';
    const { answers, preview } = await importGuessed(file);
    expect([preview.options.decimal, preview.decimal_is_ambiguous]).toEqual([',', false]);
    expect(answers('Depth')).toEqual(['1.2500', '2.1050']);
  });

  test('what may be either is asked', async () => {
    const file = 'Title,Depth\nA,"1,250"\nB,"2,105"\n';
    const { preview, answers } = await importGuessed(file);
    expect([preview.options.decimal, preview.decimal_is_ambiguous]).toEqual(['.', true]);
    expect(answers('Depth')).toEqual(['1250.0000', '2105.0000']);
    await importApp.deletePosts();
    const chosen = await importGuessed(file, 'file.csv', { decimal: ',' });
    expect(chosen.preview.rows.map(({ read }) => read[1])).toEqual(['1.250', '2.105']);
    expect(chosen.answers('Depth')).toEqual(['1.2500', '2.1050']);
  });
});

describe('times', () => {
  afterEach(() => setTimezone('UTC'));
  const file =
    'Title,Date,Seen on,Seen at\nA,2024-03-12,2024-03-12,2024-03-12 08:30\nB,12/03/2024 23:30,12/03/2024,12/03/2024 23:30\nC,1709452800000,20240312,2024-03-12T08:30Z\n';

  test('without a zone are in the zone of the site', async () => {
    await setTimezone('America/Mexico_City');
    const { posts, answers, preview } = await importGuessed(file, 'file.csv', { date_order: 'dmy' });
    expect(preview.options.timezone).toBe('America/Mexico_City');
    expect(preview.rows.map(({ read }) => read.slice(1))).toEqual([
      ['2024-03-12', '2024-03-12', '2024-03-12 08:30:00'],
      ['2024-03-12 23:30:00', '2024-03-12', '2024-03-12 23:30:00'],
      ['2024-03-03 02:00:00', '2024-03-12', '2024-03-12 02:30:00'],
    ]);
    expect(posts.map(({ post_date }) => post_date.toISOString())).toEqual([
      '2024-03-12T06:00:00.000Z',
      '2024-03-13T05:30:00.000Z',
      '2024-03-03T08:00:00.000Z',
    ]);
    expect(answers('Seen on')).toEqual(Array.from({ length: 3 }, () => '2024-03-12 00:00:00'));
    expect(answers('Seen at')).toEqual(['2024-03-12 14:30:00', '2024-03-13 05:30:00', '2024-03-12 08:30:00']);
  });

  test('are in a chosen zone', async () => {
    await setTimezone('America/Mexico_City');
    const { answers } = await importGuessed(file, 'file.csv', {
      date_order: 'dmy',
      timezone: 'Asia/Kathmandu',
    });
    expect(answers('Seen at')[0]).toBe('2024-03-12 02:45:00');
    const { body } = await importApp.upload(file);
    const refused = await importApp.request('PUT', `/csv/${body.id}`, {
      options: { timezone: 'Mars/Olympus' },
    });
    expect([refused.status, errorCodes(refused)]).toEqual([422, ['invalid']]);
  });

  test('of a start without a preview are in the zone of the site too, and own exports carry theirs', async () => {
    await setTimezone('America/Mexico_City');
    const start = async (text: string, mapsTo: (string | null)[]) => {
      await importApp.importFile(text, mapsTo, { fixed: { form: survey.id, status: 'draft' } });
      return (await importApp.readPosts()).at(-1)?.post_date.toISOString();
    };
    expect(await start('Title,When\nA,2024-03-12 08:30\n', ['title', 'post_date'])).toBe(
      '2024-03-12T14:30:00.000Z',
    );
    const own = 'Post ID,Post Status,Post Date (UTC),Title\n5,draft,2024-03-12 08:30:00,A\n';
    expect(await start(own, [null, null, 'post_date', 'title'])).toBe('2024-03-12T08:30:00.000Z');
    const cut = 'Created (UTC),Post Date (UTC),Title\n2025-01-01 00:00:00,2024-03-12 08:30:00,A\n';
    const { posts } = await importGuessed(cut);
    expect(posts.at(-1)?.post_date.toISOString()).toBe('2024-03-12T08:30:00.000Z');
    const named = 'Title,Time (GMT+3)\nA,2024-03-12 08:30\n';
    expect(await start(named, ['title', 'post_date'])).toBe('2024-03-12T05:30:00.000Z');
  });
});

test('names of categories are split at commas, never at spaces', async () => {
  const file =
    'Title,Category\nA,"Water shortage, Road damage"\nB,"Food shortage, Bridge damage"\nC,Road damage\n';
  const { preview } = await importGuessed(file);
  expect(preview.options.separator).toBe(',');
  expect(preview.rows.map(({ read }) => read[1])).toEqual([
    'Water shortage · Road damage',
    'Food shortage · Bridge damage',
    'Road damage',
  ]);
});

test('clocks of other languages', async () => {
  const cells = [
    '11/03/2024 8:30:00 p. m.',
    '2024/03/11 8:30:00 p.m. GMT-6',
    '2024/3/11 下午8:30:00',
    '2024/03/11 8:30:00 م',
    '١١/٠٣/٢٠٢٤',
    '"Mar 11, 2024, 8:30\u202fPM"',
    '11 Maret 2024 20.30',
    '11 de março de 2024 às 20:30',
    '11 मार्च 2024',
  ];
  await setTimezone('Africa/Nairobi');
  const file = `Title,Date\n${cells.map((cell, at) => `Row ${at},${cell}`).join('\n')}\n`;
  const { posts, done } = await importGuessed(file, 'file.csv', { date_order: 'dmy' });
  await setTimezone('UTC');
  expect(done).toMatchObject({ processed: '9', errors: '0' });
  expect(posts.map(({ post_date }) => post_date.toISOString())).toEqual([
    '2024-03-11T17:30:00.000Z',
    '2024-03-12T02:30:00.000Z',
    '2024-03-11T17:30:00.000Z',
    '2024-03-11T17:30:00.000Z',
    '2024-03-10T21:00:00.000Z',
    '2024-03-11T17:30:00.000Z',
    '2024-03-11T17:30:00.000Z',
    '2024-03-11T17:30:00.000Z',
    '2024-03-10T21:00:00.000Z',
  ]);
});

describe('places', () => {
  const placeOf = async (file: string, name?: string, options?: Partial<CsvOptions>) => {
    const { answers, preview, done } = await importGuessed(file, name, options);
    return { places: answers('Place'), preview, done };
  };

  test('degrees, minutes and seconds, hemispheres and degree signs in two columns', async () => {
    const file = `Title,Latitude,Longitude
A,"41°25'01""N","2°10'26""E"
B,41 25 01 S,2 10 26 W
C,S41 25.117,E2 10.5
D,1.28 S,36.82 E
E,"1.28° S","36.82° E"
F,-1.28°,36.82°
G,"1,28° ю. ш.","36,82° в. д."
`;
    const { places, done } = await placeOf(file);
    expect(done).toMatchObject({ processed: '7', errors: '0' });
    expect(places).toEqual([
      { lat: 41.4169444, lon: 2.1738889 },
      { lat: -41.4169444, lon: -2.1738889 },
      { lat: -41.4186167, lon: 2.175 },
      ...Array.from({ length: 4 }, () => ({ lat: -1.28, lon: 36.82 })),
    ]);
  });

  test('both coordinates in one column, in an order that is shown and can be changed', async () => {
    const file = 'Title,Coordinates\nA,"25.2013, 56.5261"\nB,"26.5, 55.1"\n';
    const { places, preview } = await placeOf(file);
    expect(places).toEqual([
      { lat: 25.2013, lon: 56.5261 },
      { lat: 26.5, lon: 55.1 },
    ]);
    expect(preview.rows.map(({ read }) => read[1])).toEqual(['25.2013, 56.5261', '26.5, 55.1']);
    expect([preview.options.coordinate_order, preview.coordinate_order_is_ambiguous]).toEqual([
      'lat_lon',
      true,
    ]);
    await importApp.deletePosts();
    const turned = await placeOf(file, 'file.csv', { coordinate_order: 'lon_lat' });
    expect(turned.places[0]).toEqual({ lat: 56.5261, lon: 25.2013 });
  });

  test('a heading that names the longitude first decides where the coordinates do not', async () => {
    const { places, preview } = await placeOf('Title,"Longitude, Latitude"\nA,"36.8200, -1.28"\n');
    expect([places, preview.coordinate_order_is_ambiguous]).toEqual([[{ lat: -1.28, lon: 36.82 }], true]);
  });

  test.each([
    ['geometry', 'POINT (36.82 -1.28)'],
    ['WKT', '"POLYGON ((36.81 -1.29, 36.83 -1.29, 36.83 -1.27, 36.81 -1.27, 36.81 -1.29))"'],
    ['the_geom', '"LINESTRING (36.81 -1.28, 36.83 -1.28)"'],
    ['the_geom,gps', '"POLYGON ((20 0, 30 0, 30 10, 20 0))","-1.28000, 36.82000"'],
    ['geo_shape', `"{""type"":""LineString"",""coordinates"":[[36.81,-1.28],[36.83,-1.28]]}"`],
    ['gps', '-1.28 36.82 1650.0 5.0'],
    ['Location', '"https://www.google.com/maps/@-1.2800,36.8200,15z"'],
    ['lon_lat', '"36.8200, -1.28"\nB,"136.82, -1.28"'],
  ])('a column called %s with %s', async (heading, cell) => {
    const { places, done } = await placeOf(`Title,${heading}\nA,${cell}\n`);
    expect([places[0], done.errors]).toEqual([{ lat: -1.28, lon: 36.82 }, '0']);
  });

  test('what is no place is rejected by its name', async () => {
    const { body } = await importApp.upload('Title,Where\nA,"25.2, 56.5"\nB,at the market\n');
    await importApp.request('PUT', `/csv/${body.id}`, {
      maps_to: ['title', survey.keyOf('Place')],
      fixed: { form: survey.id, status: 'draft' },
    });
    await importApp.request('POST', `/csv/${body.id}/import`, {});
    await importApp.deployment.jobs.runPending();
    const { body: rejected } = await importApp.request<{ results: RejectedRow[] }>(
      'GET',
      `/csv/${body.id}/errors`,
    );
    expect(rejected.results.map(({ errors }) => errors.map(({ column, value }) => [column, value]))).toEqual([
      [['Where', 'at the market']],
    ]);
    expect(await importApp.readPosts()).toHaveLength(1);
  });
});

describe('a heading decides only between what the cells can be read as', () => {
  const guess = async (file: string) => {
    const { preview } = await importGuessed(file);
    return preview.maps_to.map((target) =>
      target === null
        ? null
        : target.replace(survey.keyOf('Place'), 'place').replace(survey.keyOf('Kind'), 'kind'),
    );
  };
  test.each([
    ['a state of a country', 'State', ['Lagos', 'Kano'], null],
    ['statuses of another system', 'Status', ['Open', 'In progress', 'Closed'], null],
    ['statuses', 'Status', ['Published', 'Under review', 'archived'], 'status'],
    ['names of languages', 'Language', ['English', 'Kiswahili'], null],
    ['codes of languages', 'Language', ['en', 'sw'], 'locale'],
    ['few addresses', 'Email', ['n/a', 'none', 'a@example.org'], null],
    ['addresses', 'Email', ['b@example.org', '', 'a@example.org'], 'author_email'],
    ['no dates', 'Date', ['Spring', 'Autumn'], null],
    ['dates', 'Date', ['12/03/2024', '13/03/2024'], 'post_date'],
    ['names of places', 'Location', ['Market', 'School'], null],
    ['fractions', 'Position', ['3/4', '1/20'], null],
    ['times', 'Location', ['"08.30, 09.30"', '"10.00, 11.30"'], null],
    ['coordinates of two decimals', 'GPS', ['"26.5, 55.1"', '"25.2, 56.52"'], 'place'],
    ['places with coordinates', 'Location', ['"26.5, 55.1"', '"25.2013, 56.52"'], 'place'],
    ['coordinates with few decimals', 'GPS', ['"26.5, 55.1"', '"25.2013, 56.5261"'], 'place'],
    ['yes and no', 'Language', ['yes', 'no'], null],
  ])('%s', async (_, heading, cells, target) => {
    const rows = cells.map((cell, at) => `Row ${at},${cell}`);
    expect(await guess(`Title,${heading}\n${rows.join('\n')}\n`)).toEqual(['title', target]);
  });

  test.each([
    ['Название,Описание,Широта,Долгота,Дата'],
    ['Назва,Опис,Широта,Довгота,Дата'],
    ['العنوان,الوصف,خط العرض,خط الطول,التاريخ'],
    ['标题,描述,纬度,经度,日期'],
    ['शीर्षक,विवरण,अक्षांश,देशांतर,दिनांक'],
    ['Título,Descripción,Latitud,Longitud,Fecha'],
    ['Titre,Description,Latitude,Longitude,Date'],
    ['Título,Descrição,Latitude,Longitude,Data'],
    ['Judul,Deskripsi,Lintang,Bujur,Tanggal'],
    ['Kichwa,Maelezo,Latitudo,Longitudo,Tarehe'],
    ['Tit,Deskripsyon,Latitid,Lonjitid,Dat'],
  ])('headings in other languages: %s', async (headings) => {
    expect(await guess(`${headings}\nA,B,50.45,30.52,11.03.2024\n`)).toEqual([
      'title',
      'content',
      'place.lat',
      'place.lon',
      'post_date',
    ]);
  });
});
