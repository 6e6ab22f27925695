/** Content above the list of posts besides its title and filters: the open collection or saved search. */
import { Skeleton } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { readPostMode } from '../../blocks/post-search/post-mode.ts';
import type { ListHeaderSlots } from '../../features/posts/list/list-header.tsx';

const SetHead = lazy(() => import('../../blocks/sets/set-header.tsx'));
const SavedSearchTools = lazy(() => import('../../features/saved-searches/saved-search-tools.tsx'));

/** The header slots for the current search: heading of the collection or saved search, and tools for saved searches. */
export function usePostListHeaderSlots(view: 'map' | 'data'): ListHeaderSlots {
  const mode = readPostMode(useSearch({ from: '/_map' }));
  const tools = (
    // As high as the content, so that the list does not move.
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
