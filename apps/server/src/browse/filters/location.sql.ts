/** Filters posts by location. All places of a post count, areas by their center. */
import { type RawBuilder, sql } from 'kysely';
import type { columnsVisibleTo } from '../../posts/posts.public.ts';

type LocationColumns = ReturnType<typeof columnsVisibleTo>;

/** A box in degrees. With `west` greater than `east` it crosses the antimeridian. */
export interface BoundingBox {
  west: number;
  north: number;
  east: number;
  south: number;
}

const earthRadiusKm = 6371;
/** Kilometres from one parallel to the next. */
export const kmPerDegree = (Math.PI * earthRadiusKm) / 180;

/** Great-circle distance between a column of points and a point, in kilometres. */
export function kilometresBetween(
  { lat, lon }: Record<'lat' | 'lon', RawBuilder<unknown>>,
  point: { lat: number; lon: number },
): RawBuilder<number> {
  // Haversine: the square of half the chord length. Rounding may make it greater than 1.
  const chord = sql`(
    sin(radians(${lat} - ${point.lat}) / 2) ^ 2
    + cos(radians(${point.lat})) * cos(radians(${lat})) * sin(radians(${lon} - ${point.lon}) / 2) ^ 2)`;
  return sql<number>`2 * ${earthRadiusKm}::float8 * asin(least(1, sqrt(${chord})))`;
}

/** Normalises to -180…180. 180 itself, the eastern edge of the map, is kept. */
const wrapLongitude = (lon: number) =>
  Math.abs(lon) <= 180 ? lon : ((((lon + 180) % 360) + 360) % 360) - 180;

const hasPlaceWhere = (condition: RawBuilder<unknown>) =>
  sql<boolean>`exists (select 1 from post_places where post_places.post_id = posts.id and ${condition})`;

function betweenMeridians({ lon }: LocationColumns, { west, east }: BoundingBox): RawBuilder<unknown> {
  if (east - west >= 360) return sql`${lon} is not null`;
  const [from, to] = [wrapLongitude(west), wrapLongitude(east)];
  return from <= to ? sql`${lon} between ${from} and ${to}` : sql`(${lon} >= ${from} or ${lon} <= ${to})`;
}

/** Whether any place of a post is in the box. North and south are swapped where they are the wrong way round. */
export function isInsideBox(columns: LocationColumns, box: BoundingBox): RawBuilder<boolean> {
  const [south, north] = [Math.min(box.south, box.north), Math.max(box.south, box.north)];
  return hasPlaceWhere(
    sql`${columns.lat} between ${south} and ${north} and ${betweenMeridians(columns, box)}`,
  );
}

/** Whether any place of a post lies in any of these areas. */
export const isInsideAreas = ({ areaIds }: LocationColumns, ids: readonly number[]): RawBuilder<boolean> =>
  hasPlaceWhere(sql`${areaIds} is not null and ${areaIds} && ${ids}::bigint[]`);

/** Whether any place of a post is within `km` kilometres (great-circle distance). */
export function isInsideCircle(
  columns: LocationColumns,
  circle: { lat: number; lon: number; km: number },
): RawBuilder<boolean> {
  const degrees = circle.km / kmPerDegree;
  return hasPlaceWhere(sql`
    ${columns.lat} between ${circle.lat - degrees} and ${circle.lat + degrees}
    and ${kilometresBetween(columns, circle)} <= ${circle.km}`);
}
