import { Button, Skeleton, Text } from '@mantine/core';
import { IconCurrentLocation, IconX } from '@tabler/icons-react';
import type { BaseLayer } from '@waypost/contract/settings/map-keys';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MapCanvas, type MapHandle } from '../map-canvas/map-canvas.tsx';
import type { LatLon } from '../map-canvas/map-types.ts';
import { MapMarker } from '../map-canvas/overlays/map-marker.tsx';
import { DEFAULT_BASE_LAYER } from '../map-canvas/style/base-layers.ts';
import { CoordinateFields } from './coordinate-fields.tsx';
import styles from './location-picker.module.css';
import { roundCoordinates } from './parse-coordinate.ts';
import { useDeviceLocation } from './use-device-location.ts';

/** Loaded separately: a combobox is larger than the rest of the picker. */
const LazyPlaceSearch = lazy(() =>
  import('../place-search/place-search.tsx').then((it) => ({ default: it.PlaceSearch })),
);

const LazySuggestedPlaces = lazy(() =>
  import('./suggested-places.tsx').then((it) => ({ default: it.SuggestedPlaces })),
);

/** Props of the location picker. */
export interface LocationPickerProps {
  value: LatLon | null;
  onChange: (value: LatLon | null) => void;
  /** Centre of the map while there is no location; the deployment's default. */
  defaultCenter: LatLon;
  baseLayer?: BaseLayer;
  /** Name of the field, for screen readers; the visible label is the form's. */
  label: string;
  disabled?: boolean;
  /** Id of an edited post: its suggested places are offered. */
  postId?: number | undefined;
}

const DEFAULT_ZOOM = 8;
/** Zoom on the location of the device: streets are visible. */
const DEVICE_ZOOM = 13;
/** Zoom on a chosen town: the whole town is visible. */
const TOWN_ZOOM = 10;

/** Picks one location: on the map, by coordinates, by name, or from the device. */
export function LocationPicker({
  value,
  onChange,
  defaultCenter,
  baseLayer = DEFAULT_BASE_LAYER,
  label,
  disabled = false,
  postId,
}: LocationPickerProps) {
  const { t } = useTranslation();
  const map = useRef<MapHandle>(null);
  const [initialView] = useState({ center: value ?? defaultCenter, zoom: DEFAULT_ZOOM });
  const set = (place: LatLon) => {
    if (!disabled) onChange(roundCoordinates(place));
  };
  const onFound = useCallback(
    (place: LatLon) => {
      onChange(roundCoordinates(place));
      map.current?.goTo(place, DEVICE_ZOOM);
    },
    [onChange],
  );
  const device = useDeviceLocation(onFound);

  const submitCoordinates = (place: LatLon | null) => {
    onChange(place);
    if (place) map.current?.goTo(place);
  };
  const chooseTown = (place: LatLon) => {
    set(place);
    map.current?.goTo(place, TOWN_ZOOM);
  };

  return (
    <fieldset className={styles['picker']} aria-label={label}>
      <Suspense fallback={<Skeleton height={44} />}>
        <LazyPlaceSearch near={defaultCenter} onChoose={chooseTown} disabled={disabled} />
      </Suspense>
      {postId !== undefined && !disabled && (
        <Suspense fallback={null}>
          <LazySuggestedPlaces postId={postId} onChoose={chooseTown} />
        </Suspense>
      )}
      <Text size="sm" c="dimmed">
        {t('location.hint')}
      </Text>
      <div className={styles['map']}>
        <MapCanvas
          ref={map}
          cooperative
          label={t('location.map', { label })}
          initialView={initialView}
          baseLayer={baseLayer}
          fallbackText={t('location.no_map')}
          onClick={set}
        >
          {value && <MapMarker at={value} label={t('location.marker')} onMove={set} />}
        </MapCanvas>
      </div>
      <div className={styles['actions']}>
        {device.isAvailable && (
          <Button
            variant="default"
            leftSection={<IconCurrentLocation size={18} stroke={1.75} aria-hidden />}
            loading={device.state === 'pending'}
            disabled={disabled}
            onClick={device.requestLocation}
          >
            {t('location.use_mine')}
          </Button>
        )}
        {value && !disabled && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconX size={18} stroke={1.75} aria-hidden />}
            onClick={() => onChange(null)}
          >
            {t('location.clear')}
          </Button>
        )}
      </div>
      {(device.state === 'denied' || device.state === 'failed') && (
        <Text role="alert" size="sm" className={styles['error'] ?? ''}>
          {t(`location.error.device_${device.state}`)}
        </Text>
      )}
      <CoordinateFields value={value} near={defaultCenter} onSubmit={submitCoordinates} disabled={disabled} />
    </fieldset>
  );
}
