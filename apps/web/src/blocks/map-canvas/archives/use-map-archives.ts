import { useEffect, useState } from 'react';
import type { DrawnArchives } from './drawn-archives.ts';
import { useArchiveLayers } from './use-archive-layers.ts';

/**
 * The active map archives with the code that draws them; null while there are none, and until both are loaded.
 * @param isNeeded whether the map shows them
 */
export function useMapArchives(isNeeded: boolean): DrawnArchives | null {
  const [drawn, setDrawn] = useState<DrawnArchives | null>(null);
  const layers = useArchiveLayers(isNeeded);
  useEffect(() => {
    let isCurrent = true;
    const draw = async () => {
      const load = async () => (await import('./draw-archives.ts')).drawArchives(layers);
      // Without the code the world map alone is shown.
      const next = layers.length === 0 ? null : await load().catch(() => null);
      if (isCurrent) setDrawn(next);
    };
    void draw();
    return () => {
      isCurrent = false;
    };
  }, [layers]);
  return drawn;
}
