/** Streets on the map: adds a map of the area, shows how far it is, and the map itself at the end. */
import '../../../../ui/i18n/maps-labels.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { MapArchive } from '@waypost/contract/map-archives/map-archives';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../../api/error-text.ts';
import { AddMapForm } from '../../../../blocks/map-archives/add-map-form.tsx';
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

/** Whether the form is open below the maps that are there, and whether the button that opens it takes the focus back. */
function useOpenForm() {
  const [isOpen, setOpen] = useState(false);
  const wasCancelled = useRef(false);
  return {
    isOpen,
    open: () => setOpen(true),
    close: () => setOpen(false),
    cancel: () => {
      wasCancelled.current = true;
      setOpen(false);
    },
    opener: (button: HTMLButtonElement | null) => {
      if (!button || !wasCancelled.current) return;
      wasCancelled.current = false;
      button.focus();
    },
  };
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
  const form = useOpenForm();
  const archives = data?.results.toReversed() ?? [];
  // Of several, the newest.
  const shown = archives.filter(isShown).toSorted((a, b) => b.id - a.id)[0];
  useReport(shown !== undefined && !isDone, onReady);
  if (error && !data)
    return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={2} height={72} />;
  const hasMaps = archives.length > 0;
  return (
    <>
      {hasMaps && (
        <ul className={rows['list']} aria-label={t('settings.entry.maps.title')}>
          {archives.map((archive) => (
            <AddedMap
              key={archive.id}
              archive={archive}
              takesFocus={archive.id === addedId}
              onRetry={form.open}
            />
          ))}
        </ul>
      )}
      {shown && !form.isOpen && <AddedMapView key={shown.id} archive={shown} />}
      {archives.some(({ state }) => state === 'ready') && !form.isOpen && (
        <div className={classes['actions']}>
          {shown && (
            <Button size="md" onClick={onContinue}>
              {t('setup.continue')}
            </Button>
          )}
          <Button
            ref={form.opener}
            size="md"
            variant="default"
            leftSection={<Icon icon={IconPlus} size={18} />}
            onClick={form.open}
          >
            {t('setup.step.map.another')}
          </Button>
        </div>
      )}
      {(!hasMaps || form.isOpen) && (
        <>
          <ExtractSites />
          <AddMapForm
            takesFocus={form.isOpen || refusal !== null}
            refusal={refusal}
            onRefusal={onRefusal}
            onAdded={(archive) => {
              onAdded(archive);
              form.close();
            }}
            actions={(isBusy) => (
              <div className={classes['actions']}>
                <Button type="submit" size="md" loading={isBusy}>
                  {t('maps.add.action')}
                </Button>
                {hasMaps && (
                  <Button variant="default" size="md" onClick={form.cancel}>
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
