/** Sizes of pins and clusters, for the map library's layers and for the opening map. */

/** A size in pixels by the decimal logarithm of the number of posts; linear in between. */
export type ScaleByCount = readonly (readonly [exponent: number, size: number])[];

/** Radius of a cluster without its ring. */
export const clusterRadii: ScaleByCount = [
  [0, 12],
  [1, 15],
  [2, 19],
  [3, 24],
  [5, 32],
];

/** Size of a cluster's number. */
export const clusterTextSizes: ScaleByCount = [
  [0, 12],
  [2, 13],
  [5, 15],
];

/** Width of the ring around a cluster. */
export const RING_WIDTH_PX = 5;
/** The faint disc behind a cluster: pixels beyond its radius. */
export const clusterGlow = { width: 6, opacity: 0.22 } as const;
/** Of the area around an approximate place. */
export const AREA_OPACITY = 0.1;
