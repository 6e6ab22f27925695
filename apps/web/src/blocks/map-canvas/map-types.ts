/**
 * Types of the map's interface. Nothing here imports the map library, so any screen may use these types without loading it.
 */

import type { PreparedPins } from './pins/prepared-pins.ts';

/** A place in degrees, as in the API. */
export interface LatLon {
  lat: number;
  lon: number;
}

/** West, south, east, north in degrees. West may be greater than east over the antimeridian. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

/** Colour scheme of the map. */
export type MapTheme = 'light' | 'dark';

/** The visible part: centre, zoom (0 the world in 512 pixels, 18 a building) and bounds. */
export interface MapView {
  center: LatLon;
  zoom: number;
  bounds: Bounds;
}

/**
 * Pixels at the edges that something else covers, such as a sheet over the lower part. The centre of the view, fitted boxes,
 * scale and attribution are kept out of there.
 */
export interface MapInsets {
  top?: number;
  bottom?: number;
  left?: number;
}

/** Initial view: a centre, or a box that is shown completely. */
export type InitialView = { center: LatLon; zoom: number } | { bounds: Bounds };

/** GeoJSON of `GET /posts/geojson`, as far as the pins need it. */
export interface PostFeatureCollection {
  type: 'FeatureCollection';
  features: readonly PostFeature[];
}

/** A post in that GeoJSON. */
export interface PostFeature {
  type: 'Feature';
  geometry: PinGeometry | null;
  properties: {
    id: number;
    title?: string | null;
    'marker-color'?: string | null;
    /** Of an approximate place. */
    place_precision?: { radius: number } | undefined;
  };
}

/** Geometries that a post may have. */
export type PinGeometry =
  | { type: 'Point'; coordinates: readonly number[] }
  | { type: 'MultiPoint'; coordinates: readonly (readonly number[])[] }
  | { type: 'GeometryCollection'; geometries: readonly PinGeometry[] }
  | { type: 'LineString' | 'MultiLineString' | 'Polygon' | 'MultiPolygon'; coordinates: unknown };

/**
 * Where the pins come from.
 *
 * `tiles`: vector tiles whose layer `posts` has single posts (feature id = post id; `color`, `title`) and clusters (`count`,
 * `color`, `parts`, and the box `w`, `s`, `e`, `n` around their posts). `url` is a path or URL with {z}, {x} and {y};
 * `headers` is called for each tile. `maxZoom` is the deepest zoom to request (18).
 *
 * `geojson`: posts that the browser clusters itself, from `prepareGeojsonPins`.
 */
export type PinSource = TilePins | { kind: 'geojson'; prepared: PreparedPins };

/** Pins from the server's vector tiles. */
export interface TilePins {
  kind: 'tiles';
  url: string;
  headers?: () => Readonly<Record<string, string>>;
  maxZoom?: number;
  /** Called when the server has no tiles: the pins must then be loaded as GeoJSON. */
  onMissing?: () => void;
}

/** Posts that cannot be told apart: a cluster that no zoom resolves, or overlapping pins. */
export interface PinCluster {
  center: LatLon;
  bounds: Bounds;
  count: number;
  /** Ids of the posts; absent for clusters of the server. */
  postIds?: readonly number[];
}

/**
 * `unsupported`: the browser cannot render the map (no WebGL). `unavailable`: the map's code could not be loaded. In both
 * cases there is no map, and the screen should offer the list.
 * `tiles`: a part of the map or of the pins could not be loaded; the rest is usable.
 */
export interface MapProblem {
  kind: 'unsupported' | 'unavailable' | 'tiles';
  /** Which source failed: `pins`, or a part of the base map. */
  source?: string;
  message: string;
}
