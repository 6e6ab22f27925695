/** Search for streets and places of extracts, and words for a place, through the API. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorPointers } from '../../testing/app/test-app.ts';
import { buildExtract } from '../extract/osm/extract.fixture.ts';
import { startArchiveApp } from '../map-archives.fixture.ts';
import { createNameSearch, near } from './map-names.fixture.ts';
import { towns } from './town.fixture.ts';

let deployment: Awaited<ReturnType<typeof startArchiveApp>>;
let find: ReturnType<typeof createNameSearch>['find'];
let names: ReturnType<typeof createNameSearch>['names'];
let describeAt: ReturnType<typeof createNameSearch>['describeAt'];
let describeAll: ReturnType<typeof createNameSearch>['describeAll'];
beforeAll(async () => {
  deployment = await startArchiveApp();
  ({ find, names, describeAt, describeAll } = createNameSearch(deployment));
  await deployment.upload(buildExtract(towns), 'towns.osm.pbf');
});
afterAll(() => deployment.close());

describe('the search for streets and places', () => {
  test('finds the street of each town once, the nearest first', async () => {
    expect(await find('main')).toEqual([
      {
        kind: 'street',
        type: null,
        name: 'Main Street',
        house_number: null,
        missing_house_number: null,
        place: 'Testham',
        lat: expect.closeTo(50.01, 4),
        lon: expect.closeTo(10.012, 4),
        distance: expect.closeTo(143, -1),
        match: 'beginning',
      },
      expect.objectContaining({ name: 'Main Street', place: 'Otherham', match: 'beginning' }),
    ]);
    expect(await names('main street', { near: '50.01,10.09' })).toEqual([
      'Main Street, Otherham',
      'Main Street, Testham',
    ]);
    expect((await find('main street', {})).map(({ distance }) => distance)).toEqual([null, null]);
  });

  test('finds a road through several towns in each of them', async () => {
    const longitudes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    const roadNodes = longitudes.map((step) => ({ id: 700 + step, at: [10 + step / 100, 50.011] as const }));
    const roadWays = longitudes.slice(1).map((step) => ({
      id: 700 + step,
      nodes: [699 + step, 700 + step],
      tags: { highway: 'primary', name: 'Valley Road' },
    }));
    const { id } = await deployment.upload(
      buildExtract({
        ...towns,
        nodes: [...(towns.nodes ?? []), ...roadNodes],
        ways: [...(towns.ways ?? []), ...roadWays],
      }),
      'valley.osm.pbf',
    );
    const found = await find('valley road', { near: '50.01,10.09' });
    await deployment.app.send('admin', 'DELETE', `/map-archives/${id}`);
    expect(found.map(({ place }) => place)).toEqual(['Otherham', 'Testham']);
    // Each is a point of the road in the town, and not the middle of the whole road.
    expect(found[0]?.lon).toBeGreaterThan(10.06);
    expect(found[1]?.lon).toBeLessThan(10.04);
  });

  test('finds names in any script, former names, later words and misspelled ones', async () => {
    expect(await names('الشارع')).toEqual(['Main Street, Testham', 'Main Street, Otherham']);
    expect(await names('السلام')).toEqual(['شارع السلام, Testham']);
    expect(await names('peace')).toEqual(['شارع السلام, Testham']);
    expect(await names('peace', { lang: 'en' })).toEqual(['Peace Street, Testham']);
    expect((await names('main street', { near, lang: 'ar' }))[0]).toBe('الشارع الرئيسي, تستهام');
    for (const typed of ['high street', 'King Str', 'haupt str', 'Haupt-Strasse'])
      expect.soft(await names(typed)).toContain('Main Street, Testham');
    // Also as they are typed without a keyboard of the language: whole, the beginning, and the other way round.
    for (const typed of ['Städtle', 'Stadtle', 'Staedtle', 'Oerstedgaard', 'Klöppelgasse'])
      expect.soft([typed, (await find(typed))[0]?.match]).toEqual([typed, 'name']);
    expect((await find('staed'))[0]).toMatchObject({ name: 'Main Street', match: 'beginning' });
    expect(await find('republique')).toMatchObject([{ name: 'Rue de la République', match: 'word' }]);
    expect(await names('ВУЛИЦЯ ГАЛА')).toEqual(['вулиця Ґалаґана, Testham']);
    for (const typed of ['rue de la republik', 'republik'])
      expect.soft(await find(typed)).toMatchObject([{ name: 'Rue de la République', match: 'similar' }]);
    // One letter is the beginning of too many names.
    for (const nothing of ['m', 'qwertzuiop', '%', '_', ',', '٪'])
      expect.soft(await names(nothing)).toEqual([]);
  });

  test('finds settlements and points with what they are', async () => {
    expect(await find('testham')).toMatchObject([
      { kind: 'place', type: 'town', place: null, match: 'name' },
    ]);
    expect(await find('st mary')).toMatchObject([{ kind: 'point', type: 'hospital', place: 'Testham' }]);
    expect(await find('سانت')).toMatchObject([{ name: 'St. Mary' }]);
  });

  test('finds shops, stops and other points, which do not stand in for a street', async () => {
    const others = [
      { id: 901, at: [10.0301, 50.0141] as const, tags: { shop: 'bakery', name: 'Corner Bread' } },
      {
        id: 902,
        at: [10.0901, 50.0099] as const,
        tags: { highway: 'bus_stop', name: 'Main Street Otherham' },
      },
      { id: 903, at: [10.0302, 50.0142] as const, tags: { shop: 'books' } },
      // Nearer than the town and the street that are called so.
      { id: 904, at: [10.01001, 50.01001] as const, tags: { highway: 'bus_stop', name: 'Otherham' } },
      { id: 905, at: [10.01002, 50.01001] as const, tags: { highway: 'bus_stop', name: 'Other Shelter' } },
      // All sides of a station.
      ...Array.from({ length: 30 }, (_, index) => ({
        id: 1000 + index,
        at: [10.0001 + index / 1e5, 50.019] as const,
        tags: { highway: 'bus_stop', name: 'Terminal' },
      })),
      { id: 1100, at: [10.09, 50.019] as const, tags: { amenity: 'hospital', name: 'Terminal Hospital' } },
      { id: 1101, at: [10.08, 50.019] as const, tags: { amenity: 'hospital', name: 'Landesspital' } },
      { id: 1102, at: [10.08, 50.0191] as const, tags: { highway: 'bus_stop', name: 'Spital' } },
      { id: 1103, at: [10.01, 50.0191] as const, tags: { amenity: 'clinic', name: 'Route' } },
      { id: 1104, at: [10.09, 50.0191] as const, tags: { amenity: 'clinic', name: 'Bergklinik' } },
      { id: 1105, at: [10.01, 50.0099] as const, tags: { amenity: 'clinic', name: 'Bergklause' } },
    ];
    const { id } = await deployment.upload(
      buildExtract({ ...towns, nodes: [...(towns.nodes ?? []), ...others] }),
      'shops.osm.pbf',
    );
    const shops = await find('corner');
    const stops = await find('main street otherham');
    const words = await describeAt('50.0141,10.0301');
    const named = await find('otherham');
    const begun = await find('other');
    const terminal = await find('terminal');
    const compound = await find('spital');
    const numbered = await names('route 5');
    const misspelled = await names('bergklinc');
    const inPlace = await names('terminal, otherham');
    await deployment.app.send('admin', 'DELETE', `/map-archives/${id}`);
    // A house number belongs to a street, and what is in the settlement is meant rather than a better name elsewhere.
    expect(numbered).toEqual(['Route 66, Testham', 'Route, Testham']);
    // The nearer name is less similar.
    expect(misspelled).toEqual(['Bergklinik, Otherham', 'Bergklause, Testham']);
    expect(inPlace).toEqual(['Terminal Hospital, Otherham', 'Terminal, Testham']);
    expect(compound.map(({ name, match }) => [name, match])).toEqual([
      ['Spital', 'name'],
      ['Landesspital', 'part'],
      ['Terminal Hospital', 'part'],
    ]);
    expect(shops).toMatchObject([{ kind: 'point', type: 'shop', place: 'Testham' }]);
    expect(stops).toMatchObject([
      { kind: 'point', type: 'bus_stop' },
      { kind: 'street', name: 'Main Street', place: 'Otherham' },
    ]);
    // Nobody knows a place by a shop.
    expect(words.point).toBeNull();
    const placeThenStop = [{ kind: 'place', type: 'village' }, { type: 'bus_stop' }];
    expect(named.slice(0, 2)).toMatchObject(placeThenStop);
    expect(begun.slice(0, 2)).toMatchObject(placeThenStop);
    expect(terminal.map(({ type }) => type)).toEqual(['bus_stop', 'hospital']);
  });

  test('finds house numbers wherever they are typed, and the street where it has no such house', async () => {
    for (const typed of ['Main Street 12', '12 main street', 'Main Street, 12', 'main street ١٢'])
      expect.soft((await find(typed))[0]).toMatchObject({
        name: 'Main Street',
        house_number: '12',
        place: 'Testham',
        lat: 50.0101,
        lon: 10.0111,
      });
    expect(await find('Main Street 14', { near: '50.01,10.09' })).toMatchObject([
      { house_number: '14a', place: 'Testham' },
      { house_number: null, place: 'Otherham' },
    ]);
    expect(await find('Rue de la République 7')).toMatchObject([{ house_number: '٧' }]);
    const missing = { house_number: null, missing_house_number: '99' };
    expect(await find('Main Street 99')).toMatchObject([missing, missing]);
    expect(await find('lone lane 3')).toMatchObject([{ house_number: '3', lat: 50.005, lon: 10.05 }]);
    // A number that belongs to the name.
    expect(await find('route 66')).toMatchObject([
      { name: 'Route 66', house_number: null, missing_house_number: null, match: 'name' },
    ]);
  });

  test('prefers the settlement after a comma', async () => {
    expect((await names('main street, other'))[0]).toBe('Main Street, Otherham');
    expect(await find('main street 12, otherham')).toMatchObject([
      { place: 'Otherham', house_number: '12' },
      { place: 'Testham' },
    ]);
  });

  test('understands a settlement without a comma, and a postal code', async () => {
    for (const typed of ['main street otherham', 'Otherham Main Street', 'main str other'])
      expect.soft(await names(typed)).toEqual(['Main Street, Otherham']);
    for (const typed of [
      'main street 12 otherham',
      'Main Street 12, 9494 Otherham',
      'main street 12 9494 otherham',
    ])
      expect.soft((await find(typed))[0]).toMatchObject({ place: 'Otherham', house_number: '12' });
    expect(await names('main street nowhereham')).toEqual(['Main Street, Testham', 'Main Street, Otherham']);
  });

  test('refuses what is no search with its field', async () => {
    const bad = async (path: string) => errorPointers(await deployment.app.send('visitor', 'GET', path));
    expect(await bad('/map-archives/names')).toEqual(['/q']);
    expect(await bad(`/map-archives/names?q=${'a'.repeat(251)}`)).toEqual(['/q']);
    expect(await bad('/map-archives/names?q=a&near=91,0&limit=21')).toEqual(['/near', '/limit']);
    expect(await bad('/map-archives/words')).toEqual(['/at']);
    expect(await bad('/map-archives/words?at=1')).toEqual(['/at']);
    expect(await bad('/map-archives/words?at=50,10;')).toEqual(['/at']);
    const tooMany = Array.from({ length: 21 }, () => '50,10').join(';');
    expect(await bad(`/map-archives/words?at=${tooMany}`)).toEqual(['/at']);
  });
});

describe('words for a place', () => {
  test('name the house, the street, a known point and the settlement', async () => {
    expect(await describeAt('50.01008,10.0111')).toEqual({
      street: { name: 'Main Street', house_number: '12' },
      point: { type: 'school', name: null },
      place: { type: 'town', name: 'Testham' },
    });
    expect(await describeAt('50.0152,10.0125', 'ar')).toEqual({
      street: { name: 'Rue de la République', house_number: '٧' },
      point: null,
      place: { type: 'town', name: 'تستهام' },
    });
    expect((await describeAt('50.0138,10.0146', 'ar')).point).toEqual({
      type: 'hospital',
      name: 'سانت ماري',
    });
    expect((await describeAt('50.014,10.0305')).street).toEqual({ name: 'Route 66', house_number: null });
  });

  test('are those of each place, in the order of the places', async () => {
    const places = await describeAll(['50.014,10.0305', '-80,10', '50.01008,10.0111']);
    expect(places.map(({ street }) => street?.name)).toEqual(['Route 66', undefined, 'Main Street']);
  });

  test('name the nearest street, also where its parts are shorter than forty meters', async () => {
    const lanes = [
      { id: 801, at: [10.06013, 50.00509] as const },
      { id: 802, at: [10.06062, 50.00497] as const },
      { id: 803, at: [10.0603, 50.00489] as const },
      { id: 804, at: [10.0603, 50.004] as const },
    ];
    const ways = [
      { id: 801, nodes: [801, 802], tags: { highway: 'residential', name: 'Near Lane' } },
      { id: 802, nodes: [803, 804], tags: { highway: 'residential', name: 'Far Lane' } },
    ];
    const { id } = await deployment.upload(
      buildExtract({
        ...towns,
        nodes: [...(towns.nodes ?? []), ...lanes],
        ways: [...(towns.ways ?? []), ...ways],
      }),
      'lanes.osm.pbf',
    );
    const { street } = await describeAt('50.005,10.0603');
    await deployment.app.send('admin', 'DELETE', `/map-archives/${id}`);
    expect(street?.name).toBe('Near Lane');
  });

  test('name the settlement alone far from streets, and nothing far from everything', async () => {
    expect(await describeAt('50.001,10.07')).toEqual({
      street: null,
      point: null,
      place: { type: 'village', name: 'Otherham' },
    });
    expect(await describeAt('-80,10')).toEqual({ street: null, point: null, place: null });
    expect(await describeAt('90,180')).toEqual({ street: null, point: null, place: null });
  });
});
