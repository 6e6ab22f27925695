/** The map under every screen of `_map`: mounted once, filters and place in the address. */
import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapView } from '../../blocks/map-canvas/map-types.ts';
import { usePhone } from '../../ui/use-phone.ts';
import { addressOfView } from './map-address.ts';
import classes from './map-ground.module.css';
import { MapStage } from './map-stage.tsx';

const MapTools = lazy(() => import('./map-tools.tsx'));

const mapTools = (post: number | null, closeCards: () => void) => (
  <Suspense fallback={null}>
    <MapTools post={post} closeCards={closeCards} />
  </Suspense>
);

/** The lowered sheet of a phone lies over the map's lower edge, in pixels (ui/sheet.tsx). */
const underSheet = { bottom: 124 };

export function MapGround() {
  const search = useSearch({ from: '/_map' });
  const { postId } = useParams({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const { t } = useTranslation();
  const isPhone = usePhone();

  const keepPlace = (view: MapView) => {
    const at = addressOfView(view);
    if (at === search.at) return;
    // Somebody is on the way to another screen, whose parts are still fetched: the map must not call them back.
    const { location, resolvedLocation } = router.state;
    if (resolvedLocation && resolvedLocation.pathname !== location.pathname) return;
    void navigate({
      to: '.',
      search: (before) => ({ ...before, at }),
      state: true,
      replace: true,
      resetScroll: false,
    });
  };
  return (
    <section className={classes['ground']} aria-label={t('post.onMap')}>
      <MapStage
        search={search}
        shown={postId === undefined ? null : Number(postId)}
        onMove={keepPlace}
        {...(isPhone ? { insets: underSheet } : {})}
        tools={mapTools}
      />
    </section>
  );
}
