/** Moves the map to the posts of a collection or saved search when it is opened. */
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { queryClient } from '../../../api/query-client.ts';
import type { MapHandle } from '../../../blocks/map-canvas/map-canvas.tsx';
import { buildExtentQuery } from '../../../blocks/post-extent/post-extent.ts';
import { readPostMode } from '../../../blocks/post-search/post-mode.ts';
import type { PostSearch } from '../../../blocks/post-search/post-search.ts';

const formatModeKey = (search: PostSearch): string => {
  const mode = readPostMode(search);
  return mode.kind === 'all' ? '' : `${mode.kind} ${mode.id}`;
};

/** The first one is shown by the initial view (`use-initial-view.ts`). */
export function useFitSet(map: RefObject<MapHandle | null>, isReady: boolean, search: PostSearch): void {
  const name = formatModeKey(search);
  const shownSetName = useRef(name);
  const fetchExtent = useEffectEvent(() => queryClient.fetchQuery(buildExtentQuery(search)));
  useEffect(() => {
    if (!isReady || shownSetName.current === name) return undefined;
    shownSetName.current = name;
    // Returning to all posts keeps the position.
    if (name === '') return undefined;
    let isCancelled = false;
    fetchExtent().then(
      (bounds) => {
        if (bounds && !isCancelled) map.current?.fitBounds(bounds);
      },
      // The list shows the error.
      () => undefined,
    );
    return () => {
      isCancelled = true;
    };
  }, [map, isReady, name]);
}
