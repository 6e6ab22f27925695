/** A polygon of a file, and what the file says about it. */
export interface Outline<Geometry = unknown> {
  properties: Readonly<Record<string, unknown>>;
  geometry: Geometry;
}
