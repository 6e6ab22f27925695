import type { ArchiveLayer } from './archive-layer.ts';

/** Whether a place is in one of the archives. */
export const isInArchive = (
  archives: readonly Pick<ArchiveLayer, 'bounds'>[],
  { lat, lon }: { lat: number; lon: number },
): boolean =>
  archives.some(
    ({ bounds: [west, south, east, north] }) => lon >= west && lon <= east && lat >= south && lat <= north,
  );
