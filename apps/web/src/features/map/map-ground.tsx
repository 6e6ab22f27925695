/** The map under every screen of `_map`: mounted once, filters and place in the address, a card over the pin that was pressed. */
import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { MapCanvas, type MapHandle } from '../../blocks/map-canvas/map-canvas.tsx';
import type { LatLon, MapView, PinCluster } from '../../blocks/map-canvas/map-types.ts';
import { usePhone } from '../../ui/use-phone.ts';
import { addressOfView, viewAt } from './map-address.ts';
import classes from './map-ground.module.css';
import { PinCard } from './pin-card.tsx';
import { useBaseLayer } from './use-base-layer.ts';
import { useFirstFit } from './use-first-fit.ts';
import { useGoToCircle } from './use-go-to-circle.ts';
import { usePins } from './use-pins.ts';

/** The lowered sheet of a phone lies over the map's lower edge, in pixels (ui/sheet.tsx). */
const underSheet = { bottom: 104 };

interface OpenPin {
  id: number;
  at: LatLon;
}

export function MapGround() {
  const { map: settings } = useConfig();
  const search = useSearch({ from: '/_map' });
  const { postId } = useParams({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const { t } = useTranslation();
  const map = useRef<MapHandle>(null);
  const isPhone = usePhone();
  const [open, setOpen] = useState<OpenPin | null>(null);
  const [isReady, setReady] = useState(false);
  const [initialView] = useState(() => viewAt(search.at) ?? settings.default_view);
  const { source, changedAt } = usePins(search);
  const [baseLayer, chooseBaseLayer] = useBaseLayer();

  const drawnAt = useRef(0);
  useEffect(() => {
    // The first pins come with the map itself.
    if (drawnAt.current > 0) map.current?.refreshPins();
    drawnAt.current = changedAt;
  }, [changedAt]);
  const isPlaced = search.at !== undefined || search.center_point !== undefined;
  useFirstFit(map, isReady && !isPlaced && settings.default_view.fit_map_boundaries, search);

  useGoToCircle(map, isReady, search);

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
  /** Posts on one spot cannot be told apart on the map: the list shows them. */
  const listCluster = ({ bounds: [west, south, east, north] }: PinCluster) => {
    const bbox = [west, north, east, south].join(',');
    void navigate({ to: '/views/map', search: (before) => ({ ...before, bbox }) });
  };
  return (
    <section className={classes['ground']} aria-label={t('post.onMap')}>
      <MapCanvas
        ref={map}
        initialView={{ center: { lat: initialView.lat, lon: initialView.lon }, zoom: initialView.zoom }}
        pins={source}
        selectedPin={open?.id ?? (postId === undefined ? null : Number(postId))}
        onPin={(id, at) => setOpen({ id, at })}
        onCluster={listCluster}
        onClick={() => setOpen(null)}
        onMove={keepPlace}
        onReady={() => setReady(true)}
        baseLayer={baseLayer}
        onBaseLayerChange={chooseBaseLayer}
        {...(isPhone ? { insets: underSheet } : {})}
      >
        {/* A card beside the whole report would say the same twice. */}
        {open && String(open.id) !== postId && (
          <PinCard key={open.id} {...open} onClose={() => setOpen(null)} />
        )}
      </MapCanvas>
    </section>
  );
}
