import { Button, NativeSelect, Text } from '@mantine/core';
import { IconCircleDashed, IconCurrentLocation, IconX } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../api/config.ts';
import { roundCoordinates } from '../../../blocks/location-picker/parse-coordinate.ts';
import { useDeviceLocation } from '../../../blocks/location-picker/use-device-location.ts';
import type { LatLon } from '../../../blocks/map-canvas/map-types.ts';
import { parseMapView } from '../../../blocks/map-canvas/map-view-param.ts';
import { LazyPlaceSearch } from '../../../blocks/place-search/lazy-place-search.tsx';
import { usePlaceName } from '../../../blocks/place-search/use-place-name.ts';
import { defaultRadiusKm, fallbackRadiusKm } from '../../../blocks/post-search/post-query.ts';
import type { PostSearch } from '../../../blocks/post-search/post-search.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { FilterSection } from './filter-section.tsx';
import classes from './filters.module.css';

/** Kilometres (spec 2 §9). */
const radiiKm = ['1', '10', '50', '100', '500'];
const locationKinds = ['all', 'mapped', 'unmapped'] as const;

const formatPoint = (place: LatLon) => {
  const { lat, lon } = roundCoordinates(place);
  return `${lat},${lon}`;
};

interface Props {
  search: PostSearch;
  onChange: (change: PostSearch) => void;
  /** Starts drawing a circle on the map; absent where there is no map. */
  onDrawCircle?: (() => void) | undefined;
}

/** Filter by distance from a place, and by having a place or not. keys: post.filter.place.* location.error.* */
export function PlaceFilter({ search, onChange, onDrawCircle }: Props) {
  const { t } = useTranslation();
  const { map } = useConfig();
  const lookedAt = parseMapView(useSearch({ strict: false }).at);
  /** Name of the centre, while it is the one selected here. */
  const [namedCenter, setNamedCenter] = useState({ point: '', name: '' });
  const { center_point, within_km } = search;
  const choose = useCallback(
    (place: LatLon, name: string) => {
      const point = formatPoint(place);
      setNamedCenter({ point, name });
      onChange({ center_point: point, within_km: within_km ?? defaultRadiusKm, bbox: undefined });
    },
    [onChange, within_km],
  );
  const onFound = useCallback((place: LatLon) => choose(place, t('post.filter.here')), [choose, t]);
  const device = useDeviceLocation(onFound);
  const radius = within_km ?? fallbackRadiusKm;
  const options = radiiKm.includes(radius) ? radiiKm : [radius, ...radiiKm];
  const placeName = usePlaceName(center_point);
  const name =
    namedCenter.point === center_point ? namedCenter.name : (placeName ?? center_point?.replace(',', ', '));
  return (
    <FilterSection title={t('post.filter.where')}>
      <NativeSelect
        size="md"
        label={t('post.filter.place.label')}
        value={search.has_location ?? 'all'}
        onChange={({ currentTarget: { value } }) =>
          onChange({ has_location: value === 'all' ? undefined : value })
        }
        data={locationKinds.map((value) => ({ value, label: t(`post.filter.place.${value}`) }))}
      />
      {center_point === undefined ? (
        <>
          <LazyPlaceSearch
            near={lookedAt ?? { lat: map.default_view.lat, lon: map.default_view.lon }}
            onChoose={(place) => choose(place, place.name)}
          />
          {device.isAvailable && (
            <Button
              variant="default"
              leftSection={<Icon icon={IconCurrentLocation} size={18} />}
              loading={device.state === 'pending'}
              onClick={device.requestLocation}
            >
              {t('location.use_mine')}
            </Button>
          )}
          {onDrawCircle && (
            <Button
              variant="default"
              leftSection={<Icon icon={IconCircleDashed} size={18} />}
              onClick={onDrawCircle}
            >
              {t('post.filter.draw')}
            </Button>
          )}
          {(device.state === 'denied' || device.state === 'failed') && (
            <Text role="alert" size="sm" c="red">
              {t(`location.error.device_${device.state}`)}
            </Text>
          )}
        </>
      ) : (
        <div className={classes['circle']}>
          <NativeSelect
            size="md"
            label={t('post.filter.radius', { place: name })}
            value={radius}
            onChange={({ currentTarget: { value } }) => onChange({ within_km: value })}
            data={options.map((value) => ({ value, label: t('post.filter.km', { km: Number(value) }) }))}
          />
          {onDrawCircle && (
            <Button
              variant="subtle"
              color="gray"
              leftSection={<Icon icon={IconCircleDashed} size={18} />}
              onClick={onDrawCircle}
            >
              {t('post.filter.redraw')}
            </Button>
          )}
          <Button
            variant="subtle"
            color="gray"
            leftSection={<Icon icon={IconX} size={18} />}
            onClick={() => onChange({ center_point: undefined, within_km: undefined })}
          >
            {t('post.filter.noCircle')}
          </Button>
        </div>
      )}
    </FilterSection>
  );
}
