import { describe, expect, it, test } from 'vitest';
import { findPlusCodeTown, parsePlaceText } from './parse-place-text.ts';

const near = { lat: -1.28, lon: 36.82 };
const parse = (text: string) => {
  const place = parsePlaceText(text, near);
  return place && [Math.round(place.lat * 1e4) / 1e4, Math.round(place.lon * 1e4) / 1e4];
};
const nairobi = [-1.2833, 36.8167];

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
