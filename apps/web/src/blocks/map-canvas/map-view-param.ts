/** The position of the map as a URL parameter: `lat,lon,zoom`. Pure. */
import type { LatLon, MapView } from './map-types.ts';

interface MapViewParam {
  lat: number;
  lon: number;
  zoom: number;
}

/** @returns null when the position is missing or invalid */
export function parseMapView(at: string | undefined): MapViewParam | null {
  const [lat, lon, zoom] = (at ?? '').split(',').map(Number);
  if (lat === undefined || lon === undefined || zoom === undefined) return null;
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 360 && zoom <= 22 ? { lat, lon, zoom } : null;
}

/** The same as a view with which a map can begin. */
export function parseInitialView(at: string | undefined): { center: LatLon; zoom: number } | null {
  const view = parseMapView(at);
  return view && { center: { lat: view.lat, lon: view.lon }, zoom: view.zoom };
}

const formatRounded = (number: number, digits: number) => String(Number(number.toFixed(digits)));

/** As many decimals as the zoom level can show, to keep the URL short. */
export function formatMapView({ center, zoom }: Pick<MapView, 'center' | 'zoom'>): string {
  const digits = Math.max(1, Math.min(6, Math.ceil(zoom / 3)));
  // Panning around the world gives longitudes beyond 180°, which the URL must not contain.
  const lon = ((((center.lon + 180) % 360) + 360) % 360) - 180;
  return [formatRounded(center.lat, digits), formatRounded(lon, digits), formatRounded(zoom, 1)].join(',');
}
