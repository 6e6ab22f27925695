import type { MapArchive } from '@waypost/contract/map-archives/map-archives';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MapCanvas } from '../../../../blocks/map-canvas/map-canvas.tsx';
import classes from '../../setup-page.module.css';

/** The area of a map, with its streets. */
export function AddedMapView({ archive: { name, bounds, schema } }: { archive: MapArchive }) {
  const { t } = useTranslation();
  const [hasMap, setHasMap] = useState(true);
  // What is fetched later is another object with the same values.
  const [initialView] = useState(() => bounds && { bounds });
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
