import { describe, expect, it, test } from 'vitest';
import { findPlusCodeTown, guessCoordinateOrder, parseAngle, parsePlaceText } from './parse-place-text.ts';

const near = { lat: -1.28, lon: 36.82 };
const parse = (text: string) => {
  const place = parsePlaceText(text, near);
  return place && [Math.round(place.lat * 1e4) / 1e4, Math.round(place.lon * 1e4) / 1e4];
};
const nairobi = [-1.2833, 36.8167];

describe('coordinates of other languages and programs', () => {
  test.each([
    '1,2833° ю. ш., 36,8167° в. д.',
    '1.2833 Ю, 36.8167 В',
    '1.2833 пд. ш. 36.8167 сх. д.',
    '1.2833 S, 36.8167 L',
    '1.2833 S 36.8167 T',
    '1.2833° Selatan, 36.8167° Timur',
    '1.2833 Kusini 36.8167 Mashariki',
    '南纬1.2833°，东经36.8167°',
    '南緯1度17分0秒 東經36度49分0秒',
    '١٫٢٨٣٣° جنوبًا، ٣٦٫٨١٦٧° شرقًا',
    '1.2833° दक्षिण, 36.8167° पूर्व',
    '१.२८३३ द, ३६.८१६७ पू',
    '1.2833 sur, 36.8167 este',
    '1.2833 Sid, 36.8167 Lès',
    '-1.2833 36.8167 1650.0 5.0',
    '-1.2833 36.8167 0',
    'POINT (36.8167 -1.2833)',
    'SRID=4326;POINT Z(36.8167 -1.2833 12)',
    'MULTIPOINT ((36.8167 -1.2833))',
    '(-1.2833, 36.8167)',
    'Lat: -1.2833, Lon: 36.8167',
    '1.2833 LS, 36.8167 BT',
    '{"type":"Point","coordinates":[36.8167,-1.2833]}',
  ])('reads %s', (text) => {
    expect(parse(text)).toEqual(nairobi);
  });
  test.each([
    'POLYGON ((1 2, 3 4, 5 6, 1 2))',
    'MULTIPOINT ((36.8 -1.2), (3 4))',
    '45,50,60',
    '10 no 20',
    '192.168.100.200',
    'SRID=3857;POINT (4000000 -100000)',
    'POINT (190 5)',
    '1 2 3',
    '{"a":1}',
  ])('finds none in "%s"', (text) => {
    expect(parse(text)).toBeNull();
  });
  test('west and north are those of the language', () => {
    expect(parse('19.4326° norte, 99.1332° oeste')).toEqual([19.4326, -99.1332]);
    expect(parse('48.8566 N, 2.3522 O')).toEqual([48.8566, -2.3522]);
    expect(parse('55,75° с. ш., 37,62° з. д.')).toEqual([55.75, -37.62]);
    expect(parse('5.5 U, 95.3 B')).toEqual([5.5, -95.3]);
  });
  test('the order of two coordinates without letters', () => {
    expect(parsePlaceText('36.8167, -1.2833', null, 'lon_lat')).toEqual({ lat: -1.2833, lon: 36.8167 });
    expect(parsePlaceText('36.8167 E, 1.2833 S', null, 'lat_lon')).toEqual({ lat: -1.2833, lon: 36.8167 });
    expect(parsePlaceText('7G8F+6X', null)).toBeNull();
    expect(guessCoordinateOrder(['36.8, -1.2', '120.5, 5.1'], 'lat_lon')).toEqual({
      order: 'lon_lat',
      isAmbiguous: false,
    });
    expect(guessCoordinateOrder(['-1.2, 136.8'], 'lon_lat')).toEqual({
      order: 'lat_lon',
      isAmbiguous: false,
    });
    expect(guessCoordinateOrder(['25.2013, 56.5261'], 'lat_lon')).toEqual({
      order: 'lat_lon',
      isAmbiguous: true,
    });
    expect(guessCoordinateOrder(['25.2 N, 56.5 E', 'POINT (5 6)'], 'lat_lon')).toEqual({
      order: 'lat_lon',
      isAmbiguous: false,
    });
  });
});

