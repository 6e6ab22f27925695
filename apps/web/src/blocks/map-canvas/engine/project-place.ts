import type { Map as MapLibreMap } from 'maplibre-gl';
import type { LatLon } from '../map-types.ts';
import { moveToNearestCopy } from './camera.ts';

/** Where a place is drawn, in pixels: on the copy of the world that is closest to the centre of the view. */
export const projectPlace = (
  map: Pick<MapLibreMap, 'project' | 'getCenter'>,
  at: LatLon,
): { x: number; y: number } => map.project(moveToNearestCopy(at, map.getCenter().lng));
