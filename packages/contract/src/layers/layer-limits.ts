/** Limits of the GeoJSON of layers. Not among the common limits, which every visitor loads. */
export const layerLimits = {
  layers: 50,
  /** Bytes of a GeoJSON file. */
  bytes: 10_000_000,
  features: 50_000,
  /** Coordinates of all features together. */
  points: 500_000,
  /** Properties of one feature, and characters of their names and values; what is longer is cut off. */
  properties: 50,
  propertyName: 100,
  propertyValue: 1000,
  /** Characters of the attribution that a map shows. */
  attribution: 200,
  /** The deepest zoom at which tiles of services are requested. */
  maxZoom: 22,
  /** Characters of the names of a service's layers. */
  serviceLayers: 500,
  /** Bytes of a style (MapLibre), and its layers, sources and images. */
  styleBytes: 1_000_000,
  styleLayers: 500,
  /** Characters and values of a layer of a style, with its variables in their places. */
  styleLayerSize: 200_000,
  styleSources: 10,
  styleImages: 2000,
  refreshMinutes: { min: 5, max: 10_080 },
} as const;

/** The largest style, for messages. */
export const maxStyleMegabytes = Math.floor(layerLimits.styleBytes / 1e6);

/** The largest GeoJSON file, for messages. */
export const maxLayerMegabytes = Math.floor(layerLimits.bytes / 1e6);
