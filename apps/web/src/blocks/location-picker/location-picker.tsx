import './location-picker-labels.ts';
import { Button, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { isOwnMap } from '@waypost/contract/settings/base-layers';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '../../ui/browser/use-is-phone.ts';
import { formatLength } from '../../ui/i18n/format-length.ts';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { isInArchive } from '../map-canvas/archives/archive-box.ts';
import { useArchiveLayers } from '../map-canvas/archives/use-archive-layers.ts';
import type { MapHandle } from '../map-canvas/map-canvas.tsx';
import type { InitialView, LatLon } from '../map-canvas/map-types.ts';
import { useBaseLayer } from '../map-canvas/use-base-layer.ts';
import { LazyPlaceSearch } from '../place-search/lazy-place-search.tsx';
import type { PlaceHit } from '../place-search/place-hits.ts';
import { CoordinateFields } from './coordinate-fields.tsx';
import { DeviceLocationButton } from './device-location-button.tsx';
import { chooseDeviceZoom, type DevicePlace } from './device-zoom.ts';
import styles from './location-picker.module.css';
import { roundCoordinates } from './parse-coordinate.ts';
import { PickerMap } from './picker-map.tsx';
import type { SuggestionSource } from './suggested-places.tsx';

/** Meters: of a place that is less exact, nobody knows what is near it. */
const maxWordsAccuracy = 100;

const LazySuggestedPlaces = lazy(() =>
  import('./suggested-places.tsx').then((it) => ({ default: it.SuggestedPlaces })),
);

const LazyPickedPlaceWords = lazy(() =>
  import('./picked-place-words.tsx').then((it) => ({ default: it.PickedPlaceWords })),
);

/** Props of the location picker. */
export interface LocationPickerProps {
  value: LatLon | null;
  onChange: (value: LatLon | null) => void;
  /** Centre of the map while there is no location; the deployment's default. */
  defaultCenter: LatLon;
  /** What the map shows at first instead; null for nothing else, undefined while it is unknown. */
  openingView?: InitialView | null | undefined;
  /** Name of the field, for screen readers; the visible label is the form's. */
  label: string;
  disabled?: boolean;
  /** The edited post, or the text of a new one: places that it mentions are offered. */
  suggestFrom?: SuggestionSource;
}

/** Zoom on a chosen town: the whole town is visible. */
const TOWN_ZOOM = 10;

const getMiddle = (view: InitialView): LatLon => {
  if ('center' in view) return view.center;
  const [west, south, east, north] = view.bounds;
  return { lat: (south + north) / 2, lon: (west + east) / 2 };
};

const isSamePlace = (a: LatLon, b: LatLon | null) => a.lat === b?.lat && a.lon === b.lon;

/** Picks one location: from the device, by name, on the map, or by coordinates. */
export function LocationPicker({
  value,
  onChange,
  defaultCenter,
  openingView,
  label,
  disabled = false,
  suggestFrom,
}: LocationPickerProps) {
  useLoadedTranslations();
  const { t, i18n } = useTranslation();
  const isPhone = useIsPhone();
  const map = useRef<MapHandle>(null);
  const frame = useRef<HTMLDivElement>(null);
  // Reporting contacts no external service until the reporter chooses one, here or on another map.
  const [baseLayer, chooseBaseLayer] = useBaseLayer({ isOwnByDefault: true });
  const archives = useArchiveLayers();
  const [located, setLocated] = useState<DevicePlace>();
  const [isWithoutMap, setWithoutMap] = useState(false);
  const device = located && isSamePlace(located.place, value) ? located : undefined;
  const set = (place: LatLon) => {
    if (!disabled) onChange(roundCoordinates(place));
  };
  /** On phones the place stays under the crosshair. */
  const pick = (place: LatLon) => {
    set(place);
    if (isPhone) map.current?.goTo(place);
  };
  const onFound = useCallback(
    (found: LatLon, accuracy: number) => {
      const place = roundCoordinates(found);
      const hasStreets = !isOwnMap(baseLayer) || isInArchive(archives, place);
      const foundDevice = { place, accuracy, hasStreets };
      onChange(place);
      setLocated(foundDevice);
      const view = map.current?.getView();
      const { clientWidth: width = 0, clientHeight: height = 0 } = frame.current ?? {};
      if (view) map.current?.goTo(place, chooseDeviceZoom(foundDevice, { zoom: view.zoom, width, height }));
      // The button is above the map, which may be out of view.
      frame.current?.scrollIntoView({ block: 'nearest' });
    },
    [onChange, baseLayer, archives],
  );
  const submitCoordinates = (place: LatLon | null) => {
    onChange(place);
    if (place) map.current?.goTo(place);
  };
  const chooseTown = (place: LatLon, zoom = TOWN_ZOOM) => {
    set(place);
    map.current?.goTo(place, zoom);
  };
  const chooseHit = (hit: PlaceHit) => chooseTown(hit, hit.zoom);

  return (
    <fieldset className={styles['picker']} aria-label={label}>
      <DeviceLocationButton onFound={onFound} disabled={disabled} />
      <LazyPlaceSearch
        near={value ?? (openingView ? getMiddle(openingView) : defaultCenter)}
        value={value}
        onChoose={chooseHit}
        disabled={disabled}
      />
      {suggestFrom && !disabled && value === null && (
        <Suspense fallback={null}>
          <LazySuggestedPlaces source={suggestFrom} onChoose={(place) => chooseTown(place)} />
        </Suspense>
      )}
      <Text size="sm" c="dimmed">
        {t(isPhone ? 'location.crosshair_hint' : 'location.hint')}
      </Text>
      <PickerMap
        ref={map}
        frame={frame}
        value={value}
        onChange={set}
        onPick={pick}
        device={device}
        baseLayer={baseLayer}
        onBaseLayerChange={chooseBaseLayer}
        openingView={openingView}
        defaultCenter={defaultCenter}
        label={label}
        onNoMap={() => setWithoutMap(true)}
      />
      <Suspense fallback={null}>
        <LazyPickedPlaceWords at={device && device.accuracy > maxWordsAccuracy ? null : value} />
      </Suspense>
      {device && (
        <Text size="sm" c="dimmed">
          {t('location.accuracy', { distance: formatLength(device.accuracy, i18n.language) })}
        </Text>
      )}
      {value && !disabled && (
        <Button
          variant="subtle"
          color="gray"
          className={styles['clear'] ?? ''}
          leftSection={<IconX size={18} stroke={1.75} aria-hidden />}
          onClick={() => onChange(null)}
        >
          {t('location.clear')}
        </Button>
      )}
      <CoordinateFields
        value={value}
        near={defaultCenter}
        onSubmit={submitCoordinates}
        disabled={disabled}
        isOpen={isWithoutMap}
      />
    </fieldset>
  );
}
