/** Areas of the map that are stored for use without network: estimates, downloads, lists and deletes them. */
import '@mantine/core/styles/Progress.layer.css';
import { Button, Progress, TextInput } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { listMapArchives } from '@waypost/contract/map-archives/map-archives';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isAborted } from '../../api/api-error.ts';
import { useConfig } from '../../api/config.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { getSavedBounds } from '../../blocks/device/area-bounds.ts';
import {
  deleteIncompleteAreas,
  deleteSavedArea,
  listSavedAreas,
  onSavedAreasChange,
} from '../../blocks/device/saved-areas.ts';
import { useDeviceQuery } from '../../blocks/device/use-report-queue.ts';
import type { ListedArea } from '../../blocks/map-canvas/archives/stored-archives.ts';
import { formatBytes } from '../../blocks/survey-form/photos/format-bytes.ts';
import { focusOnMount } from '../../ui/browser/focus-on-mount.ts';
import { createRandomId } from '../../ui/browser/random-id.ts';
import { InlineConfirmButton } from '../../ui/dialog/inline-confirm-button.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { announce } from '../../ui/feedback/announcer.tsx';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import { ButtonLink } from '../../ui/navigation/button-link.tsx';
import classes from './device-page.module.css';
import type { AreaEstimate } from './download-area.ts';
import { hasOutdatedMaps } from './outdated-maps.ts';
import { computeBoundsAround } from './tile-coverage.ts';

const hasCacheStorage = typeof caches !== 'undefined';

const loadDownloadArea = () => import('./download-area.ts');

/** Pixels of a map that is not on screen, such as under the sheet of a phone. */
const defaultMapSize = { width: 800, height: 600 };

/** The area that the map shows: its position from the URL, its size from the screen. */
function computeVisibleArea(mapPosition: string) {
  const [lat = 0, lon = 0, zoom = 0] = mapPosition.split(',').map(Number);
  const map = document.querySelector('.maplibregl-map')?.getBoundingClientRect();
  const size = map && map.width > 0 && map.height > 0 ? map : defaultMapSize;
  return { bounds: computeBoundsAround({ lat, lon, zoom }, size), zoom };
}

type DownloadState =
  | { kind: 'idle' }
  | { kind: 'estimating' }
  | { kind: 'estimated'; estimate: AreaEstimate; suggestedName: string }
  /** `progress`: 0 to 1. */
  | { kind: 'downloading'; progress: number }
  /** `full`: the device has no space left. */
  | { kind: 'failed' | 'full' };

const readFailure = (error: unknown): 'idle' | 'failed' | 'full' => {
  if (isAborted(error)) return 'idle';
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'failed';
};

/** One function per owner, since `useDeviceQuery` reads again when it changes. */
const readersByOwner = new Map<string, () => Promise<ListedArea[]>>();
function getAreasReader(owner: string) {
  const reader = readersByOwner.get(owner) ?? (() => listSavedAreas(owner));
  readersByOwner.set(owner, reader);
  return reader;
}

