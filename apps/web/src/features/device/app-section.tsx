import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getScreenOwner } from '../../api/session.ts';
import {
  baseMapCacheName,
  getApiCacheName,
  getArchiveCacheName,
  getCacheOwner,
  getMediaCacheName,
  visitorOwner,
} from '../../blocks/device/cache-names.ts';
import { useDeviceQuery } from '../../blocks/device/use-device-query.ts';
import { formatBytes } from '../../blocks/survey-form/photos/format-bytes.ts';
import { announce } from '../../ui/feedback/announcer.tsx';
import classes from './device-page.module.css';

/** The install event of the browser; public/theme.js is loaded early enough to receive it. */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<unknown>;
}
declare global {
  interface Window {
    waypostInstall?: InstallPromptEvent;
  }
}

const readUsedBytes = async (): Promise<number> => (await navigator.storage.estimate()).usage ?? 0;
const listeners = new Set<() => void>();
const subscribeCleared = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

async function clearCaches(): Promise<void> {
  const owners = [visitorOwner, getCacheOwner(getScreenOwner()?.id)];
  const buildNames = [getApiCacheName, getMediaCacheName, getArchiveCacheName];
  const names = [baseMapCacheName, ...owners.flatMap((owner) => buildNames.map((build) => build(owner)))];
  await Promise.all(names.map((name) => caches.delete(name)));
  for (const listener of listeners) listener();
}

/** Installation of the app, and the storage that it uses. */
export function AppSection() {
  const { t } = useTranslation();
  const bytes = useDeviceQuery(readUsedBytes, subscribeCleared);
  const [isCleared, setCleared] = useState(false);
  const install = window.waypostInstall;
  const isOff = typeof caches === 'undefined';
  return (
    <section className={classes['section']} aria-labelledby="device-app">
      <h2 id="device-app">{t('device.app.title')}</h2>
      <p className={classes['muted']}>{t(isOff ? 'device.app.off' : 'device.app.text')}</p>
      {install && (
        <Button size="md" variant="default" onClick={() => void install.prompt()}>
          {t('device.app.install')}
        </Button>
      )}
      {!isOff && (
        <>
          {bytes !== undefined && (
            <p className={classes['muted']}>{t('device.app.used', { size: formatBytes(bytes) })}</p>
          )}
          {isCleared ? (
            <output>{t('device.app.cleared')}</output>
          ) : (
            <Button
              size="sm"
              variant="default"
              onClick={() =>
                void clearCaches().then(() => {
                  setCleared(true);
                  announce(t('device.app.cleared'));
                })
              }
            >
              {t('device.app.clear')}
            </Button>
          )}
        </>
      )}
    </section>
  );
}
