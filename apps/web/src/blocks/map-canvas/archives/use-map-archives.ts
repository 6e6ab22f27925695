import { useQuery } from '@tanstack/react-query';
import { listMapArchives } from '@waypost/contract/map-archives/map-archives';
import { useEffect, useMemo, useState } from 'react';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { useIsLoginRequired } from '../../../api/session.ts';
import { toArchiveLayer } from './archive-layer.ts';
import type { DrawnArchives } from './drawn-archives.ts';

/** Archives change rarely. */
const STALE_MS = 600_000;

/**
 * The active map archives with the code that draws them; null while there are none, and until both are loaded.
 * @param isNeeded whether the map shows them
 */
export function useMapArchives(isNeeded: boolean): DrawnArchives | null {
  const isLoginRequired = useIsLoginRequired();
  const [drawn, setDrawn] = useState<DrawnArchives | null>(null);
  const { data } = useQuery({
    ...buildEndpointQuery(listMapArchives, {}, { ignoresRefusal: true }),
    staleTime: STALE_MS,
    enabled: isNeeded && !isLoginRequired,
  });
  const layers = useMemo(
    () => data?.results.flatMap((archive) => toArchiveLayer(archive) ?? []) ?? [],
    [data],
  );
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
