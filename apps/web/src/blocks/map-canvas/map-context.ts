import { createContext, useContext } from 'react';
import type { MapEngine } from './engine/map-engine.ts';

/** The running map, for components on it; null until it is loaded. */
export const MapContext = createContext<MapEngine | null>(null);

/** The map that this component is on; null until it is loaded. */
export function useMap(): MapEngine | null {
  return useContext(MapContext);
}

/** Where places are on the screen, and their pins: the running map, or its first picture (`opening/`). */
export type MapSurface = Pick<MapEngine, 'project' | 'getSize' | 'onFrame' | 'focusPin'>;

/** For overlays at a place; null until something is drawn. */
export const MapSurfaceContext = createContext<MapSurface | null>(null);
