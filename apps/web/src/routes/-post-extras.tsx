/** What is above the posts' list beside its title and filters: the collection or saved search they are in. */
import { Skeleton } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { modeOf } from '../blocks/post-search/post-mode.ts';
import type { ListExtras } from '../features/posts/list-head.tsx';

const SetHead = lazy(() => import('../blocks/sets/set-head.tsx'));
const SavedSearchTools = lazy(() => import('../features/saved-searches/saved-search-tools.tsx'));

export function usePostExtras(view: 'map' | 'data'): ListExtras {
  const mode = modeOf(useSearch({ from: '/_map' }));
  const tools = (
    // As high as what comes, so that the list does not jump.
    <Suspense fallback={<Skeleton height={26} />}>
      <SavedSearchTools view={view} />
    </Suspense>
  );
  if (mode.kind === 'all') return { tools };
  const heading = (
    <Suspense fallback={<Skeleton height={96} />}>
      <SetHead kind={mode.kind} id={mode.id} view={view} />
    </Suspense>
  );
  return mode.kind === 'collection' ? { heading } : { heading, tools };
}
