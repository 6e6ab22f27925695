import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { PlaceSearchProps } from './place-search.tsx';

/** Loaded separately: a combobox is larger than most of the screens around it. */
const PlaceSearch = lazy(() => import('./place-search.tsx').then((it) => ({ default: it.PlaceSearch })));

/** `PlaceSearch`, loaded when it is first rendered, with its texts. */
export function LazyPlaceSearch(props: PlaceSearchProps) {
  return (
    <Suspense fallback={<Skeleton height={44} />}>
      <PlaceSearch {...props} />
    </Suspense>
  );
}
