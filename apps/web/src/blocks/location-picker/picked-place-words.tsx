import { useNetwork } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasMapArchives } from '../map-canvas/archives/use-archive-layers.ts';
import type { LatLon } from '../map-canvas/map-types.ts';
import styles from './location-picker.module.css';

const LazyPlaceWords = lazy(() =>
  import('../map-names/place-words.tsx').then((it) => ({ default: it.PlaceWordsText })),
);

/** Where the chosen place is, in words, as far as map archives have streets there. Read out when the place changes. */
export function PickedPlaceWords({ at }: { at: LatLon | null }) {
  const { t } = useTranslation();
  const { online } = useNetwork();
  const hasMapArchives = useHasMapArchives();
  if (!hasMapArchives) return null;
  return (
    <output className={styles['words']}>
      {at && (
        <Suspense fallback={null}>
          <LazyPlaceWords at={at} fallback={online ? null : t('location.words_offline')} />
        </Suspense>
      )}
    </output>
  );
}
