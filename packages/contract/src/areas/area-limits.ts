/** Limits of areas, which the server and the forms share. */
export const areaLimits = {
  name: { min: 1, max: 100 },
  /** The level of a set: 1 for the largest areas, such as provinces. */
  level: { min: 1, max: 9 },
  sets: 20,
  /** Of all sets together. */
  areas: 5000,
  areasPerRequest: 200,
  /** Of all outlines of one area together. */
  points: 50_000,
  /** Of an area whose outline can be changed by hand; others are replaced from a file. */
  editedPoints: 5000,
  /** A file that is read in the browser. */
  fileBytes: 200_000_000,
  /** The same as KML, whose elements need many times as much memory. */
  kmlBytes: 50 * 1024 * 1024,
  /** The files of a Shapefile together, unpacked: enough for 500 areas of 5,000 points. */
  unpackedBytes: 80 * 1024 * 1024,
} as const;
