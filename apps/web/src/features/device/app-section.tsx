/** The app itself: installing it, and what it uses of this device. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { screenOwner } from '../../api/session.ts';
import { answersOf, groundName, ownerOf, picturesOf, visitor } from '../../blocks/device/cache-names.ts';
import { useFromDevice } from '../../blocks/device/use-waiting.ts';
import { bytesText } from '../../blocks/survey-form/bytes-text.ts';
import { announce } from '../../ui/announcer.tsx';
import classes from './device-page.module.css';

/** What browsers hand out that can install an app; see public/theme.js, which is there early enough to be given it. */
interface InstallAsked extends Event {
  prompt: () => Promise<unknown>;
}
declare global {
  interface Window {
    waypostInstall?: InstallAsked;
  }
}

const used = async (): Promise<number> => (await navigator.storage.estimate()).usage ?? 0;
const listeners = new Set<() => void>();
const onCleared = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

async function clear(): Promise<void> {
  const owners = [visitor, ownerOf(screenOwner()?.id)];
  const names = [groundName, ...owners.flatMap((it) => [answersOf(it), picturesOf(it)])];
  await Promise.all(names.map((name) => caches.delete(name)));
  for (const listener of listeners) listener();
}

export function AppSection() {
  const { t } = useTranslation();
  const bytes = useFromDevice(used, onCleared);
  const [isCleared, setCleared] = useState(false);
  const install = window.waypostInstall;
  const isOff = typeof caches === 'undefined';
  return (
    <section className={classes['section']} aria-labelledby="device-app">
      <h2 id="device-app">{t('device.app.title')}</h2>
      <p className={classes['quiet']}>{t(isOff ? 'device.app.off' : 'device.app.text')}</p>
      {install && (
        <Button size="md" variant="default" onClick={() => void install.prompt()}>
          {t('device.app.install')}
        </Button>
      )}
      {!isOff && (
        <>
          {bytes !== undefined && (
            <p className={classes['quiet']}>{t('device.app.used', { size: bytesText(bytes) })}</p>
          )}
          {isCleared ? (
            <output>{t('device.app.cleared')}</output>
          ) : (
            <Button
              size="sm"
              variant="default"
              onClick={() =>
                void clear().then(() => {
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
