import { useQuery } from '@tanstack/react-query';
import { listAreaOutlines } from '@waypost/contract/areas/area-outlines';
import { useEffect, useMemo, useRef } from 'react';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { computeAreaBounds } from '../../blocks/map-areas/area-geometry.ts';
import { useMap } from '../../blocks/map-canvas/map-context.ts';
import { MapOutline } from '../../blocks/map-circle/map-circle.tsx';

interface Props {
  /** Ids of the areas that reports are filtered by. */
  ids: readonly string[];
  /** Those that the map shows already, since its position came with them. */
  shownIds: readonly string[];
}

/** The outlines of the areas of the active filter. The map is moved to them whenever they change. */
export default function FilterAreas({ ids, shownIds }: Props) {
  const map = useMap();
  const { data } = useQuery({
    ...buildEndpointQuery(listAreaOutlines, { query: { area: ids.join(',') } }, { ignoresRefusal: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const shown = useRef(shownIds.join(','));
  const key = ids.join(',');
  useEffect(() => {
    if (!data || shown.current === key) return;
    shown.current = key;
    const bounds = computeAreaBounds(data.features);
    if (bounds) map?.fitBounds(bounds);
  }, [map, data, key]);
  const rings = useMemo(
    () =>
      (data?.features ?? []).flatMap(({ geometry }) =>
        geometry.coordinates.flat().map((ring) => ring.map(([lon, lat]) => ({ lon, lat }))),
      ),
    [data],
  );
  return rings.length > 0 ? <MapOutline rings={rings} /> : null;
}