/** @param position of the map: latitude, longitude and zoom, as in the URL */
function useAreaDownload(position: string) {
  const { t, i18n } = useTranslation();
  const [state, setState] = useState<DownloadState>({ kind: 'idle' });
  const abortController = useRef<AbortController | null>(null);
  useEffect(() => () => abortController.current?.abort(), []);
  const run = async (action: (signal: AbortSignal) => Promise<void>) => {
    abortController.current = new AbortController();
    try {
      await action(abortController.current.signal);
    } catch (error) {
      setState({ kind: readFailure(error) });
    }
  };
  const estimate = () =>
    run(async (signal) => {
      setState({ kind: 'estimating' });
      const { bounds, zoom } = computeVisibleArea(position);
      const { estimateArea } = await loadDownloadArea();
      const area = await estimateArea(bounds, position, zoom, signal);
      const date = new Intl.DateTimeFormat(resolveFormatLocale(i18n.language), { dateStyle: 'medium' });
      const suggestedName = t('device.areas.usual', { date: date.format(new Date()) });
      setState({ kind: 'estimated', estimate: area, suggestedName });
    });
  const download = (area: AreaEstimate, name: string) =>
    run(async (signal) => {
      const onProgress = (progress: number) => setState({ kind: 'downloading', progress });
      onProgress(0);
      const { downloadArea } = await loadDownloadArea();
      await downloadArea(area, createRandomId(), name.trim() || position, { onProgress, signal });
      setState({ kind: 'idle' });
      announce(t('device.areas.kept'));
    });
  /** Saves an area again, and deletes it as it was only then. */
  const update = (area: ListedArea) =>
    run(async (signal) => {
      const bounds = getSavedBounds(area);
      if (!bounds) return;
      const onProgress = (progress: number) => setState({ kind: 'downloading', progress });
      onProgress(0);
      const { downloadArea, estimateArea } = await loadDownloadArea();
      const zoom = Number(area.at.split(',')[2] ?? 0);
      const estimate = await estimateArea(bounds, area.at, zoom, signal);
      const id = createRandomId();
      await downloadArea(estimate, id, area.name, { onProgress, signal });
      // It may have been deleted meanwhile, or updated in another tab.
      const isKept = (await listSavedAreas(area.owner)).some((it) => it.id === area.id);
      await deleteSavedArea(isKept ? area.id : id, area.owner);
      setState({ kind: 'idle' });
      announce(t('device.areas.updated'));
    });
  return {
    state,
    update: (area: ListedArea) => void update(area),
    estimate: () => void estimate(),
    download: (area: AreaEstimate, name: string) => void download(area, name),
    stop: () => abortController.current?.abort(),
    cancel: () => setState({ kind: 'idle' }),
  };
}

interface Props {
  owner: string;
  /** Position of the map; undefined for its default view. */
  at: string | undefined;
}

/** The section of the device page. */
export function SavedAreasSection({ owner, at }: Props) {
  const { t } = useTranslation();
  const { online } = useNetwork();
  const { map } = useConfig();
  const areas = useDeviceQuery(getAreasReader(owner), onSavedAreasChange);
  const { lat, lon, zoom } = map.default_view;
  const { state, estimate, download, update, stop, cancel } = useAreaDownload(
    at ?? [lat, lon, zoom].join(','),
  );
  useEffect(() => {
    if (hasCacheStorage) void deleteIncompleteAreas().catch(() => undefined);
  }, []);
  if (!hasCacheStorage) return null;
  const isIdle = ['idle', 'failed', 'full'].includes(state.kind);
  return (
    <section className={classes['section']} aria-labelledby="device-areas">
      <h2 id="device-areas">{t('device.areas.title')}</h2>
      <p className={classes['muted']}>{t('device.areas.text')}</p>
      {isIdle &&
        (online ? (
          <Button size="md" variant="default" onClick={estimate}>
            {t('device.areas.measure')}
          </Button>
        ) : (
          <p>{t('device.areas.offline')}</p>
        ))}
      {state.kind === 'failed' && <p role="alert">{t('device.areas.failed')}</p>}
      {state.kind === 'full' && <p role="alert">{t('device.areas.full')}</p>}
      {state.kind === 'estimating' && <output>{t('device.areas.measuring')}</output>}
      {state.kind === 'estimated' && (
        <EstimatedArea
          estimate={state.estimate}
          suggestedName={state.suggestedName}
          onDownload={(name) => download(state.estimate, name)}
          onCancel={cancel}
        />
      )}
      {state.kind === 'downloading' && (
        // The button that was pressed is gone, and a phone may not show what took its place.
        <div ref={focusOnMount} tabIndex={-1} className={classes['card']}>
          <output>{t('device.areas.keeping', { part: state.progress })}</output>
          <Progress value={state.progress * 100} aria-label={t('device.areas.title')} />
          <div className={classes['actions']}>
            <Button size="sm" variant="default" onClick={stop}>
              {t('device.areas.stop')}
            </Button>
          </div>
        </div>
      )}
      {areas?.length === 0 && <p className={classes['muted']}>{t('device.areas.none')}</p>}
      {areas && areas.length > 0 && (
        <ul className={classes['cards']}>
          {areas.map((area) => (
            <SavedAreaCard
              key={area.id}
              area={area}
              onUpdate={
                // An area of visitors stays theirs: that of the account would be gone after a logout.
                area.owner === owner && online && isIdle ? update : undefined
              }
            />
          ))}
        </ul>
      )}
      <p className={classes['muted']}>{t('device.areas.outside')}</p>
    </section>
  );
}

