/** Shows where the posts of a collection or saved search are, when one is opened. */
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { queryClient } from '../../api/query-client.ts';
import type { MapHandle } from '../../blocks/map-canvas/map-canvas.tsx';
import { modeOf } from '../../blocks/post-search/post-mode.ts';
import type { PostSearch } from '../../blocks/post-search/post-search.ts';
import { boundsOfPins } from './bounds-of-pins.ts';
import { placesOf } from './use-opening-view.ts';

const nameOf = (search: PostSearch): string => {
  const mode = modeOf(search);
  return mode.kind === 'all' ? '' : `${mode.kind} ${mode.id}`;
};

/** The first one is shown by the map's opening (`use-opening-view.ts`). */
export function useGoToSet(map: RefObject<MapHandle | null>, isReady: boolean, search: PostSearch): void {
  const name = nameOf(search);
  const shown = useRef(name);
  const ask = useEffectEvent(() => queryClient.fetchQuery(placesOf(search)));
  useEffect(() => {
    if (!isReady || shown.current === name) return undefined;
    shown.current = name;
    // Going back to all posts leaves the reader where they are.
    if (name === '') return undefined;
    let isOver = false;
    ask().then(
      (data) => {
        const bounds = boundsOfPins(data);
        if (bounds && !isOver) map.current?.fit(bounds);
      },
      // The list tells what is wrong.
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [map, isReady, name]);
}
