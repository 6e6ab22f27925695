/** The area of the deployment: it sets the map, the language, the time zone and the country of phone numbers. */
import { Button, NativeSelect } from '@mantine/core';
import { IconCurrentLocation, IconSquareDashed } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { listCountryCodes } from '@waypost/contract/settings/country-codes';
import { saveConfig } from '@waypost/contract/settings/settings';
import { type AreaDefaults, readAreaDefaults } from '@waypost/contract/setup-assistant/setup-assistant';
import { type FormEvent, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { refreshConfig, useConfig } from '../../../api/config.ts';
import { formatErrorMessage } from '../../../api/error-text.ts';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { useCall } from '../../../api/use-call.ts';
import { useDeviceLocation } from '../../../blocks/location-picker/use-device-location.ts';
import { MapCanvas, type MapHandle } from '../../../blocks/map-canvas/map-canvas.tsx';
import type { LatLon, MapView } from '../../../blocks/map-canvas/map-types.ts';
import { getCountryNames } from '../../../blocks/map-canvas/style/country-names.ts';
import { PlaceSearch } from '../../../blocks/place-search/place-search.tsx';
import { getLanguageOptions, hasTranslation } from '../../../blocks/settings/language-options.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { ProblemAlert } from '../../../ui/feedback/problem-alert.tsx';
import { resolveFormatLocale } from '../../../ui/i18n/format-locale.ts';
import { toLanguageTag } from '../../../ui/i18n/i18n.ts';
import classes from '../setup-page.module.css';
import { BoxDrawing } from './box-drawing.tsx';
import { notifySaved, type SavedStepProps } from './notify-saved.ts';

/** Zoom at a town, and at the place of this device. */
const zooms = { town: 10, device: 11 };

/**
 * The language after a place was chosen: the usual one there if the app is translated into it. A variant of the same language, such
 * as American English, stays.
 */
export function chooseLanguage(current: string, usual: string | null): string {
  if (usual === null || !hasTranslation(usual)) return current;
  const getBase = (language: string) => toLanguageTag(language).split('-')[0]?.toLowerCase();
  return getBase(current) === getBase(usual) ? current : usual;
}

/** What is chosen besides the map. */
interface Choices {
  language: string;
  timezone: string;
  country: string;
}

const roundView = ({ center, zoom }: Pick<MapView, 'center' | 'zoom'>) => ({
  lat: Math.round(center.lat * 1e5) / 1e5,
  lon: Math.round((((((center.lon + 180) % 360) + 360) % 360) - 180) * 1e5) / 1e5,
  zoom: Math.round(zoom * 10) / 10,
});

/** The step. */
export default function AreaStep({ onSaved, onUndone }: SavedStepProps) {
  const { t, i18n } = useTranslation();
  const { site, map: mapSettings } = useConfig();
  const stored = mapSettings.default_view;
  const map = useRef<MapHandle>(null);
  const [isDrawing, setDrawing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [choices, setChoices] = useState<Choices>({
    language: site.language,
    timezone: site.timezone,
    country: site.country ?? '',
  });
  const save = useCall(saveConfig, { invalidates: [] });
  const countries = useQuery(buildEndpointQuery(listCountryCodes, { query: {} }));

  /** Fills in what is usual at a place. The language changes only to one that the app is translated into. */
  const fillIn = useCallback(
    async ({ lat, lon }: LatLon) => {
      const lang = i18n.language.split(/[-_]/)[0] ?? 'en';
      const query = { near: `${lat},${lon}`, lang };
      const usual: AreaDefaults | null = await call(readAreaDefaults, { query }).catch(() => null);
      if (!usual) return;
      setChoices((before) => ({
        timezone: usual.timezone,
        country: usual.country ?? before.country,
        language: chooseLanguage(before.language, usual.language),
      }));
    },
    [i18n.language],
  );
  const goTo = useCallback(
    (place: LatLon, zoom: number) => {
      map.current?.goTo(place, zoom);
      void fillIn(place);
    },
    [fillIn],
  );
  const device = useDeviceLocation(useCallback((place: LatLon) => goTo(place, zooms.device), [goTo]));

  async function store(view: Record<string, unknown>, choice: Choices): Promise<void> {
    await save.mutateAsync({ params: { group: 'map' }, body: { default_view: view } });
    await save.mutateAsync({ params: { group: 'site' }, body: { ...choice } });
    await refreshConfig();
  }
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setProblem(null);
    setBusy(true);
    const before: Choices = { language: site.language, timezone: site.timezone, country: site.country ?? '' };
    const view = map.current?.getView();
    try {
      // Replaced as a whole (API v3 §2.13).
      await store({ ...stored, ...(view ? roundView(view) : {}) }, choices);
      await onSaved();
      notifySaved(t, async () => {
        await store(stored, before);
        await onUndone();
      });
    } catch (error) {
      setProblem(formatErrorMessage(error));
    } finally {
      setBusy(false);
    }
  }

  const names = getCountryNames(i18n.language);
  const { compare } = new Intl.Collator(resolveFormatLocale(i18n.language));
  const countryOptions = (countries.data?.results ?? [])
    .map(({ country_code: value, country_name, dial_code }) => ({
      value,
      label: `${names[value] ?? country_name} (\u2066${dial_code}\u2069)`,
    }))
    .toSorted((a, b) => compare(a.label, b.label));
  const set = (change: Partial<Choices>) => setChoices((before) => ({ ...before, ...change }));
  return (
    <form noValidate className={classes['form']} onSubmit={(event) => void submit(event)}>
      <ProblemAlert text={problem} />
      <PlaceSearch
        near={{ lat: stored.lat, lon: stored.lon }}
        onChoose={(place) => goTo(place, zooms.town)}
        disabled={false}
      />
      <div className={classes['actions']}>
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
        <Button
          variant="default"
          leftSection={<Icon icon={IconSquareDashed} size={18} />}
          aria-pressed={isDrawing}
          onClick={() => setDrawing(!isDrawing)}
        >
          {t(isDrawing ? 'setup.step.area.stopDrawing' : 'setup.step.area.draw')}
        </Button>
      </div>
      {(device.state === 'denied' || device.state === 'failed') && (
        <p role="alert" className={classes['error']}>
          {t(`location.error.device_${device.state}`)}
        </p>
      )}
      <div className={classes['map']}>
        <MapCanvas
          ref={map}
          cooperative
          label={t('setup.step.area.map')}
          initialView={{ center: { lat: stored.lat, lon: stored.lon }, zoom: stored.zoom }}
          baseLayer={stored.basemap ?? 'embedded'}
          fallbackText={t('location.no_map')}
        />
        {isDrawing && (
          <BoxDrawing
            getView={() => map.current?.getView() ?? null}
            onDrawn={(bounds, center) => {
              setDrawing(false);
              map.current?.fitBounds(bounds);
              void fillIn(center);
            }}
          />
        )}
      </div>
      <p className={classes['text']}>{t('setup.step.area.visible')}</p>
      <div className={classes['fields']}>
        <NativeSelect
          size="md"
          label={t('general.language')}
          value={choices.language}
          onChange={(event) => set({ language: event.currentTarget.value })}
          data={getLanguageOptions(choices.language)}
        />
        <NativeSelect
          size="md"
          label={t('setup.step.area.timezone')}
          value={choices.timezone}
          onChange={(event) => set({ timezone: event.currentTarget.value })}
          data={[...new Set(['UTC', choices.timezone, ...Intl.supportedValuesOf('timeZone')])]}
        />
        <NativeSelect
          size="md"
          label={t('setup.step.area.country')}
          value={choices.country}
          onChange={(event) => set({ country: event.currentTarget.value })}
          data={[{ value: '', label: t('setup.step.area.noCountry') }, ...countryOptions]}
        />
      </div>
      <div className={classes['actions']}>
        <Button type="submit" size="md" loading={isBusy}>
          {t('action.save')}
        </Button>
      </div>
    </form>
  );
}
