import './map-name-labels.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { describeMapPlace } from '@waypost/contract/map-archives/map-names';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import type { LatLon } from '../map-canvas/map-types.ts';
import { formatPlaceWords } from './format-place-words.ts';
import classes from './place-words.module.css';

/** Time after the last move of a marker before a request is sent. */
const debounceMs = 300;

interface Props {
  /** A place that the reader may know exactly. */
  at: LatLon;
  /** Shown where there are no words for the place. */
  fallback?: ReactNode;
}

/** Where a place is in words, from the streets and points of map archives: `Near Main Street 12, by the school`. */
export function PlaceWordsText({ at, fallback = null }: Props) {
  useLoadedTranslations();
  const { t, i18n } = useTranslation();
  const point = `${at.lat},${at.lon}`;
  const [settledPoint] = useDebouncedValue(point, debounceMs);
  const lang = i18n.language.split(/[-_]/)[0] ?? i18n.language;
  const { data, isPending } = useQuery({
    ...buildEndpointQuery(describeMapPlace, { query: { at: settledPoint, lang } }, { ignoresRefusal: true }),
    // Without a network, the fallback need not wait.
    retry: false,
  });
  if (isPending || settledPoint !== point) return null;
  const words = data && formatPlaceWords(t, data);
  if (!words) return fallback;
  return (
    <span className={classes['words']}>
      <span className={classes['text']} dir="auto">
        {words.text}
      </span>
      {words.settlement !== null && (
        <span className={classes['settlement']} dir="auto">
          {words.settlement}
        </span>
      )}
    </span>
  );
}
