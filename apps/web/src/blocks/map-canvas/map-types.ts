/**
 * What the map block and its callers say to each other. Nothing here imports the map library, so any
 * screen may use these types without loading it.
 */

/** A place in degrees, the way the wire writes it. */
export interface LatLon {
  lat: number;
  lon: number;
}

/** West, south, east, north in degrees. West may be greater than east over the antimeridian. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

export type MapTheme = 'light' | 'dark';

/** What the map shows: the middle, the zoom (0 the world, 18 a house) and the corners. */
export interface MapView {
  center: LatLon;
  zoom: number;
  bounds: Bounds;
}

/**
 * Pixels at the edges that something else covers, such as a sheet over the lower part. What matters is
 * kept out of there: the middle of the view, boxes that are fitted, the scale and the sources.
 */
export interface MapInsets {
  top?: number;
  bottom?: number;
  left?: number;
}

/** Where a map opens: at a place, or so that a box is seen whole. */
export type InitialView = { center: LatLon; zoom: number } | { bounds: Bounds };

/** GeoJSON as `GET /posts/geojson` answers it; only what pins need. */
export interface PostFeatureCollection {
  type: 'FeatureCollection';
  features: readonly PostFeature[];
}

export interface PostFeature {
  type: 'Feature';
  geometry: PinGeometry | null;
  properties: { id: number; title?: string | null; 'marker-color'?: string | null };
}

export type PinGeometry =
  | { type: 'Point'; coordinates: readonly number[] }
  | { type: 'MultiPoint'; coordinates: readonly (readonly number[])[] }
  | { type: 'GeometryCollection'; geometries: readonly PinGeometry[] }
  | { type: 'LineString' | 'MultiLineString' | 'Polygon' | 'MultiPolygon'; coordinates: unknown };

/**
 * Where the pins come from.
 *
 * `tiles`: vector tiles whose layer `posts` holds single posts (feature id = post id; `color`, `title`)
 * and clusters (`count`, `color`, `parts`, and the sides `w`, `s`, `e`, `n` of the cell that holds them). `url` is a path
 * or address with {z}, {x} and {y}; `headers` are asked for with each tile. `maxZoom` is the deepest zoom to ask for (18).
 *
 * `geojson`: posts that the browser clusters itself.
 */
export type PinSource = TilePins | { kind: 'geojson'; data: PostFeatureCollection };

export interface TilePins {
  kind: 'tiles';
  url: string;
  headers?: () => Readonly<Record<string, string>>;
  maxZoom?: number;
  /** The server makes no tiles: the pins have to come as GeoJSON. */
  onMissing?: () => void;
}

/** Posts that cannot be told apart: a cluster that no zoom takes apart, or pins that lie over one another. */
export interface PinCluster {
  center: LatLon;
  bounds: Bounds;
  count: number;
  /** The posts in it, known unless the server made the cluster. */
  postIds?: readonly number[];
}

/**
 * `unsupported`: the browser cannot draw (no WebGL). `unavailable`: the map's code did not load. In both
 * cases there will be no map and the screen should offer the list.
 * `tiles`: some part of the map or of the pins could not be loaded; the rest stays usable.
 */
export interface MapProblem {
  kind: 'unsupported' | 'unavailable' | 'tiles';
  /** Which source failed: `pins`, or a part of the base map. */
  source?: string;
  message: string;
}
