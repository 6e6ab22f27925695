import type { MapArchive } from '@waypost/contract/map-archives/map-archives';
import { toArchiveLayer } from '../map-canvas/archives/archive-layer.ts';
import { fitCamera } from '../map-canvas/engine/camera.ts';

/** The view of a site's map, as the settings have it. */
export interface ArchiveView {
  lat: number;
  lon: number;
  zoom: number;
}

/** Pixels into which the box is to fit: one view is for the screens of phones and desks. */
const size = { width: 560, height: 480 };

const round = (value: number, digits: number) => Number(value.toFixed(digits));

/** The view that shows the box of an archive; null while the archive is not on the map. */
export function computeArchiveView(archive: MapArchive): ArchiveView | null {
  const layer = toArchiveLayer(archive);
  if (!layer || archive.is_file_missing) return null;
  const detail = { baseLayer: 'embedded', archives: { layers: [layer] } } as const;
  const { center, zoom } = fitCamera(layer.bounds, size, {}, detail);
  return { lat: round(center.lat, 4), lon: round(center.lon, 4), zoom: round(zoom, 1) };
}
