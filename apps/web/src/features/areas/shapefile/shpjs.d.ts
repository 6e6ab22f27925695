/** The functions of the library that are used; it has no types of its own. */
declare module 'shpjs' {
  /**
   * The shapes of a file, null for empty ones.
   * @param projection well-known text, from which coordinates are converted into degrees
   */
  export function parseShp(
    shapes: Uint8Array,
    projection: string | undefined,
  ): ({ type: string; coordinates: unknown } | null)[];
  /** The rows of a table. */
  export function parseDbf(table: Uint8Array, encoding: string): Record<string, unknown>[];
}
