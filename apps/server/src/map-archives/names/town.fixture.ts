/** Two towns of our own with streets, house numbers and names in several scripts. */
import { cornersOf, type TestExtract, type TestNode, type TestWay } from '../extract/osm/extract.fixture.ts';

type Place = readonly [longitude: number, latitude: number];

const line = (firstId: number, ...places: Place[]): TestNode[] =>
  places.map((at, index) => ({ id: firstId + index, at }));

const street = (id: number, nodes: number[], name: string, more = {}): TestWay => ({
  id,
  nodes,
  tags: { highway: 'residential', name, ...more },
});

const house = (id: number, at: Place, name: string, number: string): TestNode => ({
  id,
  at,
  tags: { 'addr:street': name, 'addr:housenumber': number },
});

/** About 7 km from west to east. "Main Street" is in both towns; in the first one it has two parts. */
export const towns: TestExtract = {
  nodes: [
    ...cornersOf(1, [10, 50, 10.1, 50.02]),
    { id: 11, at: [10.01, 50.01], tags: { place: 'town', name: 'Testham', 'name:ar': 'تستهام' } },
    { id: 12, at: [10.09, 50.01], tags: { place: 'village', name: 'Otherham' } },
    { id: 13, at: [10.0112, 50.0103], tags: { amenity: 'school' } },
    {
      id: 14,
      at: [10.0145, 50.0135],
      tags: { amenity: 'hospital', name: 'St. Mary', 'name:ar': 'سانت ماري' },
    },
    ...line(21, [10.01, 50.01], [10.012, 50.01], [10.014, 50.01]),
    ...line(31, [10.088, 50.01], [10.092, 50.01]),
    ...line(41, [10.012, 50.012], [10.012, 50.016]),
    ...line(51, [10.02, 50.012], [10.02, 50.016]),
    ...line(61, [10.03, 50.012], [10.03, 50.016]),
    ...line(71, [10.04, 50.012], [10.04, 50.016]),
    house(81, [10.0111, 50.0101], 'Main Street', '12'),
    house(82, [10.0131, 50.0101], 'Main Street', '14a'),
    house(83, [10.0901, 50.0101], 'Main Street', '12'),
    house(84, [10.05, 50.005], 'Lone Lane', '3'),
    ...cornersOf(91, [10.0121, 50.0149, 10.0123, 50.0151]),
  ],
  ways: [
    street(101, [21, 22], 'Main Street', { 'name:ar': 'الشارع الرئيسي' }),
    street(102, [22, 23], 'Main Street', {
      alt_name: 'High Street;Haupt-Straße;Städtle;Ørstedgård;Kloeppelgasse',
      old_name: 'King Street',
    }),
    street(103, [31, 32], 'Main Street'),
    street(104, [41, 42], 'Rue de la République'),
    street(105, [51, 52], 'شارع السلام', { 'name:en': 'Peace Street' }),
    street(106, [61, 62], 'Route 66'),
    street(107, [71, 72], 'вулиця Ґалаґана'),
    {
      id: 108,
      nodes: [91, 92, 93, 94, 91],
      tags: { building: 'yes', 'addr:street': 'Rue de la République', 'addr:housenumber': '٧' },
    },
  ],
};
