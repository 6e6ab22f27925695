import { useQuery } from '@tanstack/react-query';
import { listMapLayers } from '@waypost/contract/layers/map-layers';
import { lazy, Suspense } from 'react';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { useIsLoginRequired } from '../../api/session.ts';

const ShownLayers = lazy(() => import('./shown-layers.tsx'));

/** Layers change rarely. */
const STALE_MS = 600_000;

interface Props {
  /** Whether it is a map in another site, which shows what is on from the start. */
  isEmbedded?: boolean;
  /** Whether the map offers base maps only, such as one on which a place is picked. */
  isBaseMapOnly?: boolean;
}

/** The layers on the map. Their code is loaded only where there are any. */
export default function MapLayers({ isEmbedded = false, isBaseMapOnly = false }: Props) {
  const isLoginRequired = useIsLoginRequired();
  const { data } = useQuery({
    ...buildEndpointQuery(listMapLayers, {}, { ignoresRefusal: true }),
    staleTime: STALE_MS,
    enabled: !isLoginRequired,
  });
  const layers = data?.results.filter(({ is_base_map }) => is_base_map || !isBaseMapOnly) ?? [];
  if (layers.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <ShownLayers layers={layers} isEmbedded={isEmbedded} />
    </Suspense>
  );
}
