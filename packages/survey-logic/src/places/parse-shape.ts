/** Finds the place of a geometry that stands in a cell of a table: well-known text as GIS programs and PostGIS write it, or GeoJSON. */
import { limits } from '@waypost/contract/common/limits';
import type { Point } from '@waypost/contract/posts/posts';
import { wktToGeoJSON } from 'betterknown';
import { z } from 'zod';
import {
  findPlaceInAreas,
  findPlaceOnLines,
  normalizeLongitude,
  type Path,
  type Position,
} from './point-on-shape.ts';

/** Longitude, latitude, and perhaps height. Lines may go on beyond the 180th meridian. */
const Coordinates = z
  .array(z.number())
  .refine(
    ([lon = NaN, lat = NaN]) => Math.abs(lat) <= limits.latitude && Math.abs(lon) <= 2 * limits.longitude,
  )
  .transform(([lon = 0, lat = 0]): Position => ({ lon, lat }));
const Line = z.array(Coordinates);
const Area = z.array(Line);

const Shape = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: Coordinates }),
  z.object({ type: z.literal('MultiPoint'), coordinates: Line }),
  z.object({ type: z.literal('LineString'), coordinates: Line }),
  z.object({ type: z.literal('MultiLineString'), coordinates: Area }),
  z.object({ type: z.literal('Polygon'), coordinates: Area }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(Area) }),
]);

const onlyPosition = (path: Path): Position | null => (path.length === 1 && path[0]) || null;

function findPlace(shape: z.infer<typeof Shape>): Position | null {
  switch (shape.type) {
    case 'Point':
      return shape.coordinates;
    case 'MultiPoint':
      return onlyPosition(shape.coordinates);
    case 'LineString':
      return findPlaceOnLines([shape.coordinates]);
    case 'MultiLineString':
      return findPlaceOnLines(shape.coordinates);
    case 'Polygon':
      return findPlaceInAreas([shape.coordinates]);
    case 'MultiPolygon':
      return findPlaceInAreas(shape.coordinates);
  }
}

const shapePattern = /^\s*(?:\{|SRID=|(?:MULTI)?(?:POINT|LINESTRING|POLYGON))/i;

function parse(text: string): unknown {
  try {
    return text.trimStart().startsWith('{') ? JSON.parse(text) : wktToGeoJSON(text);
  } catch {
    return null;
  }
}

/**
 * The place of a geometry, in degrees: a point, the position halfway along a line, or one within the largest area. Of several points, none
 * is the place; neither are mixed geometries.
 * @param text such as `POLYGON ((30 10, 40 40, 20 40, 30 10))`
 * @returns null for other texts, and for coordinates that are no degrees
 */
export function parseShape(text: string): Point | null {
  const shape = shapePattern.test(text) ? Shape.safeParse(parse(text)) : undefined;
  const place = shape?.success ? findPlace(shape.data) : null;
  return place && { lat: place.lat, lon: normalizeLongitude(place.lon) };
}