test.each([
  [`41°25'01"N`, 'lat', 41.416944],
  ['41 25 01 S', 'lat', -41.416944],
  ['S41 25.117', 'lat', -41.418617],
  ['E2 10.5', 'lon', 2.175],
  ['2 10 26 W', 'lon', -2.173889],
  ['1.28 S', 'lat', -1.28],
  ['1.28° S', 'lat', -1.28],
  ['-1.28°', 'lat', -1.28],
  ['36,82° В', 'lon', 36.82],
  ['36.82 N', 'lon', null],
  ['1.28 E', 'lat', null],
  ['91', 'lat', null],
  ["41°77'", 'lat', null],
  ['-1.28 N', 'lat', null],
  ['here', 'lat', null],
] as const)('the angle %s as %s is %s', (text, axis, value) => {
  const angle = parseAngle(text, axis);
  expect(angle === null ? null : Number(angle.toFixed(6))).toBe(value);
});

describe('coordinates', () => {
  test.each([
    '-1.2833, 36.8167',
    '−1.2833 36.8167',
    '-1.2833,36.8167',
    '-1,2833; 36,8167',
    '1.2833 S, 36.8167 E',
    'S 1.2833° E 36.8167°',
    '36.8167° E, 1.2833° S',
    '1°17\'0"S 36°49\'0"E',
    '1° 17′ 0″ S, 36° 49′ 0″ E',
    "1°17.0'S, 36°49.0'E",
    'S 1 17 00 E 36 49 00',
    '-1.2833 S, 36.8167 E',
    'S -1 17 00 E 36 49 00',
    '36.8167 E, -1.2833',
    '36.8167, 1.2833 S',
  ])('reads %s', (text) => {
    expect(parse(text)).toEqual(nairobi);
  });
  test.each([
    '52,5',
    '52.5',
    '',
    'Nairobi',
    '91.5, 10.5',
    '10.5, 181.5',
    "1°77'S 36°49'E",
    'Route 66',
    '52.5 N, 13.4 S',
    '52 E, 13 E',
    'N 52 N 13',
    'N 52 S, 13',
    '-52.5 N, 13.4 E',
    '13.4 E, -52.5 E',
    '+254 722 555',
    '+254722555',
    '+49 30 1234',
  ])('finds none in "%s"', (text) => {
    expect(parse(text)).toBeNull();
  });
});

test.each([
  'https://www.google.com/maps/@-1.2833,36.8167,15z',
  'https://www.google.com/maps/place/Nairobi/@-1.3,36.7,12z/data=!3m1!4b1!4m6!8m2!3d-1.2833!4d36.8167',
  'https://maps.google.com/?q=-1.2833,36.8167',
  'https://www.google.com/maps/search/?api=1&query=-1.2833%2C36.8167',
  'https://www.openstreetmap.org/#map=15/-1.2833/36.8167',
  'https://www.openstreetmap.org/?mlat=-1.2833&mlon=36.8167#map=15/-1.3/36.8',
  'https://maps.apple.com/?ll=-1.2833,36.8167&q=Pin',
  'https://www.bing.com/maps?cp=-1.2833~36.8167&lvl=15',
  'https://waze.com/ul?ll=-1.2833,36.8167&navigate=yes',
  'https://yandex.com/maps/?ll=36.8167,-1.2833&z=15',
  'https://ya.ru/maps/?ll=36.8167,-1.2833&z=15',
  'https://www.arcgis.com/apps/mapviewer/index.html?center=36.8167,-1.2833&level=12',
  'https://example.org/map?lat=-1.2833&lng=36.8167',
  'geo:-1.2833,36.8167?z=15',
])('reads the link %s', (link) => {
  expect(parse(link)).toEqual(nairobi);
});

it('finds no place in a short link, or in one whose numbers are none of degrees', () => {
  expect(parse('geo:52.5,1345')).toBeNull();
  expect(parse('geo:52.5,13.4.5')).toBeNull();
  expect(parse('https://maps.app.goo.gl/abc123')).toBeNull();
});

it('takes a sign for no Plus Code', () => {
  expect(parse('+52, 13')).toEqual([52, 13]);
  expect(parse('+33 -70')).toEqual([33, -70]);
});

it('reads no text that is longer than any link, in no time', () => {
  expect(parse(`8FVC9G8F+6X${'2'.repeat(100_000)}`)).toBeNull();
});

it('reads Plus Codes; a short one is the nearest to the reference', () => {
  expect(parse('6GCRPR8C+MQ')).toEqual([-1.2833, 36.8219]);
  expect(parse('PR8C+MQ')).toEqual([-1.2833, 36.8219]);
  expect(parse('PR8C+MQ Nairobi')).toEqual([-1.2833, 36.8219]);
  expect(findPlusCodeTown('PR8C+MQ Nairobi')).toBe('Nairobi');
  expect(findPlusCodeTown('6GCRPR8C+MQ Nairobi')).toBe('');
});
