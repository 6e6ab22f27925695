import { useEffect, useState } from 'react';
import { useMap } from '../map-context.ts';
import type { Bounds } from '../map-types.ts';

/** The box of the map that this component is on, which follows the map while it is needed. */
export function useViewBounds(isNeeded: boolean): Bounds | null {
  const map = useMap();
  const [bounds, setBounds] = useState<Bounds | null>(null);
  useEffect(() => {
    if (!map || !isNeeded) return undefined;
    const update = () => setBounds(map.getView().bounds);
    update();
    const subscription = map.getLibraryMap().on('moveend', update);
    return () => subscription.unsubscribe();
  }, [map, isNeeded]);
  return bounds;
}