interface EstimatedAreaProps {
  estimate: AreaEstimate;
  suggestedName: string;
  onDownload: (name: string) => void;
  onCancel: () => void;
}

/** The size of an area before its download, with a field for its name. */
function EstimatedArea({ estimate, suggestedName, onDownload, onCancel }: EstimatedAreaProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(suggestedName);
  return (
    <div ref={focusOnMount} tabIndex={-1} className={classes['card']}>
      <output>
        {t('device.areas.size', { size: formatBytes(estimate.bytes), count: estimate.postCount })}
      </output>
      <TextInput
        size="md"
        label={t('device.areas.name')}
        maxLength={80}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <div className={classes['actions']}>
        <Button size="md" onClick={() => onDownload(name)}>
          {t('device.areas.keep')}
        </Button>
        <Button size="md" variant="default" onClick={onCancel}>
          {t('action.cancel')}
        </Button>
      </div>
    </div>
  );
}

/** Whether a street map of the area was replaced or removed since; false while that is unknown. */
function useIsOutdated(area: ListedArea): boolean {
  const { data } = useQuery(buildEndpointQuery(listMapArchives, {}));
  const [isOutdated, setOutdated] = useState(false);
  useEffect(() => {
    if (!data) return undefined;
    let isCurrent = true;
    void hasOutdatedMaps(area, data.results).then((found) => isCurrent && setOutdated(found));
    return () => {
      isCurrent = false;
    };
  }, [area, data]);
  return isOutdated;
}

interface SavedAreaProps {
  area: ListedArea;
  /** Absent while no area can be downloaded. */
  onUpdate: ((area: ListedArea) => void) | undefined;
}

/** A stored area with its actions. */
function SavedAreaCard({ area, onUpdate }: SavedAreaProps) {
  const { t } = useTranslation();
  const isOutdated = useIsOutdated(area);
  return (
    <li className={classes['card']}>
      <strong dir="auto">{area.name}</strong>
      <span className={classes['muted']}>
        {t('device.areas.facts', { size: formatBytes(area.bytes), count: area.posts })}{' '}
        <RelativeTime date={new Date(area.savedAt).toISOString()} />
      </span>
      {isOutdated && (
        <p className={classes['outdated']}>
          <Icon icon={IconAlertTriangle} size={18} />
          {t('device.areas.outdated')}
        </p>
      )}
      <div className={classes['actions']}>
        {isOutdated && onUpdate && (
          <Button size="sm" onClick={() => onUpdate(area)}>
            {t('device.areas.update')}
          </Button>
        )}
        <ButtonLink to="/views/map" search={{ at: area.at }} size="sm" variant="default">
          {t('device.areas.show')}
        </ButtonLink>
        <InlineConfirmButton
          variant="default"
          size="sm"
          question={t('device.waiting.removeAsk')}
          confirmLabel={t('device.areas.delete')}
          cancelLabel={t('device.waiting.keep')}
          onConfirm={() => void deleteSavedArea(area.id, area.owner)}
        >
          {t('device.areas.delete')}
        </InlineConfirmButton>
      </div>
    </li>
  );
}
