/** Coordinates of reference systems become degrees, and those that the library would convert to wrong places are refused. */
import { describe, expect, test } from 'vitest';
import { parseReferenceSystem, readSystemName, utmSystem } from './reference-system.ts';

const geographic = (datum: string, spheroid: string, meridian = '"Greenwich",0.0') =>
  `GEOGCS["GCS",DATUM["${datum}",SPHEROID[${spheroid}]],PRIMEM[${meridian}],UNIT["Degree",0.0174532925199433]]`;
const wgs84 = geographic('D_WGS_1984', '"WGS_1984",6378137.0,298.257223563');
const international = '"International_1924",6378388.0,297.0';
const bessel = '"Bessel_1841",6377397.155,299.1528128';
const projected = (system: string, projection: string, parameters: Record<string, number>) =>
  `PROJCS["A grid",${system},PROJECTION["${projection}"],${Object.entries(parameters)
    .map(([name, value]) => `PARAMETER["${name}",${value.toFixed(8)}],`)
    .join('')}UNIT["Meter",1.0]]`;
const zone = (system: string, meridian: number) =>
  projected(system, 'Transverse_Mercator', {
    False_Easting: 500_000,
    False_Northing: 0,
    Central_Meridian: meridian,
    Scale_Factor: 0.9996,
    Latitude_Of_Origin: 0,
  });
const krovak = (scale: number, rotation: number) =>
  projected(geographic('D_S_JTSK', bessel), 'Krovak', {
    False_Easting: 0,
    False_Northing: 0,
    Pseudo_Standard_Parallel_1: 78.5,
    Scale_Factor: 0.9999,
    Azimuth: 30.28813975,
    Longitude_Of_Center: 24.83333333,
    Latitude_Of_Center: 49.5,
    X_Scale: scale,
    Y_Scale: 1,
    XY_Plane_Rotation: rotation,
  });

test('degrees of WGS 84 stay as they are', () => {
  expect(parseReferenceSystem(wgs84)?.toDegrees).toBeNull();
});

// The expected places were converted with PROJ 9.1.
test.each<[string, string, [number, number], [number, number], number]>([
  ['a zone of UTM', zone(wgs84, 15), [391_779.26, 5_820_072.16], [13.405, 52.52], 6],
  [
    'the map of the web',
    projected(wgs84, 'Mercator_Auxiliary_Sphere', { Central_Meridian: 0, Standard_Parallel_1: 0 }),
    [1_492_237.77, 6_894_699.8],
    [13.405, 52.52],
    5,
  ],
  [
    'the map of the web, defined on an ellipsoid',
    'PROJCS["WGS 84 / Pseudo-Mercator",GEOGCS["WGS84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.017453292519943295]],PROJECTION["Mercator_1SP"],UNIT["Meter",1]]',
    [1_492_237.77, 6_894_699.8],
    [13.405, 52.52],
    5,
  ],
  ['the grid of Czechia', krovak(-1, 90), [-742_897.99, -1_042_996.82], [14.42, 50.0875], 3],
])('%s is converted', (_, text, [x, y], [lon, lat], digits) => {
  const [foundLon = 0, foundLat = 0] = parseReferenceSystem(text)?.toDegrees?.(x, y) ?? [];
  expect([foundLon, foundLat]).toEqual([expect.closeTo(lon, digits), expect.closeTo(lat, digits)]);
});

test('a zone of UTM needs no text', () => {
  const [lon, lat] = utmSystem({ zone: 37, isSouth: true })?.toDegrees?.(257_421.8355, 9_858_418.1791) ?? [];
  expect([lon, lat]).toEqual([expect.closeTo(36.82, 6), expect.closeTo(-1.28, 6)]);
});

describe('is refused:', () => {
  test.each<[string, string]>([
    ['a datum that is 190 m off', zone(geographic('D_Belge_1972', international), 3)],
    [
      'a datum of the usual ellipsoid that is 330 m off',
      zone(geographic('D_Vietnam_2000', '"WGS_1984",6378137.0,298.257223563'), 105),
    ],
    [
      'longitudes from another meridian',
      zone(geographic('D_WGS_1984', '"WGS_1984",6378137.0,298.257223563', '"Paris",2.33722917'), 3),
    ],
    [
      'a map of the Arctic',
      projected(wgs84, 'Stereographic_North_Pole', { Central_Meridian: -45, Standard_Parallel_1: 70 }),
    ],
    [
      'a map of Mercator at another latitude',
      projected(wgs84, 'Mercator', { Central_Meridian: 100, Standard_Parallel_1: -41 }),
    ],
    [
      'a projection that the library converts elsewhere',
      projected(wgs84, 'Equidistant_Cylindrical', { Central_Meridian: 0, Standard_Parallel_1: 60 }),
    ],
    ['the older grid of Czechia', krovak(1, 0)],
    ['another unit than degrees', wgs84.replace('"Degree",0.0174532925199433', '"Grad",0.015707963267949')],
    ['another meridian after a blank', wgs84.replace('"Greenwich",0.0', '"Paris" , 2.33722917')],
    ['another definition than well-known text', '+proj=longlat +datum=WGS84 +pm=paris'],
    [
      'well-known text 2',
      'GEOGCRS["WGS 84",DATUM["World Geodetic System 1984",ELLIPSOID["WGS 84",6378137,298.257223563]]]',
    ],
    ['an unknown datum', zone(geographic('D_Arc_1960', '"Clarke_1880_RGS",6378249.145,293.465'), 39)],
    ['no reference system', 'a local grid'],
  ])('%s', (_, text) => {
    expect(parseReferenceSystem(text)).toBeUndefined();
  });

  test('with its name', () => {
    expect(readSystemName(zone(wgs84, 3))).toBe('A grid');
  });
});
