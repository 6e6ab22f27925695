/** Posts by where their answers lie. Every place of a post counts, areas by their middle. */
import { type RawBuilder, sql } from 'kysely';
import type { seenBy } from '../../posts/posts.public.ts';

type LocationColumns = ReturnType<typeof seenBy>;

/** Degrees. `west` beyond `east` goes over the antimeridian. */
export interface BoundingBox {
  west: number;
  north: number;
  east: number;
  south: number;
}

const earthRadiusKm = 6371;
const kmPerDegree = (Math.PI * earthRadiusKm) / 180;

/** -180 to 180; the eastern edge of the map stays 180. */
const wrapLongitude = (lon: number) =>
  Math.abs(lon) <= 180 ? lon : ((((lon + 180) % 360) + 360) % 360) - 180;

const hasPlaceWhere = (condition: RawBuilder<unknown>) =>
  sql<boolean>`exists (select 1 from post_places where post_places.post_id = posts.id and ${condition})`;

function betweenMeridians({ lon }: LocationColumns, { west, east }: BoundingBox): RawBuilder<unknown> {
  if (east - west >= 360) return sql`${lon} is not null`;
  const [from, to] = [wrapLongitude(west), wrapLongitude(east)];
  return from <= to ? sql`${lon} between ${from} and ${to}` : sql`(${lon} >= ${from} or ${lon} <= ${to})`;
}

/** Any place in the box. A box upside down is meant the other way round. */
export function isInsideBox(columns: LocationColumns, box: BoundingBox): RawBuilder<boolean> {
  const [south, north] = [Math.min(box.south, box.north), Math.max(box.south, box.north)];
  return hasPlaceWhere(
    sql`${columns.lat} between ${south} and ${north} and ${betweenMeridians(columns, box)}`,
  );
}

/** Any place within so many kilometres, as the crow flies. */
export function isInsideCircle(
  { lat, lon }: LocationColumns,
  circle: { lat: number; lon: number; km: number },
): RawBuilder<boolean> {
  const degrees = circle.km / kmPerDegree;
  // The half chord, squared; at most 1 but for rounding.
  const chord = sql`(
    sin(radians(${lat} - ${circle.lat}) / 2) ^ 2
    + cos(radians(${circle.lat})) * cos(radians(${lat})) * sin(radians(${lon} - ${circle.lon}) / 2) ^ 2)`;
  return hasPlaceWhere(sql`
    ${lat} between ${circle.lat - degrees} and ${circle.lat + degrees}
    and 2 * ${earthRadiusKm}::float8 * asin(least(1, sqrt(${chord}))) <= ${circle.km}`);
}
