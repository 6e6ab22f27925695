import './map-name-labels.ts';
import { useQuery } from '@tanstack/react-query';
import { limits } from '@waypost/contract/common/limits';
import { describeMapPlaces, type PlaceWords } from '@waypost/contract/map-archives/map-names';
import DataLoader from 'dataloader';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { buildCallKey } from '../../api/query-keys.ts';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';

type PlaceWordsLoader = DataLoader<string, PlaceWords>;

/** Puts the places of all cards of a list in words with one request. */
const createLoader = (lang: string): PlaceWordsLoader =>
  new DataLoader(
    async (points) => {
      const query = { at: points.join(';'), lang };
      const { results } = await call(describeMapPlaces, { query }, { ignoresRefusal: true });
      return results;
    },
    // The query client is the cache.
    { cache: false, maxBatchSize: limits.describedPlaces },
  );

const loaders = new Map<string, PlaceWordsLoader>();

function getLoader(lang: string): PlaceWordsLoader {
  const loader = loaders.get(lang) ?? createLoader(lang);
  loaders.set(lang, loader);
  return loader;
}

/**
 * What is near a place, from the streets and points of map archives.
 * @param point `lat,lon` in degrees
 */
export function usePlaceWords(point: string): { words: PlaceWords | undefined; isPending: boolean } {
  useLoadedTranslations();
  const { i18n } = useTranslation();
  const lang = i18n.language.split(/[-_]/)[0] ?? i18n.language;
  const { data, isPending } = useQuery({
    queryKey: buildCallKey(describeMapPlaces, { query: { at: point, lang } }),
    queryFn: () => getLoader(lang).load(point),
    // Without a network, what is shown instead need not wait.
    retry: false,
  });
  return { words: data, isPending };
}
