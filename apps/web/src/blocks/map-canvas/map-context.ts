import { createContext, useContext } from 'react';
import type { MapEngine } from './engine/map-engine.ts';

/** The running map, for components on it; null until it is loaded. */
export const MapContext = createContext<MapEngine | null>(null);

/** The map that this component is on; null until it is loaded. */
export function useMap(): MapEngine | null {
  return useContext(MapContext);
}
