import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { LatLon } from '../../../blocks/map-canvas/map-types.ts';
import { useMapPosition } from '../../../blocks/map-canvas/overlays/use-map-position.ts';
import classes from './map-tools.module.css';

/** Marks the location of the device on the map. */
export function DeviceLocationDot({ at }: { at: LatLon }) {
  const { t } = useTranslation();
  const place = useMapPosition<HTMLDivElement>(at);
  return (
    <div ref={place} className={classes['place']}>
      <span className={classes['deviceLocation']} title={t('map.tools.youAreHere')} />
      <VisuallyHidden component="output">{t('map.tools.youAreHere')}</VisuallyHidden>
    </div>
  );
}
