/** The place of a report as visitors see it, with the area that the real place is in. keys: publicView.* */
import type { Point } from '@waypost/contract/posts/posts';
import type { PublicView } from '@waypost/contract/posts/public-view';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MapCanvas } from '../../../blocks/map-canvas/map-canvas.tsx';
import { computeCircleBounds } from '../../../blocks/map-circle/circle-geometry.ts';
import { MapCircle } from '../../../blocks/map-circle/map-circle.tsx';
import { PlaceArea } from '../../../blocks/map-circle/place-area.tsx';
import { formatLength } from '../../../ui/i18n/format-length.ts';
import classes from './public-view.module.css';

/** Metres around an exact place that the map shows, and those of the dot that marks a place. */
const exactPlaceMetres = 300;
const dotMetres = 50;

type Masking = PublicView['place_masking'];

interface Props {
  at: Point;
  /** Metres that the real place may be away; null for an exact place. */
  radius: number | null;
  masking: Masking;
  /** Whether the report is stored: others are displaced in another way once they are. */
  isStored: boolean;
}

/** Says where the real place is. */
function usePlaceCaption({ radius, masking, isStored }: Omit<Props, 'at'>): string | null {
  const { t, i18n } = useTranslation();
  const format = (metres: number) => formatLength(metres, i18n.language);
  if (radius === null || masking === null) return null;
  if (masking.place_mask === 'displaced')
    return t(isStored ? 'publicView.ring' : 'publicView.ringExample', {
      min: format(masking.place_min_distance),
      max: format(masking.place_max_distance),
    });
  if (masking.place_mask === 'grid')
    return t('publicView.square', { distance: format(masking.place_grid_km * 1000) });
  return t('publicView.circle', { distance: format(radius) });
}

function ShownPlace({ at, radius, masking }: Omit<Props, 'isStored'>) {
  if (radius === null || masking === null || masking.place_mask === 'hidden')
    return <MapCircle center={at} radiusKm={dotMetres / 1000} />;
  const { place_mask: kind, place_min_distance } = masking;
  const min_radius = kind === 'displaced' ? place_min_distance : 0;
  return <PlaceArea center={at} precision={{ kind, radius, min_radius }} />;
}

/** Renders the map. */
export default function PublicPlace(props: Props) {
  const { t } = useTranslation();
  const { at, radius } = props;
  const caption = usePlaceCaption(props);
  const [initialView] = useState({
    bounds: computeCircleBounds({ center: at, radiusKm: ((radius ?? exactPlaceMetres) * 1.5) / 1000 }),
  });
  return (
    <figure className={classes['place']}>
      <div className={classes['map']}>
        <MapCanvas cooperative hidesZoomButtons label={t('publicView.map')} initialView={initialView}>
          <ShownPlace {...props} />
        </MapCanvas>
      </div>
      {caption !== null && <figcaption>{caption}</figcaption>}
    </figure>
  );
}
