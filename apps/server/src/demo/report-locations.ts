/** Places of reports in a city: along its river, in its quarters, or in the country. */
import type { City, Point } from './cities.ts';
import type { Random } from './random.ts';

/** How reports are distributed. */
export type Spread = 'river' | 'town' | 'country';

const kmPerDegree = 111.2;

/** Kilometres east and north of the centre. */
interface Offset {
  east: number;
  north: number;
}

const rotate = (along: number, across: number, bearing: number): Offset => ({
  east: along * Math.sin(bearing) + across * Math.cos(bearing),
  north: along * Math.cos(bearing) - across * Math.sin(bearing),
});

/** A number from 0 to 1 that is the same for a city in every run. */
function hashCity(city: City, index: number): number {
  const mixed = Math.sin(city.lat * 127.1 + city.lon * 311.7 + index * 74.7) * 43_758.5453;
  return mixed - Math.floor(mixed);
}

/** The radius within which most people live: half a million within about 5 km, ten million within about 15 km. */
const cityRadiusKm = (city: City) => 1.2 + Math.sqrt(city.populationThousands) / 7;

function offsetAlongRiver(city: City, random: Random): Offset {
  const bend = random.next() * 2 - 1;
  const along = bend * cityRadiusKm(city) * 1.3;
  const across = Math.sin(bend * 5 + city.lat) * 0.6 + random.gaussian() * 0.25;
  return rotate(along, across, hashCity(city, 0) * Math.PI);
}

function offsetInQuarter(city: City, random: Random): Offset {
  // Quarters near the centre are chosen more often.
  const quarter = Math.floor(random.next() ** 1.6 * 9);
  const distance = cityRadiusKm(city) * (0.15 + 0.85 * hashCity(city, quarter + 20));
  const centre = rotate(distance, 0, hashCity(city, quarter + 40) * 2 * Math.PI);
  return {
    east: centre.east + random.gaussian() * 0.7,
    north: centre.north + random.gaussian() * 0.7,
  };
}

function offsetInCountry(city: City, random: Random): Offset {
  const bearing =
    city.inlandBearing === undefined
      ? random.next() * 2 * Math.PI
      : toRadians(city.inlandBearing) + random.next() * 2 - 1;
  return rotate(cityRadiusKm(city) + 3 + random.next() ** 1.5 * 35, 0, bearing);
}

const toRadians = (degrees: number) => (degrees / 180) * Math.PI;

/** Mirrors a place on water to the land and moves it away from the shore. */
function moveToLand({ east, north }: Offset, city: City): Offset {
  if (city.inlandBearing === undefined) return { east, north };
  const bearing = toRadians(city.inlandBearing);
  const distanceFromShore = east * Math.sin(bearing) + north * Math.cos(bearing);
  const shift = Math.max(0, -2 * distanceFromShore) + 0.3 * cityRadiusKm(city);
  return { east: east + shift * Math.sin(bearing), north: north + shift * Math.cos(bearing) };
}

const roundDegrees = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

const offsetBySpread = { river: offsetAlongRiver, town: offsetInQuarter, country: offsetInCountry };

/** A place in or near a city. */
export function generatePlace(city: City, spread: Spread, random: Random): Point {
  const { east, north } = moveToLand(offsetBySpread[spread](city, random), city);
  return {
    lat: roundDegrees(city.lat + north / kmPerDegree),
    lon: roundDegrees(city.lon + east / (kmPerDegree * Math.cos(toRadians(city.lat)))),
  };
}
