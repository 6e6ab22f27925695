import { useQuery } from '@tanstack/react-query';
import { findPlaces } from '@waypost/contract/places/places';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../api/query-client.ts';

/**
 * The name of the town or village closest to a point.
 * @param point latitude and longitude in degrees, `-1.28,36.82`
 * @returns undefined without a point or while it is loading; the coordinates where no place is near or known
 */
export function usePlaceName(point: string | undefined): string | undefined {
  const { i18n } = useTranslation();
  const lang = i18n.language.split(/[-_]/)[0] ?? i18n.language;
  const { data, isPending } = useQuery({
    ...buildEndpointQuery(findPlaces, { query: { near: point ?? '', lang, limit: 1 } }),
    enabled: point !== undefined,
  });
  if (point === undefined || isPending) return undefined;
  return data?.results[0]?.name ?? point.replace(',', ', ');
}
