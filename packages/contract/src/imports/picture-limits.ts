/** Limits of the pictures that imports take. */
export const importPictureLimits = {
  /** Of one import, those that could not be had included. */
  pictures: 10_000,
  /** Of a field of one row. */
  perField: 100,
} as const;
