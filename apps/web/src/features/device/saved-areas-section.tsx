/** Areas that are kept for when there is no network: chosen on the map, weighed before, listed and deleted. */
import { Button, Progress, TextInput } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isAborted } from '../../api/api-error.ts';
import { useConfig } from '../../api/config.ts';
import {
  deleteSavedArea,
  listSavedAreas,
  onSavedAreasChange,
  type SavedArea,
} from '../../blocks/device/saved-areas.ts';
import { useDeviceQuery } from '../../blocks/device/use-report-queue.ts';
import { formatBytes } from '../../blocks/survey-form/photos/format-bytes.ts';
import { createRandomId } from '../../ui/browser/random-id.ts';
import { InlineConfirmButton } from '../../ui/dialog/inline-confirm-button.tsx';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { announce } from '../../ui/feedback/announcer.tsx';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import { ButtonLink } from '../../ui/navigation/button-link.tsx';
import classes from './device-page.module.css';
import type { AreaEstimate } from './download-area.ts';
import { computeBoundsAround } from './tile-coverage.ts';

const loadDownloadArea = () => import('./download-area.ts');

/** Pixels of a map that is not on screen, such as under the sheet of a phone. */
const defaultMapSize = { width: 800, height: 600 };

/** What the map shows: its place from the address, its size from the screen. */
function visibleArea(mapPosition: string) {
  const [lat = 0, lon = 0, zoom = 0] = mapPosition.split(',').map(Number);
  const map = document.querySelector('.maplibregl-map')?.getBoundingClientRect();
  const size = map && map.width > 0 && map.height > 0 ? map : defaultMapSize;
  return { bounds: computeBoundsAround({ lat, lon, zoom }, size), zoom };
}

type DownloadState =
  | { kind: 'nothing' }
  | { kind: 'measuring' }
  | { kind: 'measured'; measured: AreaEstimate }
  | { kind: 'keeping'; part: number }
  | { kind: 'failed' };

const readersByOwner = new Map<string, () => Promise<(SavedArea & { id: string })[]>>();
function areasReader(owner: string) {
  const ask = readersByOwner.get(owner) ?? (() => listSavedAreas(owner));
  readersByOwner.set(owner, ask);
  return ask;
}

export function SavedAreasSection({ owner, at }: { owner: string; at: string | undefined }) {
  const { t, i18n } = useTranslation();
  const { online } = useNetwork();
  const { map } = useConfig();
  const areas = useDeviceQuery(areasReader(owner), onSavedAreasChange);
  const [download, setDownload] = useState<DownloadState>({ kind: 'nothing' });
  const [name, setName] = useState('');
  const abortController = useRef<AbortController | null>(null);
  useEffect(() => () => abortController.current?.abort(), []);
  const { lat, lon, zoom } = map.default_view;
  const place = at ?? [lat, lon, zoom].join(',');

  const attempt = async (act: (signal: AbortSignal) => Promise<void>) => {
    abortController.current = new AbortController();
    try {
      await act(abortController.current.signal);
    } catch (error) {
      setDownload({ kind: isAborted(error) ? 'nothing' : 'failed' });
    }
  };
  const measure = (where: string) =>
    attempt(async (signal) => {
      setDownload({ kind: 'measuring' });
      const { bounds, zoom: deep } = visibleArea(where);
      const measured = await (await loadDownloadArea()).estimateArea(bounds, where, deep, signal);
      const date = new Intl.DateTimeFormat(resolveFormatLocale(i18n.language), {
        dateStyle: 'medium',
      }).format(new Date());
      setName(t('device.areas.usual', { date }));
      setDownload({ kind: 'measured', measured });
    });
  const keep = (measured: AreaEstimate) =>
    attempt(async (signal) => {
      setDownload({ kind: 'keeping', part: 0 });
      const onProgress = (part: number) => setDownload({ kind: 'keeping', part });
      await (await loadDownloadArea()).downloadArea(measured, createRandomId(), name.trim() || place, {
        onProgress,
        signal,
      });
      setDownload({ kind: 'nothing' });
      announce(t('device.areas.kept'));
    });

  if (typeof caches === 'undefined') return null;
  return (
    <section className={classes['section']} aria-labelledby="device-areas">
      <h2 id="device-areas">{t('device.areas.title')}</h2>
      <p className={classes['muted']}>{t('device.areas.text')}</p>
      {(download.kind === 'nothing' || download.kind === 'failed') &&
        (online ? (
          <Button size="md" variant="default" onClick={() => void measure(place)}>
            {t('device.areas.measure')}
          </Button>
        ) : (
          <p>{t('device.areas.offline')}</p>
        ))}
      {download.kind === 'failed' && <p role="alert">{t('device.areas.failed')}</p>}
      {download.kind === 'measuring' && <output>{t('device.areas.measuring')}</output>}
      {download.kind === 'measured' && (
        <div className={classes['card']}>
          <output>
            {t('device.areas.size', {
              size: formatBytes(download.measured.bytes),
              count: download.measured.postCount,
            })}
          </output>
          <TextInput
            size="md"
            label={t('device.areas.name')}
            maxLength={80}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <div className={classes['actions']}>
            <Button size="md" onClick={() => void keep(download.measured)}>
              {t('device.areas.keep')}
            </Button>
            <Button size="md" variant="default" onClick={() => setDownload({ kind: 'nothing' })}>
              {t('action.cancel')}
            </Button>
          </div>
        </div>
      )}
      {download.kind === 'keeping' && (
        <div className={classes['card']}>
          <output>{t('device.areas.keeping', { part: download.part })}</output>
          <Progress value={download.part * 100} aria-label={t('device.areas.title')} />
          <div className={classes['actions']}>
            <Button size="sm" variant="default" onClick={() => abortController.current?.abort()}>
              {t('device.areas.stop')}
            </Button>
          </div>
        </div>
      )}
      {areas?.length === 0 && <p className={classes['muted']}>{t('device.areas.none')}</p>}
      {areas && areas.length > 0 && (
        <ul className={classes['cards']}>
          {areas.map((area) => (
            <li key={area.id} className={classes['card']}>
              <strong dir="auto">{area.name}</strong>
              <span className={classes['muted']}>
                {t('device.areas.facts', { size: formatBytes(area.bytes), count: area.posts })}{' '}
                <RelativeTime date={new Date(area.savedAt).toISOString()} />
              </span>
              <div className={classes['actions']}>
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
          ))}
        </ul>
      )}
      <p className={classes['muted']}>{t('device.areas.outside')}</p>
    </section>
  );
}
