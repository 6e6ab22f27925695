import type { MapArchive } from '@waypost/contract/map-archives/map-archives';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toArchiveLayer } from '../../../../blocks/map-canvas/archives/archive-layer.ts';
import { MapCanvas } from '../../../../blocks/map-canvas/map-canvas.tsx';
import type { InitialView } from '../../../../blocks/map-canvas/map-types.ts';
import { findFirstZoom } from '../../../../blocks/map-canvas/style/archives/archive-zoom.ts';
import classes from '../../setup-page.module.css';

/** The middle of the map, near enough for it to be drawn on small screens too; null while it has no box. */
function toView(archive: MapArchive): InitialView | null {
  const layer = toArchiveLayer(archive);
  if (!layer) return null;
  const [west, south, east, north] = layer.bounds;
  return {
    center: { lat: (south + north) / 2, lon: (west + east) / 2 },
    zoom: Math.min(findFirstZoom(layer) + 2, layer.maxZoom),
  };
}

/** The area of a map, with its streets. */
export function AddedMapView({ archive }: { archive: MapArchive }) {
  const { name, schema } = archive;
  const { t } = useTranslation();
  const [hasMap, setHasMap] = useState(true);
  // What is fetched later is another object with the same values.
  const [initialView] = useState(() => toView(archive));
  return (
    initialView && (
      <>
        <div className={classes['map']}>
          <MapCanvas
            cooperative
            label={t('setup.step.map.view', { name })}
            fallbackText={t('setup.step.map.noView')}
            initialView={initialView}
            baseLayer="embedded"
            onProblem={({ kind }) => {
              // Without some tiles there still is a map.
              if (kind !== 'tiles') setHasMap(false);
            }}
          />
        </div>
        {hasMap && schema !== 'raster' && <p className={classes['text']}>{t('setup.step.map.zoomIn')}</p>}
      </>
    )
  );
}
