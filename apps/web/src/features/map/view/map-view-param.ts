/** The map's place as the address writes it: `lat,lon,zoom`. Pure. */
import type { MapView } from '../../../blocks/map-canvas/map-types.ts';

interface MapViewParam {
  lat: number;
  lon: number;
  zoom: number;
}

/** @returns null for an address without a place, or with one that is not on earth */
export function parseMapView(at: string | undefined): MapViewParam | null {
  const [lat, lon, zoom] = (at ?? '').split(',').map(Number);
  if (lat === undefined || lon === undefined || zoom === undefined) return null;
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 360 && zoom <= 22 ? { lat, lon, zoom } : null;
}

const formatRounded = (number: number, digits: number) => String(Number(number.toFixed(digits)));

/** As many decimals as the zoom can show: an address should not be longer than what it says. */
export function formatMapView({ center, zoom }: Pick<MapView, 'center' | 'zoom'>): string {
  const digits = Math.max(1, Math.min(6, Math.ceil(zoom / 3)));
  // Panning around the world counts on; the address does not.
  const lon = ((((center.lon + 180) % 360) + 360) % 360) - 180;
  return [formatRounded(center.lat, digits), formatRounded(lon, digits), formatRounded(zoom, 1)].join(',');
}
