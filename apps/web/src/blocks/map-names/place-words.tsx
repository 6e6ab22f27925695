import { useDebouncedValue } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LatLon } from '../map-canvas/map-types.ts';
import { formatPlaceWords } from './format-place-words.ts';
import classes from './place-words.module.css';
import { usePlaceWords } from './use-place-words.ts';

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
  const { t } = useTranslation();
  const point = `${at.lat},${at.lon}`;
  const [settledPoint] = useDebouncedValue(point, debounceMs);
  const { words: found, isPending } = usePlaceWords(settledPoint);
  if (isPending || settledPoint !== point) return null;
  const words = found && formatPlaceWords(t, found);
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
