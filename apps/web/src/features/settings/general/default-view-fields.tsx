/** The default view of maps: selected on a map, or typed (spec 3 §2, §5). */
import { TextInput } from '@mantine/core';
import { limits } from '@waypost/contract/common/limits';
import { GeneralForm } from '@waypost/contract/settings/settings';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MapCanvas, type MapHandle } from '../../../blocks/map-canvas/map-canvas.tsx';
import type { MapView } from '../../../blocks/map-canvas/map-types.ts';
import classes from './default-view-fields.module.css';
import type { GeneralField, GeneralFormState } from './use-general-form.ts';

interface Props {
  form: GeneralFormState;
  labels: Readonly<Record<GeneralField, string>>;
}

/** Five decimals are about a metre; less than a tenth of a zoom level makes no visible difference. */
const formatView = ({ center, zoom }: Pick<MapView, 'center' | 'zoom'>) => ({
  lat: String(Math.round(center.lat * 1e5) / 1e5),
  lon: String(Math.round(center.lon * 1e5) / 1e5),
  zoom: String(Math.round(zoom * 10) / 10),
});

type ViewTexts = ReturnType<typeof formatView>;
const isSameView = (a: ViewTexts, b: ViewTexts) => a.lat === b.lat && a.lon === b.lon && a.zoom === b.zoom;

const MapViewInput = GeneralForm.pick({ lat: true, lon: true, zoom: true });
/** Undefined while the typed numbers are invalid. */
const parseView = (typed: { lat: string; lon: string; zoom: string }) => {
  const { lat, lon, zoom } = MapViewInput.safeParse(typed).data ?? {};
  return lat === undefined || lon === undefined || zoom === undefined
    ? undefined
    : { center: { lat, lon }, zoom };
};
const ranges = {
  lat: { min: -limits.latitude, max: limits.latitude },
  lon: { min: -limits.longitude, max: limits.longitude },
  zoom: limits.zoom,
};

const worldView = { center: { lat: 0, lon: 0 }, zoom: 1 };

/**
 * Keeps the map and the typed view in step: moving the map fills in the fields, and typed values move the map.
 * @returns `followFields` moves the map to the typed view; `stopFollowing` is called when the user touches the map
 */
function useMapView(form: GeneralFormState) {
  const map = useRef<MapHandle>(null);
  /**
   * The map moves to the typed view until the user touches it. It may stop on the way when other values are typed, and never
   * arrives at places that no map shows, such as a pole.
   */
  const isFollowing = useRef(false);
  /** Whether the map has come to rest for the first time, at its initial view. */
  const hasStarted = useRef(false);
  const [initialView] = useState(() => parseView(form.values) ?? worldView);
  const initialTexts = formatView(initialView);

  function followFields(): void {
    const typedView = parseView(form.getValues());
    if (!typedView || !map.current?.getView()) return;
    isFollowing.current = true;
    map.current.goTo(typedView.center, typedView.zoom);
  }
  function fillInFields(view: MapView): void {
    if (isFollowing.current) return;
    const next = formatView(view);
    const typedView = parseView(form.getValues());
    const isFirst = !hasStarted.current;
    hasStarted.current = true;
    // The map also comes to rest without having moved.
    if (typedView && isSameView(formatView(typedView), next)) return;
    // Values that were typed while the map was loading are not overwritten.
    if (isFirst && isSameView(initialTexts, next)) return followFields();
    form.setValues(next);
    form.clearFieldError('lat');
    form.clearFieldError('lon');
    form.clearFieldError('zoom');
  }
  const stopFollowing = () => {
    isFollowing.current = false;
  };
  return { map, initialView, followFields, fillInFields, stopFollowing };
}

/** A map to select the default view on, and the fields for its numbers. */
export function DefaultViewFields({ form, labels }: Props) {
  const { t } = useTranslation();
  const { map, initialView, followFields, fillInFields, stopFollowing } = useMapView(form);
  const followOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter would save the whole form.
    event.preventDefault();
    followFields();
  };
  const field = (name: 'lat' | 'lon' | 'zoom') => {
    const { onBlur, ...props } = form.getInputProps(name);
    const { min, max } = ranges[name];
    return (
      <TextInput
        {...props}
        size="md"
        label={labels[name]}
        description={t('general.range', { min, max })}
        withAsterisk
        required
        inputMode="text"
        autoComplete="off"
        dir="ltr"
        onKeyDown={followOnEnter}
        onBlur={(event) => {
          onBlur?.(event);
          followFields();
        }}
      />
    );
  };
  return (
    <>
      <div
        className={classes['map']}
        onPointerDownCapture={stopFollowing}
        onWheelCapture={stopFollowing}
        onKeyDownCapture={stopFollowing}
        onClickCapture={stopFollowing}
      >
        <MapCanvas
          ref={map}
          cooperative
          label={t('general.mapLabel')}
          initialView={initialView}
          baseLayer={form.values.basemap}
          onBaseLayerChange={(layer) => form.setFieldValue('basemap', layer)}
          fallbackText={t('location.no_map')}
          onMove={fillInFields}
        >
          <span className={classes['centerMarker']} aria-hidden="true" />
        </MapCanvas>
      </div>
      <div className={classes['fields']}>
        {field('lat')}
        {field('lon')}
        {field('zoom')}
      </div>
    </>
  );
}
