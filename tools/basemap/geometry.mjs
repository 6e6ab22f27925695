/** Small geometry helpers on GeoJSON coordinates (longitude, latitude in degrees). */

/** A GeoJSON feature. */
export const feature = (geometry, properties = {}) => ({ type: 'Feature', geometry, properties });
/** A GeoJSON feature collection. */
export const collection = (features) => ({ type: 'FeatureCollection', features });

/** Latitude at which the ring of Antarctica is closed; web mercator ends at 85.05 anyway. */
const SOUTHERN_EDGE = -89.9;

/**
 * Makes the longitudes of a ring or line continuous, so that a step over the antimeridian goes to 181
 * instead of -179. world-atlas is stitched there for drawing on a sphere; cut as it stands into flat
 * tiles it leaves bars across the whole map. The tiler wraps what lies beyond 180 degrees.
 */
export function unroll(line, closed) {
  const out = [line[0].slice()];
  let shift = 0;
  for (let i = 1; i < line.length; i++) {
    const step = line[i][0] - line[i - 1][0];
    if (step > 180) shift -= 360;
    else if (step < -180) shift += 360;
    out.push([line[i][0] + shift, line[i][1]]);
  }
  if (closed) {
    const [first, last] = [out[0], out.at(-1)];
    // Only Antarctica spans all longitudes: close it below the pole, not across the map.
    if (Math.abs(first[0] - last[0]) > 180) {
      out.push([last[0], SOUTHERN_EDGE], [first[0], SOUTHERN_EDGE], first.slice());
    }
  }
  return out;
}

/** Applies `change(line, closed)` to every ring or line of a geometry. */
export function mapLines(geometry, change) {
  const ring = (r) => change(r, true);
  const byType = {
    Polygon: (c) => c.map(ring),
    MultiPolygon: (c) => c.map((polygon) => polygon.map(ring)),
    LineString: (c) => change(c, false),
    MultiLineString: (c) => c.map((l) => change(l, false)),
  };
  return { ...geometry, coordinates: byType[geometry.type](geometry.coordinates) };
}

/** `unroll` for all rings and lines of a geometry. */
export const unrollGeometry = (geometry) => mapLines(geometry, unroll);

/** One pass of corner cutting (Chaikin): hides the steps of coarsely rounded coordinates. */
export function cutCorners(line, closed) {
  if (line.length < 4) return line;
  const out = closed ? [] : [line[0]];
  for (let i = 0; i + 1 < line.length; i++) {
    const [[ax, ay], [bx, by]] = [line[i], line[i + 1]];
    out.push([ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25], [ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75]);
  }
  out.push(closed ? out[0].slice() : line.at(-1));
  return out;
}

/** Area of a ring in square degrees as seen at its latitude: only good for comparing sizes. */
export function ringArea(ring) {
  let sum = 0;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const latitude = (ring[i][1] * Math.PI) / 180;
    sum += (ring[j][0] + ring[i][0]) * (ring[j][1] - ring[i][1]) * Math.cos(latitude);
  }
  return Math.abs(sum / 2);
}
