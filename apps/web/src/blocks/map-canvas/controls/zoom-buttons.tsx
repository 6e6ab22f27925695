import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMap } from '../map-context.ts';
import { MapButton, MapButtons } from './map-button.tsx';

/** Buttons to zoom in and out, for users who cannot pinch or scroll. */
export function ZoomButtons() {
  const { t } = useTranslation();
  const map = useMap();
  return (
    <MapButtons>
      <MapButton label={t('map.zoom_in')} icon={IconPlus} onClick={() => map?.zoomBy(1)} />
      <MapButton label={t('map.zoom_out')} icon={IconMinus} onClick={() => map?.zoomBy(-1)} />
    </MapButtons>
  );
}
