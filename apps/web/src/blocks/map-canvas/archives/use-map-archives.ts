import { useEffect, useState } from 'react';
import type { DrawnArchives } from './drawn-archives.ts';
import { useArchiveLayers } from './use-archive-layers.ts';

/**
 * The active map archives, without a network also those that they have replaced and that saved areas hold, with the code that draws them;
 * null while there are none, and until both are loaded.
 * @param isNeeded whether the map shows them
 */
export function useMapArchives(isNeeded: boolean): DrawnArchives | null {
  const [drawn, setDrawn] = useState<DrawnArchives | null>(null);
  const layers = useArchiveLayers(isNeeded);
  useEffect(() => {
    const end = new AbortController();
    if (layers.length > 0)
      import('./draw-archives.ts').then(
        (it) => it.drawArchives(layers, setDrawn, end.signal),
        // Without the code the world map alone is shown.
        () => undefined,
      );
    return () => end.abort();
  }, [layers]);
  return layers.length > 0 ? drawn : null;
}
