/** Limits of map archives. Not among the common limits, which every visitor loads. */
export const archiveLimits = {
  archives: 50,
  /** Bytes of one archive, and of a chunk of an upload, but for the last one. */
  bytes: 21_474_836_480,
  chunkBytes: 8_388_608,
  /** Bytes of an OpenStreetMap extract: larger ones would keep a server busy for too long. */
  extractBytes: 314_572_800,
  name: { min: 2, max: 100 },
  address: 2000,
  /** Characters of an attribution. */
  attribution: 500,
} as const;

/** The largest archive, for messages. */
export const maxArchiveGigabytes = Math.floor(archiveLimits.bytes / 1e9);

/** The largest extract, for messages. */
export const maxExtractMegabytes = Math.floor(archiveLimits.extractBytes / 1e6);

/** Whether a file is an OpenStreetMap extract by its name. */
export const isExtractName = (name: string): boolean => name.toLowerCase().endsWith('.pbf');

/** What making a map from an extract needs: seconds per megabyte of the extract, and bytes of the map per byte of the extract. */
const buildCosts = { secondsPerMegabyte: 1, sizeRatio: 1 } as const;

/** About how long making a map from an extract takes, and how many bytes the map has. @param size bytes of the extract */
export const estimateBuild = (size: number): { seconds: number; bytes: number } => ({
  seconds: (size / 1e6) * buildCosts.secondsPerMegabyte,
  bytes: size * buildCosts.sizeRatio,
});
