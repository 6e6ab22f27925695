/** A small map with the report and the others nearby. */

import type { Point } from '@waypost/contract/posts/posts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MapCanvas } from '../map-canvas/map-canvas.tsx';
import type { LatLon } from '../map-canvas/map-types.ts';
import { useMapPosition } from '../map-canvas/overlays/use-map-position.ts';
import type { RelatedPost } from './list-related-posts.ts';
import classes from './post-context.module.css';

/** Two kilometres around the report are visible. */
const nearbyZoom = 12.5;

/** A point with its number in the list; without a number it is the report itself. */
function NumberedPoint({ at, number }: { at: LatLon; number?: number }) {
  const place = useMapPosition<HTMLDivElement>(at);
  return (
    <div ref={place} className={classes['place']}>
      <span className={classes['point']} data-own={number === undefined || undefined}>
        {number}
      </span>
    </div>
  );
}

/** Renders the map. What it shows is in the list beside it, so that screen readers need only its name. */
export default function NearbyMap({ center, posts }: { center: Point; posts: readonly RelatedPost[] }) {
  const { t } = useTranslation();
  const [initialView] = useState({ center, zoom: nearbyZoom });
  return (
    <div className={classes['map']}>
      <MapCanvas cooperative hidesZoomButtons label={t('context.map')} initialView={initialView}>
        {posts.map(({ id, location }, index) =>
          location ? <NumberedPoint key={id} at={location} number={index + 1} /> : null,
        )}
        <NumberedPoint at={center} />
      </MapCanvas>
    </div>
  );
}
