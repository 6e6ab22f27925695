import {
  IconCircleDashed,
  IconCurrentLocation,
  IconListDetails,
  IconMaximize,
  IconMinimize,
  IconMinus,
  IconPlus,
  IconShare,
} from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useDeviceLocation } from '../../../blocks/location-picker/use-device-location.ts';
import { MapButton, MapButtons } from '../../../blocks/map-canvas/controls/map-button.tsx';
import { useMap } from '../../../blocks/map-canvas/map-context.ts';
import type { LatLon } from '../../../blocks/map-canvas/map-types.ts';
import { formatMapView } from '../../../blocks/map-canvas/map-view-param.ts';
import { setDrawingCircle, useIsDrawingCircle } from '../../../blocks/map-circle/circle-drawing-mode.ts';
import { useCurrentViewShareTarget, useShareDialog } from '../../../blocks/share/use-share-dialog.ts';
import { useIsPhone } from '../../../ui/browser/use-is-phone.ts';
import { notify } from '../../../ui/feedback/toast.tsx';
import { EditPlacesButton } from '../edit/edit-places-button.tsx';
import { DeviceLocationDot } from './device-location-dot.tsx';
import { type MapTool, MapToolsMenu } from './map-tools-menu.tsx';
import { useMapFullScreen } from './use-full-screen.ts';

const MapLayers = lazy(() => import('../../../blocks/map-layers/map-layers.tsx'));
const MapLegend = lazy(() => import('./map-legend.tsx'));
const DrawCircle = lazy(() => import('../circle/draw-circle.tsx'));

/** Zoom for the location of the device: the surrounding streets. */
const deviceLocationZoom = 13;

interface Props {
  /** The open post. */
  openPostId: number | null;
  closeCards: () => void;
}

/**
 * Tools beside the buttons of the map: the device location, and a menu with legend, full screen, circle filter and sharing, since a
 * button for each would cover the pins. On a phone the menu has the zoom buttons, too.
 */
export default function MapTools({ openPostId, closeCards }: Props) {
  const { t } = useTranslation();
  const map = useMap();
  const isPhone = useIsPhone();
  const isDrawing = useIsDrawingCircle();
  const [isLegendOpen, setLegendOpen] = useState(false);
  const [deviceLocation, setDeviceLocation] = useState<LatLon | null>(null);
  const onFound = useCallback(
    (place: LatLon) => {
      setDeviceLocation(place);
      map?.goTo(place, deviceLocationZoom);
    },
    [map],
  );
  const device = useDeviceLocation(onFound);
  const locationError = device.state === 'denied' || device.state === 'failed' ? device.state : null;
  useEffect(() => {
    if (locationError)
      notify(
        'error',
        t(locationError === 'denied' ? 'map.tools.hereDenied' : 'location.error.device_failed'),
      );
  }, [locationError, t]);
  const fullScreen = useMapFullScreen();
  const shared = useCurrentViewShareTarget();
  const share = useShareDialog();
  const frame = map?.getFrameElement();
  const legend: MapTool = {
    label: t('map.legend.title'),
    icon: IconListDetails,
    onClick: () => setLegendOpen(true),
  };
  const fullScreenTool: MapTool = {
    label: t(fullScreen.isOn ? 'map.tools.leaveFull' : 'map.tools.full'),
    icon: fullScreen.isOn ? IconMinimize : IconMaximize,
    onClick: fullScreen.toggle,
  };
  const otherTools: MapTool[] = [
    {
      label: t('map.tools.circle'),
      icon: IconCircleDashed,
      onClick: () => setDrawingCircle(true),
    },
    {
      label: t('share.view'),
      icon: IconShare,
      onClick: () => share.open(shared(map && formatMapView(map.getView()))),
    },
  ];
  const zoomTools: MapTool[] = [
    { label: t('map.zoom_in'), icon: IconPlus, onClick: () => map?.zoomBy(1) },
    { label: t('map.zoom_out'), icon: IconMinus, onClick: () => map?.zoomBy(-1) },
  ];
  const menuTools = [
    legend,
    ...(fullScreen.available && !fullScreen.isOn ? [fullScreenTool] : []),
    ...otherTools,
    ...(isPhone ? zoomTools : []),
  ];
  return (
    <>
      <MapButtons>
        {device.isAvailable && (
          <MapButton
            label={t('map.tools.here')}
            icon={IconCurrentLocation}
            isBusy={device.state === 'pending'}
            onClick={device.requestLocation}
          />
        )}
        {/* The way out of the full screen stays visible. */}
        {fullScreen.isOn && <MapButton {...fullScreenTool} />}
        <MapToolsMenu tools={menuTools} />
      </MapButtons>
      {/* Below the others, which then do not move when it is loaded. */}
      <Suspense fallback={null}>
        <MapLayers />
      </Suspense>
      <EditPlacesButton postId={openPostId} onStart={closeCards} />
      {share.dialog}
      {frame &&
        createPortal(
          <>
            {deviceLocation && <DeviceLocationDot at={deviceLocation} />}
            {isLegendOpen && (
              <Suspense fallback={null}>
                <MapLegend onClose={() => setLegendOpen(false)} />
              </Suspense>
            )}
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
