import { createFileRoute, Outlet, retainSearchParams, useMatches } from '@tanstack/react-router';
import { useState } from 'react';
import { useIsLoginRequired } from '../api/session.ts';
import { FeaturePage } from '../blocks/feature-notice/feature-notice.tsx';
import { type PostSearch, parsePostSearch, postSearchKeys } from '../blocks/post-search/post-search.ts';
import { BackgroundMap } from '../features/map/background-map.tsx';
import { usePostLinkState } from '../features/posts/use-post-link-state.ts';
import { defaultLayout } from '../features/shell/layout/layout-options.ts';
import { MapLayout } from '../features/shell/layout/map-layout.tsx';
import { useIsPhone } from '../ui/browser/use-is-phone.ts';
import { useNetworkIdle } from '../ui/network/use-network-idle.ts';
import { useMissingFeature } from './-missing-feature.ts';

/** Milliseconds of network idle time before a fully covered map is loaded, since it is larger than the screen over it. */
const mapIdleMs = 1500;

/** Whether the map is mounted: as soon as a screen leaves part of it visible, or when the network is idle. */
function useIsDrawn(isCovered: boolean): boolean {
  const [isDrawn, setDrawn] = useState(!isCovered);
  const isFree = useNetworkIdle(mapIdleMs);
  if (!isDrawn && (isFree || !isCovered)) setDrawn(true);
  return isDrawn;
}

/** The map and the screen over it. Filters and position of the map stay in the URL across all screens. */
export const Route = createFileRoute('/_map')({
  validateSearch: (raw: Record<string, unknown>): PostSearch => parsePostSearch(raw),
  search: { middlewares: [retainSearchParams([...postSearchKeys])] },
  component: MapScreens,
});

function MapScreens() {
  const screen = useMatches({ select: (matches) => matches.at(-1) });
  const { withList } = usePostLinkState();
  const { view } = Route.useSearch();
  const isLoginRequired = useIsLoginRequired();
  const layout = screen?.staticData.layout ?? defaultLayout;
  const isPhone = useIsPhone();
  const missingFeature = useMissingFeature();
  const isDrawn = useIsDrawn(
    isPhone && layout.phoneSheetHeight === 'full' && (layout.maxSheetFraction ?? 1) === 1,
  );
  const isBeside = withList || layout.desktop === 'wide';
  return (
    <MapLayout
      map={isLoginRequired || !isDrawn || missingFeature === 'views-map' ? null : <BackgroundMap />}
      // A post opened from the list is shown beside it.
      layout={
        isBeside
          ? { ...layout, desktop: view === 'table' ? 'widest' : 'wide', phoneSheetHeight: 'full' }
          : layout
      }
      screenKey={screen?.pathname ?? ''}
    >
      {missingFeature ? <FeaturePage feature={missingFeature} /> : <Outlet />}
    </MapLayout>
  );
}
