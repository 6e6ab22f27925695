import type { Point, Post } from '@waypost/contract/posts/posts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { MapCanvas } from '../../../blocks/map-canvas/map-canvas.tsx';
import type { InitialView, PinSource } from '../../../blocks/map-canvas/map-types.ts';
import classes from './post-detail.module.css';
import { computeBounds } from './post-places.ts';

/** A zoom that shows a recognizable coast or town; the map itself stops at 15 (spec 2 §9). */
const singlePlaceZoom = 7;

/** A small map with the places of a post. */
export function DetailMap({ post, places }: { post: Post; places: readonly Point[] }) {
  const { t } = useTranslation();
  const pins = useMemo(
    (): PinSource => ({
      kind: 'geojson',
      data: {
        type: 'FeatureCollection',
        features: places.map(({ lat, lon }) => ({
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [lon, lat] },
          properties: { id: post.id, title: post.title, 'marker-color': post.color },
        })),
      },
    }),
    [post, places],
  );
  const [firstPlace] = places;
  const bounds = computeBounds(places);
  if (!firstPlace || !bounds) return null;
  const view: InitialView = places.length === 1 ? { center: firstPlace, zoom: singlePlaceZoom } : { bounds };
  return (
    <div className={classes['map']}>
      <MapCanvas
        // Remounts at the new place when the post is moved.
        key={bounds.join(' ')}
        label={t('post.detail.map')}
        initialView={view}
        pins={pins}
        cooperative
      />
    </div>
  );
}
