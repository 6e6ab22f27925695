/** How near the map goes to the location of the device. Pure. */
import { computeMetersPerPixel } from '../map-canvas/controls/scale-bar.ts';
import type { LatLon } from '../map-canvas/map-types.ts';

/** The highest zoom: single houses are visible where the map has streets; the world map shows nothing that is nearer. */
const highestZooms = { streets: 17, world: 13 } as const;
/** Radius in pixels of the circle in which the device is, where its location is less exact. */
const accuracyPx = 100;

/** Where a device was found. */
export interface DevicePlace {
  place: LatLon;
  /** Meters around the place in which the device is. */
  accuracy: number;
  /** Whether the map has streets there. */
  hasStreets: boolean;
}

/** The zoom that shows the circle in which the device is. */
export function computeDeviceZoom({ place, accuracy, hasStreets }: DevicePlace): number {
  const metersPerPixel = Math.max(1, accuracy) / accuracyPx;
  const zoom = Math.log2(computeMetersPerPixel(place.lat, 0) / metersPerPixel);
  return Math.max(0, Math.min(highestZooms[hasStreets ? 'streets' : 'world'], zoom));
}

/** What the map shows when the device is found. */
export interface ShownMap {
  zoom: number;
  /** Pixels. */
  width: number;
  height: number;
}

/** The same, or the zoom of the map where it is nearer already, and the whole circle fits. */
export function chooseDeviceZoom(device: DevicePlace, { zoom, width, height }: ShownMap): number {
  const radiusPx = device.accuracy / computeMetersPerPixel(device.place.lat, zoom);
  const isCircleVisible = 2 * radiusPx <= Math.min(width, height);
  const deviceZoom = computeDeviceZoom(device);
  return isCircleVisible ? Math.max(zoom, deviceZoom) : deviceZoom;
}
