import type { AreaFeature } from '@waypost/contract/areas/area-outlines';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { AreaLayer } from '../../blocks/map-areas/area-layer.tsx';
import { useViewBounds } from '../../blocks/map-canvas/layers/use-view-bounds.ts';
import { MapCanvas } from '../../blocks/map-canvas/map-canvas.tsx';
import { useMap } from '../../blocks/map-canvas/map-context.ts';
import type { Bounds, LatLon } from '../../blocks/map-canvas/map-types.ts';
import { MapMarker } from '../../blocks/map-canvas/overlays/map-marker.tsx';
import { MapOutline } from '../../blocks/map-circle/map-circle.tsx';
import classes from './areas.module.css';
import type { Corners } from './use-corners.ts';

/** More would hide the map. */
const maxMarkers = 150;

interface Props {
  corners: Corners;
  /** Where the map begins. */
  bounds: Bounds;
  /** Other areas, so that borders meet. */
  neighbors: readonly AreaFeature[];
}

/** A map on which corners are added by a click or tap, chosen, and moved by dragging or with the arrow keys. */
export default function CornersMap({ corners, bounds, neighbors }: Props) {
  const { t } = useTranslation();
  const initialView = useMemo(() => ({ bounds }), [bounds]);
  const { rings, isOpen, add } = corners;
  return (
    <div className={classes['map']}>
      <MapCanvas
        cooperative
        label={t('areas.draw.map')}
        fallbackText={t('areas.preview.noMap')}
        initialView={initialView}
        onClick={add}
      >
        <AreaLayer areas={neighbors} />
        {rings.some((ring) => ring.length > 1) && <MapOutline rings={rings} isOpen={isOpen} />}
        <CornerMarkers corners={corners} />
      </MapCanvas>
    </div>
  );
}

/** The corners that the map shows, unless they are too many. */
function CornerMarkers({ corners: { rings, selected, canClose, move, press } }: { corners: Corners }) {
  const { t } = useTranslation();
  const map = useMap();
  // Renders again when the map has moved. Its bounds do not tell what is in view where it shows the whole world.
  const isPlaced = useViewBounds(true) !== null;
  if (!map || !isPlaced) return null;
  const { width, height } = map.getSize();
  const isInView = (at: LatLon) => {
    const { x, y } = map.project(at);
    return x >= 0 && x <= width && y >= 0 && y <= height;
  };
  const shown = rings.flatMap((points, ring) =>
    points.flatMap((at, corner) => (isInView(at) ? [{ ring, corner, at }] : [])),
  );
  if (shown.length > maxMarkers)
    return <p className={classes['mapNote']}>{t('areas.draw.zoomIn', { total: shown.length })}</p>;
  return shown.map(({ ring, corner, at }) => {
    const closes = canClose && ring === rings.length - 1 && corner === 0;
    return (
      <MapMarker
        key={`${ring} ${corner}`}
        at={at}
        shape={closes || (selected?.ring === ring && selected.corner === corner) ? 'large-dot' : 'dot'}
        label={t(closes ? 'areas.draw.firstCorner' : 'areas.draw.corner', { number: corner + 1 })}
        onMove={(moved) => move({ ring, corner }, moved)}
        onPress={() => press({ ring, corner })}
      />
    );
  });
}
