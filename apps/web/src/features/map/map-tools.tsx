/** Beside the map's own buttons: where this device is, the whole screen, a circle to filter by, passing the view on. */
import {
  IconCircleDashed,
  IconCurrentLocation,
  IconMaximize,
  IconMinimize,
  IconShare,
} from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useDeviceLocation } from '../../blocks/location-picker/use-device-location.ts';
import { MapButton, MapButtons } from '../../blocks/map-canvas/map-button.tsx';
import { useMap } from '../../blocks/map-canvas/map-context.ts';
import type { LatLon } from '../../blocks/map-canvas/map-types.ts';
import { drawCircle, useIsDrawingCircle } from '../../blocks/map-circle/circle-drawing.ts';
import { useShare, useSharedView } from '../../blocks/share/use-share.ts';
import { notify } from '../../ui/notice.tsx';
import { EditButton } from './edit-button.tsx';
import { HereDot } from './here-dot.tsx';
import { addressOfView } from './map-address.ts';
import { useFullScreen } from './use-full-screen.ts';

const DrawCircle = lazy(() => import('./draw-circle.tsx'));

/** Zoom after the device said where it is: the streets around. */
const deviceZoom = 13;

interface Props {
  /** The post that is open. */
  post: number | null;
  closeCards: () => void;
}

export default function MapTools({ post, closeCards }: Props) {
  const { t } = useTranslation();
  const map = useMap();
  const isDrawing = useIsDrawingCircle();
  const [here, setHere] = useState<LatLon | null>(null);
  const onFound = useCallback(
    (place: LatLon) => {
      setHere(place);
      map?.goTo(place, deviceZoom);
    },
    [map],
  );
  const device = useDeviceLocation(onFound);
  const failed = device.state === 'denied' || device.state === 'failed' ? device.state : null;
  useEffect(() => {
    if (failed)
      notify('error', t(failed === 'denied' ? 'map.tools.hereDenied' : 'location.error.device_failed'));
  }, [failed, t]);
  const full = useFullScreen();
  const shared = useSharedView();
  const share = useShare();
  const frame = map?.frame();
  return (
    <>
      {(device.available || full.available) && (
        <MapButtons>
          {device.available && (
            <MapButton
              label={t('map.tools.here')}
              icon={IconCurrentLocation}
              isBusy={device.state === 'asking'}
              onClick={device.ask}
            />
          )}
          {full.available && (
            <MapButton
              label={t(full.isOn ? 'map.tools.leaveFull' : 'map.tools.full')}
              icon={full.isOn ? IconMinimize : IconMaximize}
              onClick={full.toggle}
            />
          )}
        </MapButtons>
      )}
      <MapButtons>
        <MapButton
          label={t('map.tools.circle')}
          icon={IconCircleDashed}
          isPressed={isDrawing}
          onClick={() => drawCircle(!isDrawing)}
        />
        <MapButton
          label={t('share.view')}
          icon={IconShare}
          onClick={() => share.open(shared(map && addressOfView(map.view())))}
        />
      </MapButtons>
      <EditButton postId={post} onStart={closeCards} />
      {share.dialog}
      {frame &&
        createPortal(
          <>
            {here && <HereDot at={here} />}
            {isDrawing && (
              <Suspense fallback={null}>
                <DrawCircle />
              </Suspense>
            )}
          </>,
          frame,
        )}
    </>
  );
}
