/** The area of the deployment: it sets the map, the language, the time zone and the country of phone numbers. */
import { Button } from '@mantine/core';
import { IconCurrentLocation } from '@tabler/icons-react';
import { saveConfig } from '@waypost/contract/settings/settings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshConfig, useConfig } from '../../../api/config.ts';
import { formatErrorMessage } from '../../../api/error-text.ts';
import { saveAccountLanguage } from '../../../api/session.ts';
import { useCall } from '../../../api/use-call.ts';
import { useDeviceLocation } from '../../../blocks/location-picker/use-device-location.ts';
import type { LatLon } from '../../../blocks/map-canvas/map-types.ts';
import { LazyPlaceSearch } from '../../../blocks/place-search/lazy-place-search.tsx';
import { type OpeningView, useChangeOpeningView } from '../../../blocks/settings/use-change-opening-view.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { ProblemAlert } from '../../../ui/feedback/problem-alert.tsx';
import { useAsyncAction } from '../../../ui/feedback/use-async-action.ts';
import { preferredLanguage } from '../../../ui/i18n/i18n.ts';
import classes from '../setup-page.module.css';
import { AreaFields } from './area-fields.tsx';
import { AreaMap } from './area-map.tsx';
import { notifySaved, type SavedStepProps } from './notify-saved.ts';
import { RegionalFields } from './regional-fields.tsx';
import { type AreaChoices, useAreaChoices } from './use-area-choices.ts';
import { type AreaView, useAreaView } from './use-area-view.ts';

/** Zoom at a town, and at the place of this device. */
const zooms = { town: 10, device: 11 };

/** Saves the view of the map and the choices. */
function useSaveArea({ onSaved, onUndone }: SavedStepProps) {
  const { t, i18n } = useTranslation();
  const changeView = useChangeOpeningView();
  const save = useCall(saveConfig, { invalidates: [] });
  /** @returns the view before */
  async function store(view: OpeningView, choices: AreaChoices): Promise<OpeningView> {
    const viewBefore = await changeView(view);
    await save.mutateAsync({ params: { group: 'site' }, body: { ...choices } });
    await refreshConfig();
    return viewBefore;
  }
  return useAsyncAction(async (input: { view: AreaView; choices: AreaChoices; before: AreaChoices }) => {
    const viewBefore = await store(input.view, input.choices);
    // The language of visitors may be one that this person does not read.
    if (preferredLanguage(input.choices.language) !== i18n.language) await saveAccountLanguage(i18n.language);
    await onSaved();
    notifySaved(t, async () => {
      await store(viewBefore, input.before);
      await onUndone();
    });
  });
}

/** The step. */
export default function AreaStep(props: SavedStepProps) {
  const { t } = useTranslation();
  const stored = useConfig().map.default_view;
  const { choices, stored: before, change, fillIn } = useAreaChoices();
  const { map, hasMap, onNoMap, typed, changeTyped, errors, goTo, readView } = useAreaView(stored);
  const save = useSaveArea(props);
  /** The place that was chosen last: by name, by this device or as a box. */
  const [place, setPlace] = useState<LatLon>();
  const choosePlace = (chosen: LatLon) => {
    setPlace(chosen);
    void fillIn(chosen);
  };
  const goToPlace = (chosen: LatLon, zoom: number) => {
    goTo(chosen, zoom);
    choosePlace(chosen);
  };
  const device = useDeviceLocation((found) => goToPlace(found, zooms.device));
  const submit = () => {
    const view = readView();
    if (view) save.mutate({ view, choices, before });
  };
  const deviceButton = device.isAvailable && (
    <Button
      variant="default"
      leftSection={<Icon icon={IconCurrentLocation} size={18} />}
      loading={device.state === 'pending'}
      onClick={device.requestLocation}
    >
      {t('location.use_mine')}
    </Button>
  );
  return (
    <form
      noValidate
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <ProblemAlert text={save.error && formatErrorMessage(save.error)} />
      <LazyPlaceSearch
        near={{ lat: stored.lat, lon: stored.lon }}
        value={place}
        onChoose={(hit) => goToPlace(hit, zooms.town)}
      />
      {(device.state === 'denied' || device.state === 'failed') && (
        <p role="alert" className={classes['error']}>
          {t(`location.error.device_${device.state}`)}
        </p>
      )}
      {hasMap ? (
        <AreaMap map={map} onDrawn={choosePlace} onNoMap={onNoMap}>
          {deviceButton}
        </AreaMap>
      ) : (
        <>
          {deviceButton && <div className={classes['actions']}>{deviceButton}</div>}
          <AreaFields area={typed} errors={errors} onChange={changeTyped} />
        </>
      )}
      <RegionalFields choices={choices} onChange={change} />
      <div className={classes['actions']}>
        <Button type="submit" size="md" loading={save.isPending}>
          {t('action.save')}
        </Button>
      </div>
    </form>
  );
}
