/** The place of a report as visitors see it; a rounded one with the circle that the real place is in. */
import type { Point } from '@waypost/contract/posts/posts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MapCanvas } from '../../../blocks/map-canvas/map-canvas.tsx';
import { computeCircleBounds } from '../../../blocks/map-circle/circle-geometry.ts';
import { MapCircle } from '../../../blocks/map-circle/map-circle.tsx';
import { formatLength } from '../../../ui/i18n/format-length.ts';
import classes from './public-view.module.css';

/** Metres around an exact place that the map shows. */
const exactPlaceMetres = 300;

/** Renders the map. @param radius metres; null for an exact place */
export default function PublicPlace({ at, radius }: { at: Point; radius: number | null }) {
  const { t, i18n } = useTranslation();
  const circle = { center: at, radiusKm: (radius ?? exactPlaceMetres / 6) / 1000 };
  const [initialView] = useState({
    bounds: computeCircleBounds({ center: at, radiusKm: ((radius ?? exactPlaceMetres) * 1.5) / 1000 }),
  });
  return (
    <figure className={classes['place']}>
      <div className={classes['map']}>
        <MapCanvas cooperative hidesZoomButtons label={t('publicView.map')} initialView={initialView}>
          <MapCircle {...circle} />
        </MapCanvas>
      </div>
      {radius !== null && (
        <figcaption>{t('publicView.circle', { distance: formatLength(radius, i18n.language) })}</figcaption>
      )}
    </figure>
  );
}
