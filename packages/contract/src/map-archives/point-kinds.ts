/** Points of OpenStreetMap that matter in a crisis, such as hospitals and water points. */

const same = (...values: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(values.map((value) => [value, value]));

/**
 * What such points are, by key and value of their tag (https://wiki.openstreetmap.org/wiki/Map_features). The order of the keys is that
 * in which they are looked at.
 */
export const crisisPointKinds: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  amenity: same(
    'hospital',
    'clinic',
    'doctors',
    'pharmacy',
    'school',
    'university',
    'college',
    'kindergarten',
    'police',
    'fire_station',
    'townhall',
    'drinking_water',
    'water_point',
    'shelter',
    'social_facility',
    'place_of_worship',
    'bus_station',
    'marketplace',
    'fuel',
  ),
  emergency: { ...same('assembly_point'), water_tank: 'water_point' },
  man_made: { water_tap: 'water_point', water_well: 'water_point' },
  railway: { station: 'train_station', halt: 'train_station' },
  barrier: same('border_control'),
};
