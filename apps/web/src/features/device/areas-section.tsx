/** Areas that are kept for when there is no network: chosen on the map, weighed before, listed and deleted. */
import { Button, Progress, TextInput } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isAborted } from '../../api/api-error.ts';
import { useConfig } from '../../api/config.ts';
import { type Area, deleteArea, listAreas, onAreas } from '../../blocks/device/areas.ts';
import { useFromDevice } from '../../blocks/device/use-waiting.ts';
import { bytesText } from '../../blocks/survey-form/bytes-text.ts';
import { announce } from '../../ui/announcer.tsx';
import { AskFirst } from '../../ui/ask-first.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { formatsOf } from '../../ui/formats-of.ts';
import { randomId } from '../../ui/random-id.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { boundsAround } from './area-tiles.ts';
import classes from './device-page.module.css';
import type { Measured } from './keep-area.ts';

const load = () => import('./keep-area.ts');

/** Pixels of a map that is not on screen, such as under the sheet of a phone. */
const usualSize = { width: 800, height: 600 };

/** What the map shows: its place from the address, its size from the screen. */
function inView(at: string) {
  const [lat = 0, lon = 0, zoom = 0] = at.split(',').map(Number);
  const map = document.querySelector('.maplibregl-map')?.getBoundingClientRect();
  const size = map && map.width > 0 && map.height > 0 ? map : usualSize;
  return { bounds: boundsAround({ lat, lon, zoom }, size), zoom };
}

type Doing =
  | { kind: 'nothing' }
  | { kind: 'measuring' }
  | { kind: 'measured'; measured: Measured }
  | { kind: 'keeping'; part: number }
  | { kind: 'failed' };

const asked = new Map<string, () => Promise<(Area & { id: string })[]>>();
function areasAsked(owner: string) {
  const ask = asked.get(owner) ?? (() => listAreas(owner));
  asked.set(owner, ask);
  return ask;
}

export function AreasSection({ owner, at }: { owner: string; at: string | undefined }) {
  const { t, i18n } = useTranslation();
  const { online } = useNetwork();
  const { map } = useConfig();
  const areas = useFromDevice(areasAsked(owner), onAreas);
  const [doing, setDoing] = useState<Doing>({ kind: 'nothing' });
  const [name, setName] = useState('');
  const stopping = useRef<AbortController | null>(null);
  useEffect(() => () => stopping.current?.abort(), []);
  const { lat, lon, zoom } = map.default_view;
  const place = at ?? [lat, lon, zoom].join(',');

  const attempt = async (act: (signal: AbortSignal) => Promise<void>) => {
    stopping.current = new AbortController();
    try {
      await act(stopping.current.signal);
    } catch (error) {
      setDoing({ kind: isAborted(error) ? 'nothing' : 'failed' });
    }
  };
  const measure = (where: string) =>
    attempt(async (signal) => {
      setDoing({ kind: 'measuring' });
      const { bounds, zoom: deep } = inView(where);
      const measured = await (await load()).measureArea(bounds, where, deep, signal);
      const date = new Intl.DateTimeFormat(formatsOf(i18n.language), { dateStyle: 'medium' }).format(
        new Date(),
      );
      setName(t('device.areas.usual', { date }));
      setDoing({ kind: 'measured', measured });
    });
  const keep = (measured: Measured) =>
    attempt(async (signal) => {
      setDoing({ kind: 'keeping', part: 0 });
      const onProgress = (part: number) => setDoing({ kind: 'keeping', part });
      await (await load()).keepArea(measured, randomId(), name.trim() || place, { onProgress, signal });
      setDoing({ kind: 'nothing' });
      announce(t('device.areas.kept'));
    });

  if (typeof caches === 'undefined') return null;
  return (
    <section className={classes['section']} aria-labelledby="device-areas">
      <h2 id="device-areas">{t('device.areas.title')}</h2>
      <p className={classes['quiet']}>{t('device.areas.text')}</p>
      {(doing.kind === 'nothing' || doing.kind === 'failed') &&
        (online ? (
          <Button size="md" variant="default" onClick={() => void measure(place)}>
            {t('device.areas.measure')}
          </Button>
        ) : (
          <p>{t('device.areas.offline')}</p>
        ))}
      {doing.kind === 'failed' && <p role="alert">{t('device.areas.failed')}</p>}
      {doing.kind === 'measuring' && <output>{t('device.areas.measuring')}</output>}
      {doing.kind === 'measured' && (
        <div className={classes['card']}>
          <output>
            {t('device.areas.size', { size: bytesText(doing.measured.bytes), count: doing.measured.posts })}
          </output>
          <TextInput
            size="md"
            label={t('device.areas.name')}
            maxLength={80}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <div className={classes['actions']}>
            <Button size="md" onClick={() => void keep(doing.measured)}>
              {t('device.areas.keep')}
            </Button>
            <Button size="md" variant="default" onClick={() => setDoing({ kind: 'nothing' })}>
              {t('action.cancel')}
            </Button>
          </div>
        </div>
      )}
      {doing.kind === 'keeping' && (
        <div className={classes['card']}>
          <output>{t('device.areas.keeping', { part: doing.part })}</output>
          <Progress value={doing.part * 100} aria-label={t('device.areas.title')} />
          <div className={classes['actions']}>
            <Button size="sm" variant="default" onClick={() => stopping.current?.abort()}>
              {t('device.areas.stop')}
            </Button>
          </div>
        </div>
      )}
      {areas?.length === 0 && <p className={classes['quiet']}>{t('device.areas.none')}</p>}
      {areas && areas.length > 0 && (
        <ul className={classes['cards']}>
          {areas.map((area) => (
            <li key={area.id} className={classes['card']}>
              <strong dir="auto">{area.name}</strong>
              <span className={classes['quiet']}>
                {t('device.areas.facts', { size: bytesText(area.bytes), count: area.posts })}{' '}
                <RelativeTime date={new Date(area.savedAt).toISOString()} />
              </span>
              <div className={classes['actions']}>
                <ButtonLink to="/views/map" search={{ at: area.at }} size="sm" variant="default">
                  {t('device.areas.show')}
                </ButtonLink>
                <AskFirst
                  variant="default"
                  size="sm"
                  question={t('device.waiting.removeAsk')}
                  confirm={t('device.areas.delete')}
                  keep={t('device.waiting.keep')}
                  onConfirm={() => void deleteArea(area.id, area.owner)}
                >
                  {t('device.areas.delete')}
                </AskFirst>
              </div>
            </li>
          ))}
        </ul>
      )}
      <p className={classes['quiet']}>{t('device.areas.outside')}</p>
    </section>
  );
}
