import { createContext, useContext } from 'react';
import type { MapEngine } from './engine/map-engine.ts';

/** The running map, for what is laid on it; null until it is loaded. */
export const MapContext = createContext<MapEngine | null>(null);

export function useMap(): MapEngine | null {
  return useContext(MapContext);
}
