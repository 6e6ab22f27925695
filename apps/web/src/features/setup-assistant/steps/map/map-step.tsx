/** Streets on the map: adds a map of the area, shows how far it is, and the map itself at the end. */
import '../../../../ui/i18n/maps-labels.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { MapArchive } from '@waypost/contract/map-archives/map-archives';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../../api/error-text.ts';
import { AddMapForm } from '../../../../blocks/map-archives/add-map-form.tsx';
import type { FailedAddress } from '../../../../blocks/map-archives/failed-address.ts';
import { OpenHereButton } from '../../../../blocks/map-archives/open-here-button.tsx';
import { useMapList } from '../../../../blocks/map-archives/use-map-list.ts';
import { Icon } from '../../../../ui/display/icon.tsx';
import rows from '../../../../ui/display/row-list.module.css';
import { ErrorState, ListSkeleton } from '../../../../ui/feedback/screen-states.tsx';
import { notify } from '../../../../ui/feedback/toast.tsx';
import { useLoadedTranslations } from '../../../../ui/i18n/i18n.ts';
import classes from '../../setup-page.module.css';
import { AddedMap } from './added-map.tsx';
import { AddedMapView } from './added-map-view.tsx';
import { ExtractSites } from './extract-sites.tsx';
import { OtherWays } from './other-ways.tsx';

interface Props {
  isDone: boolean;
  /** A map can be seen now. */
  onReady: () => void;
  /** Opens the next step. */
  onContinue: () => void;
}

/** Whether visitors see it. */
const isShown = ({ state, active, is_file_missing }: MapArchive): boolean =>
  state === 'ready' && active && !is_file_missing;

/** What was last added, and why the server refused the last file. */
function useAddedMap() {
  const [addedId, setAddedId] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return {
    addedId,
    refusal,
    onAdded: ({ id }: MapArchive) => setAddedId(id),
    onRefusal: (text: string | null) => {
      if (isMounted.current) setRefusal(text);
      else if (text !== null) notify('error', text);
    },
  };
}

/** The button that opens the form. @param takesFocus whether the form was there and is cancelled */
function AnotherMapButton({ takesFocus, onClick }: { takesFocus: boolean; onClick: () => void }) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return (
    <Button
      ref={button}
      size="md"
      variant="default"
      leftSection={<Icon icon={IconPlus} size={18} />}
      onClick={onClick}
    >
      {t('setup.step.map.another')}
    </Button>
  );
}

/** Reports once that the step is done, before the set-up is fetched again by itself. */
function useReport(isNew: boolean, onReady: () => void): void {
  const report = useEffectEvent(onReady);
  useEffect(() => {
    if (isNew) report();
  }, [isNew]);
}

/** The step. */
export default function MapStep({ isDone, onReady, onContinue }: Props) {
  useLoadedTranslations();
  const { t } = useTranslation();
  const { data, error, refetch } = useMapList();
  const { addedId, refusal, onAdded, onRefusal } = useAddedMap();
  const [form, setForm] = useState<'closed' | 'open' | 'cancelled'>('closed');
  const [failed, setFailed] = useState<FailedAddress | null>(null);
  const openForm = (failedBefore: FailedAddress | null) => {
    setFailed(failedBefore);
    setForm('open');
  };
  const archives = data?.results.toReversed() ?? [];
  // Of several, the newest.
  const shown = archives.filter(isShown).toSorted((a, b) => b.id - a.id)[0];
  useReport(shown !== undefined && !isDone, onReady);
  if (error && !data)
    return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={2} height={72} />;
  const hasMaps = archives.length > 0;
  const isFormOpen = form === 'open';
  return (
    <>
      {hasMaps && (
        <ul className={rows['list']} aria-label={t('settings.entry.maps.title')}>
          {archives.map((archive) => (
            <AddedMap
              key={archive.id}
              archive={archive}
              takesFocus={archive.id === addedId}
              onRetry={openForm}
            />
          ))}
        </ul>
      )}
      {shown && !isFormOpen && <AddedMapView key={shown.id} archive={shown} />}
      {archives.some(({ state }) => state === 'ready') && !isFormOpen && (
        <div className={classes['actions']}>
          {shown && (
            <Button size="md" onClick={onContinue}>
              {t('setup.continue')}
            </Button>
          )}
          {shown && <OpenHereButton key={shown.id} archive={shown} size="md" />}
          <AnotherMapButton takesFocus={form === 'cancelled'} onClick={() => openForm(null)} />
        </div>
      )}
      {(!hasMaps || isFormOpen) && (
        <>
          <ExtractSites />
          <AddMapForm
            takesFocus={isFormOpen || refusal !== null}
            failed={failed}
            refusal={refusal}
            onRefusal={onRefusal}
            onAdded={(archive) => {
              onAdded(archive);
              setFailed(null);
              setForm('closed');
            }}
            renderActions={(isBusy) => (
              <div className={classes['actions']}>
                <Button type="submit" size="md" loading={isBusy}>
                  {t('maps.add.action')}
                </Button>
                {hasMaps && (
                  <Button variant="default" size="md" onClick={() => setForm('cancelled')}>
                    {t('action.cancel')}
                  </Button>
                )}
              </div>
            )}
          />
        </>
      )}
      <OtherWays hasMaps={hasMaps} />
    </>
  );
}
