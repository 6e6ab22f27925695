import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapView } from '../../blocks/map-canvas/map-types.ts';
import { formatMapView } from '../../blocks/map-canvas/map-view-param.ts';
import { useIsPhone } from '../../ui/browser/use-is-phone.ts';
import classes from './background-map.module.css';
import { PostMap } from './post-map.tsx';
import { sheetInsets } from './view/sheet-insets.ts';

const MapTools = lazy(() => import('./tools/map-tools.tsx'));

const renderMapTools = (post: number | null, closeCards: () => void) => (
  <Suspense fallback={null}>
    <MapTools openPostId={post} closeCards={closeCards} />
  </Suspense>
);

/** The map below every screen of `_map`: mounted once, with the filters and the position in the URL. */
export function BackgroundMap() {
  const search = useSearch({ from: '/_map' });
  const { postId } = useParams({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const { t } = useTranslation();
  const isPhone = useIsPhone();

  const keepPlace = (view: MapView) => {
    const at = formatMapView(view);
    if (at === search.at) return;
    // During a navigation whose chunks are still loading, an update of the URL would cancel it.
    const { location, resolvedLocation } = router.state;
    if (resolvedLocation && resolvedLocation.pathname !== location.pathname) return;
    void navigate({
      to: '.',
      search: (previous) => ({ ...previous, at }),
      state: true,
      replace: true,
      resetScroll: false,
    });
  };
  return (
    <section className={classes['map']} aria-label={t('post.onMap')}>
      <PostMap
        search={search}
        openPostId={postId === undefined ? null : Number(postId)}
        onMove={keepPlace}
        {...(isPhone ? { insets: sheetInsets } : {})}
        hidesZoomButtons={isPhone}
        renderTools={renderMapTools}
      />
    </section>
  );
}
