/** Areas of the map that are stored for use without network: estimates, downloads, lists and deletes them. */
import '@mantine/core/styles/Progress.layer.css';
import { Button, Progress, TextInput } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { listMapArchives } from '@waypost/contract/map-archives/map-archives';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import {
  deleteIncompleteAreas,
  deleteSavedArea,
  listSavedAreas,
  onSavedAreasChange,
} from '../../blocks/device/saved-areas.ts';
import { useDeviceQuery } from '../../blocks/device/use-device-query.ts';
import type { ListedArea } from '../../blocks/map-canvas/archives/stored-archives.ts';
import { formatBytes } from '../../blocks/survey-form/photos/format-bytes.ts';
import { focusOnMount } from '../../ui/browser/focus-on-mount.ts';
import { InlineConfirmButton } from '../../ui/dialog/inline-confirm-button.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import { ButtonLink } from '../../ui/navigation/button-link.tsx';
import {
  forgetAreaEstimate,
  startAreaDownload,
  startAreaEstimate,
  startAreaUpdate,
  stopAreaDownload,
  useAreaDownload,
} from './area-download.ts';
import classes from './device-page.module.css';
import type { AreaEstimate } from './download-area.ts';
import { hasOutdatedMaps } from './outdated-maps.ts';
import { computeBoundsAround } from './tile-coverage.ts';

const hasCacheStorage = typeof caches !== 'undefined';

/** Pixels of a map that is not on screen, such as under the sheet of a phone. */
const defaultMapSize = { width: 800, height: 600 };

/** The area that the map shows: its position from the URL, its size from the screen. */
function computeVisibleArea(mapPosition: string) {
  const [lat = 0, lon = 0, zoom = 0] = mapPosition.split(',').map(Number);
  const map = document.querySelector('.maplibregl-map')?.getBoundingClientRect();
  const size = map && map.width > 0 && map.height > 0 ? map : defaultMapSize;
  return computeBoundsAround({ lat, lon, zoom }, size);
}

/** One function per owner, since `useDeviceQuery` reads again when it changes. */
const readersByOwner = new Map<string, () => Promise<ListedArea[]>>();
function getAreasReader(owner: string) {
  const reader = readersByOwner.get(owner) ?? (() => listSavedAreas(owner));
  readersByOwner.set(owner, reader);
  return reader;
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
  const position = at ?? [lat, lon, zoom].join(',');
  const download = useAreaDownload();
  useEffect(() => {
    if (hasCacheStorage) void deleteIncompleteAreas().catch(() => undefined);
    return forgetAreaEstimate;
  }, []);
  if (!hasCacheStorage) return null;
  const isIdle = ['idle', 'failed', 'full'].includes(download.kind);
  return (
    <section className={classes['section']} aria-labelledby="device-areas">
      <h2 id="device-areas">{t('device.areas.title')}</h2>
      <p className={classes['muted']}>{t('device.areas.text')}</p>
      {isIdle &&
        (online ? (
          <Button
            size="md"
            variant="default"
            onClick={() => void startAreaEstimate(computeVisibleArea(position), position)}
          >
            {t('device.areas.measure')}
          </Button>
        ) : (
          <p>{t('device.areas.offline')}</p>
        ))}
      {download.kind === 'failed' && <p>{t('device.areas.failed')}</p>}
      {download.kind === 'full' && <p>{t('device.areas.full')}</p>}
      {download.kind === 'estimating' && <output>{t('device.areas.measuring')}</output>}
      {download.kind === 'estimated' && <EstimatedArea estimate={download.estimate} />}
      {download.kind === 'downloading' && (
        // The button that was pressed is gone, and a phone may not show what took its place.
        <div ref={focusOnMount} tabIndex={-1} className={classes['card']}>
          <output>{t('device.areas.keeping', { part: download.progress })}</output>
          <Progress value={download.progress * 100} aria-label={t('device.areas.title')} />
          <div className={classes['actions']}>
            <Button size="sm" variant="default" onClick={stopAreaDownload}>
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
                area.owner === owner && online && isIdle ? startAreaUpdate : undefined
              }
            />
          ))}
        </ul>
      )}
      <p className={classes['muted']}>{t('device.areas.outside')}</p>
    </section>
  );
}

/** The size of an area before its download, with a field for its name. */
function EstimatedArea({ estimate }: { estimate: AreaEstimate }) {
  const { t, i18n } = useTranslation();
  const date = new Intl.DateTimeFormat(resolveFormatLocale(i18n.language), { dateStyle: 'medium' });
  const [name, setName] = useState(() => t('device.areas.usual', { date: date.format(new Date()) }));
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
        <Button
          size="md"
          onClick={() => void startAreaDownload(estimate, name.trim() || estimate.mapPosition)}
        >
          {t('device.areas.keep')}
        </Button>
        <Button size="md" variant="default" onClick={stopAreaDownload}>
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
  onUpdate: ((area: ListedArea) => Promise<void>) | undefined;
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
          <Button size="sm" onClick={() => void onUpdate(area)}>
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
