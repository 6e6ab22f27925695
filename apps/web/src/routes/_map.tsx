import {
  createFileRoute,
  Outlet,
  retainSearchParams,
  useMatches,
  useRouterState,
} from '@tanstack/react-router';
import { useIsShutOut } from '../api/session.ts';
import { type PostSearch, postSearchKeys, readPostSearch } from '../blocks/post-search/post-search.ts';
import { MapGround } from '../features/map/map-ground.tsx';
import { usualWish } from '../features/shell/layout-wish.ts';
import { MapLayout } from '../features/shell/map-layout.tsx';

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
  const isBeside = withList || wish.desk === 'wide';
  return (
    <MapLayout
      map={isShutOut ? null : <MapGround />}
      // A post opened from the list stands beside it.
      wish={isBeside ? { ...wish, desk: view === 'table' ? 'widest' : 'wide', phone: 'full' } : wish}
      screen={screen?.pathname ?? ''}
    >
      <Outlet />
    </MapLayout>
  );
}
