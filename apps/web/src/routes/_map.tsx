import {
  createFileRoute,
  Outlet,
  retainSearchParams,
  useMatches,
  useRouterState,
} from '@tanstack/react-router';
import { useState } from 'react';
import { useIsShutOut } from '../api/session.ts';
import { type PostSearch, postSearchKeys, readPostSearch } from '../blocks/post-search/post-search.ts';
import { MapGround } from '../features/map/map-ground.tsx';
import { usualWish } from '../features/shell/layout-wish.ts';
import { MapLayout } from '../features/shell/map-layout.tsx';
import { useAtLeisure } from '../ui/at-leisure.ts';
import { usePhone } from '../ui/use-phone.ts';

/** Milliseconds for which the line is free before a map that nobody sees yet is fetched: it weighs more than the screen over it. */
const leisure = 1500;

/** Whether the map is drawn: from the first screen on that leaves some of it to be seen, or when there is leisure. */
function useIsDrawn(isCovered: boolean): boolean {
  const [isDrawn, setDrawn] = useState(!isCovered);
  const isFree = useAtLeisure(leisure);
  if (!isDrawn && (isFree || !isCovered)) setDrawn(true);
  return isDrawn;
}

/** The map and whatever is laid on it. Filters and the map's place stay in the address through all of it. */
export const Route = createFileRoute('/_map')({
  validateSearch: (raw: Record<string, unknown>): PostSearch => readPostSearch(raw),
  search: { middlewares: [retainSearchParams([...postSearchKeys])] },
  component: MapScreens,
});

function MapScreens() {
  const screen = useMatches({ select: (matches) => matches.at(-1) });
  const withList = useRouterState({ select: ({ location }) => location.state.withList === true });
  const { view } = Route.useSearch();
  const isShutOut = useIsShutOut();
  const wish = screen?.staticData.layout ?? usualWish;
  const isPhone = usePhone();
  const isDrawn = useIsDrawn(isPhone && wish.phone === 'full' && (wish.most ?? 1) === 1);
  const isBeside = withList || wish.desk === 'wide';
  return (
    <MapLayout
      map={isShutOut || !isDrawn ? null : <MapGround />}
      // A post opened from the list stands beside it.
      wish={isBeside ? { ...wish, desk: view === 'table' ? 'widest' : 'wide', phone: 'full' } : wish}
      screen={screen?.pathname ?? ''}
    >
      <Outlet />
    </MapLayout>
  );
}
