/** Shows all posts once at the start, when the deployment wishes it and the address names no place. */
import { useQuery } from '@tanstack/react-query';
import { listPostsGeo } from '@waypost/contract/map';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { read } from '../../api/query-client.ts';
import type { MapHandle } from '../../blocks/map-canvas/map-canvas.tsx';
import { postQuery } from '../../blocks/post-search/default-query.ts';
import { filtersOf, type PostSearch } from '../../blocks/post-search/post-search.ts';
import { boundsOfPins } from './bounds-of-pins.ts';

/** The newest posts say where things happen; all of them would be too many to ask for a first look. */
const looked = 200;

export function useFirstFit(map: RefObject<MapHandle | null>, isWished: boolean, search: PostSearch): void {
  const isDone = useRef(false);
  // As the app was opened: filters chosen later leave the map where it is.
  const [query] = useState(() => ({ ...postQuery(filtersOf(search), 'map'), limit: looked }));
  const { data } = useQuery({
    ...read(listPostsGeo, { query }, { quiet: true }),
    enabled: isWished,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (isDone.current || !isWished || !data) return;
    isDone.current = true;
    const bounds = boundsOfPins(data);
    if (bounds) map.current?.fit(bounds);
  }, [data, isWished, map]);
}
