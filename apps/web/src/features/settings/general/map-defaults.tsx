/** Where the map opens, and on which base map: chosen on the map itself, or typed (spec 3 §2, §5). */
import '@mantine/core/styles/Switch.layer.css';
import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { type BaseLayer, baseLayers, GeneralForm } from '@waypost/contract/settings/settings';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MapCanvas, type MapHandle } from '../../../blocks/map-canvas/map-canvas.tsx';
import type { MapView } from '../../../blocks/map-canvas/map-types.ts';
import { findExternalLayer } from '../../../blocks/map-canvas/style/base-layers.ts';
import classes from './map-defaults.module.css';
import type { useGeneralForm } from './use-general-form.ts';

type Form = ReturnType<typeof useGeneralForm>['form'];

/** Five decimals are a metre; a tenth of a zoom level is hardly seen. */
const formatView = ({ center, zoom }: Pick<MapView, 'center' | 'zoom'>) => ({
  lat: String(Math.round(center.lat * 1e5) / 1e5),
  lon: String(Math.round(center.lon * 1e5) / 1e5),
  zoom: String(Math.round(zoom * 10) / 10),
});

type ViewTexts = ReturnType<typeof formatView>;
const isSameView = (one: ViewTexts, other: ViewTexts) =>
  one.lat === other.lat && one.lon === other.lon && one.zoom === other.zoom;

const MapViewInput = GeneralForm.pick({ lat: true, lon: true, zoom: true });
/** Undefined while what is typed is no place. */
const parseView = (typed: { lat: string; lon: string; zoom: string }) => {
  const { lat, lon, zoom } = MapViewInput.safeParse(typed).data ?? {};
  return lat === undefined || lon === undefined || zoom === undefined
    ? undefined
    : { center: { lat, lon }, zoom };
};
const worldView = { center: { lat: 0, lon: 0 }, zoom: 1 };

export function MapDefaults({ form }: { form: Form }) {
  const { t } = useTranslation();
  const map = useRef<MapHandle>(null);
  /**
   * The map goes to what was typed, until somebody takes hold of it. It may stop on the way, to go to what was typed next, and
   * never arrive where no map gets to, such as the pole.
   */
  const isFollowing = useRef(false);
  /** The map has come to its first rest, where it began. */
  const hasBegun = useRef(false);
  const { basemap } = form.values;
  const [initialView] = useState(() => parseView(form.values) ?? worldView);
  const beginning = formatView(initialView);

  function follow(): void {
    const wanted = parseView(form.getValues());
    if (!wanted || !map.current?.getView()) return;
    isFollowing.current = true;
    map.current.goTo(wanted.center, wanted.zoom);
  }
  function take(view: MapView): void {
    if (isFollowing.current) return;
    const next = formatView(view);
    const now = parseView(form.getValues());
    const known = now && formatView(now);
    const isFirst = !hasBegun.current;
    hasBegun.current = true;
    // The map also comes to rest without having moved.
    if (known && isSameView(known, next)) return;
    // What was typed while the map was fetched is not taken back by it.
    if (isFirst && isSameView(beginning, next)) return follow();
    form.setValues(next);
    form.clearFieldError('lat');
    form.clearFieldError('lon');
    form.clearFieldError('zoom');
  }
  const letGo = () => {
    isFollowing.current = false;
  };
  const followOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // It would save the whole form.
    event.preventDefault();
    follow();
  };
  const field = (name: 'lat' | 'lon' | 'zoom', label: string) => {
    const { onBlur, ...props } = form.getInputProps(name);
    return (
      <TextInput
        {...props}
        size="md"
        label={label}
        withAsterisk
        required
        inputMode="text"
        autoComplete="off"
        dir="ltr"
        onKeyDown={followOnEnter}
        onBlur={(event) => {
          onBlur?.(event);
          follow();
        }}
      />
    );
  };
  const choose = (layer: BaseLayer) => form.setFieldValue('basemap', layer);
  return (
    <>
      <div
        className={classes['map']}
        onPointerDownCapture={letGo}
        onWheelCapture={letGo}
        onKeyDownCapture={letGo}
        onClickCapture={letGo}
      >
        <MapCanvas
          ref={map}
          cooperative
          label={t('general.mapLabel')}
          initialView={initialView}
          baseLayer={basemap}
          onBaseLayerChange={choose}
          fallbackText={t('location.no_map')}
          onMove={take}
        >
          <span className={classes['centerMarker']} aria-hidden="true" />
        </MapCanvas>
      </div>
      <div className={classes['fields']}>
        {field('lat', t('location.latitude'))}
        {field('lon', t('location.longitude'))}
        {field('zoom', t('general.zoom'))}
      </div>
      <NativeSelect
        size="md"
        label={t('map.base_layer.choose')}
        description={findExternalLayer(basemap) ? t('general.basemapOutside') : t('general.basemapHint')}
        value={basemap}
        onChange={({ currentTarget: { value } }) =>
          choose(baseLayers.find((it) => it === value) ?? 'embedded')
        }
        data={baseLayers.map((value) => ({
          value,
          label: findExternalLayer(value)
            ? t('general.outsideLayer', { name: t(`map.base_layer.${value}`) })
            : t(`map.base_layer.${value}`),
        }))}
      />
      <Switch
        {...form.getInputProps('fit_map_boundaries', { type: 'checkbox' })}
        size="md"
        label={t('general.fit')}
        description={t('general.fitHint')}
      />
      <Switch
        {...form.getInputProps('clustering', { type: 'checkbox' })}
        size="md"
        label={t('general.clustering')}
        description={t('general.clusteringHint')}
      />
    </>
  );
}
