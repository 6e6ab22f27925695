/** The map of the location picker: a marker that is dragged or, on phones, a crosshair under which the map is moved. */
import type { BaseLayer } from '@waypost/contract/settings/base-layers';
import { lazy, type PointerEvent, type Ref, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '../../ui/browser/use-is-phone.ts';
import { MapCanvas, type MapHandle } from '../map-canvas/map-canvas.tsx';
import type { InitialView, LatLon } from '../map-canvas/map-types.ts';
import { MapMarker } from '../map-canvas/overlays/map-marker.tsx';
import { MapCircle } from '../map-circle/map-circle.tsx';
import { computeDeviceZoom, type DevicePlace } from './device-zoom.ts';
import styles from './location-picker.module.css';

const MapLayers = lazy(() => import('../map-layers/map-layers.tsx'));

interface Props {
  value: LatLon | null;
  /** Called while the marker, or the map under the crosshair, is moved. */
  onChange: (place: LatLon) => void;
  /** Called for a click or tap on the map. */
  onPick: (place: LatLon) => void;
  /** Where the device is, if this is the chosen place. */
  device: DevicePlace | undefined;
  baseLayer: BaseLayer;
  onBaseLayerChange: (layer: BaseLayer) => void;
  /** What is shown at first; null for `defaultCenter`, undefined while it is unknown. */
  openingView: InitialView | null | undefined;
  defaultCenter: LatLon;
  label: string;
  onNoMap: () => void;
  /** Ref of the element around the map. */
  frame: Ref<HTMLDivElement>;
  ref: Ref<MapHandle>;
}

const defaultZoom = 8;
/** Pixels that a finger moves before it drags the map instead of tapping it. */
const dragPixels = 8;

function toInitialView({ value, device, openingView, defaultCenter }: Props): InitialView | null {
  // It may be there before the map is.
  if (value && device) return { center: value, zoom: computeDeviceZoom(device) };
  // As near as the base map shows anything: streets, where it has them.
  if (value) return { bounds: [value.lon, value.lat, value.lon, value.lat] };
  if (openingView === undefined) return null;
  return openingView ?? { center: defaultCenter, zoom: defaultZoom };
}

/** Whether the user, and not the program, is moving the map. */
function useDragDetection() {
  const start = useRef<{ x: number; y: number } | null>(null);
  const isDragged = useRef(false);
  const onPointerDownCapture = ({ target, clientX, clientY }: PointerEvent) => {
    // Neither a control nor a list beside the map.
    const isMap =
      target instanceof Element && !target.closest('button, a') && target.closest('.maplibregl-map') !== null;
    start.current = isMap ? { x: clientX, y: clientY } : null;
  };
  const onPointerMoveCapture = ({ clientX, clientY }: PointerEvent) => {
    const from = start.current;
    if (from && Math.hypot(clientX - from.x, clientY - from.y) > dragPixels) isDragged.current = true;
  };
  /** Whether the map was dragged since the last call. */
  const takeDragged = () => {
    const wasDragged = isDragged.current;
    isDragged.current = false;
    return wasDragged;
  };
  return { handlers: { onPointerDownCapture, onPointerMoveCapture }, takeDragged };
}

/** Renders the map. */
export function PickerMap(props: Props) {
  const { value, onChange, onPick, device, baseLayer, onBaseLayerChange, label, onNoMap, frame, ref } = props;
  const { t } = useTranslation();
  const hasCrosshair = useIsPhone();
  const drag = useDragDetection();
  return (
    <div ref={frame} className={styles['map']} {...(hasCrosshair ? drag.handlers : {})}>
      <MapCanvas
        ref={ref}
        cooperative
        label={t('location.map', { label })}
        initialView={toInitialView(props)}
        baseLayer={baseLayer}
        onBaseLayerChange={onBaseLayerChange}
        extraControls={
          <Suspense fallback={null}>
            <MapLayers isBaseMapOnly />
          </Suspense>
        }
        fallbackText={t('location.no_map')}
        onProblem={({ kind }) => kind !== 'tiles' && onNoMap()}
        onClick={onPick}
        onMove={({ center }) => {
          if (hasCrosshair && drag.takeDragged()) onChange(center);
        }}
      >
        {value && device && <MapCircle center={value} radiusKm={device.accuracy / 1000} />}
        {hasCrosshair && <Crosshair hasPlace={value !== null} />}
        {value && !hasCrosshair && <MapMarker at={value} label={t('location.marker')} onMove={onChange} />}
      </MapCanvas>
    </div>
  );
}

/** The middle of the map; with the pin once a place is chosen. */
function Crosshair({ hasPlace }: { hasPlace: boolean }) {
  return (
    <svg className={styles['crosshair']} viewBox="-24 -44 48 88" data-has-place={hasPlace} aria-hidden>
      <path d="M-18 0H-5M5 0H18M0-18V-5M0 5V18" />
      {hasPlace && (
        <>
          <path data-pin d="M0 0C-4-9-13-15-13-25a13 13 0 0 1 26 0C13-15 4-9 0 0Z" />
          <circle cx="0" cy="-25" r="4.5" />
        </>
      )}
    </svg>
  );
}
