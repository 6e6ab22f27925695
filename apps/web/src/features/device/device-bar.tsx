/** Above every screen: a new version, and reports that wait on this device. Starts what they come from. */
import { Button } from '@mantine/core';
import { IconCloudUp, IconRefresh } from '@tabler/icons-react';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import '../../blocks/device/device-words.ts';
import { useScreenOwner } from '../../api/session.ts';
import { ownerOf } from '../../blocks/device/cache-names.ts';
import { startSending } from '../../blocks/device/start-sending.ts';
import { followSession } from '../../blocks/device/tell-worker.ts';
import { useFromDevice } from '../../blocks/device/use-waiting.ts';
import { onWaiting, statesOf } from '../../blocks/device/waiting-reports.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import classes from './device-bar.module.css';
import { hasNewVersion, loadNewVersion, onNewVersion, startWorker } from './start-worker.ts';

export default function DeviceBar() {
  const { t } = useTranslation();
  const owner = ownerOf(useScreenOwner()?.id);
  const isNew = useSyncExternalStore(onNewVersion, hasNewVersion);
  useEffect(() => {
    void startWorker();
    void followSession();
    startSending();
  }, []);
  return (
    <>
      {isNew && (
        <output className={classes['bar']}>
          <Icon of={IconRefresh} size={18} />
          <span>{t('device.bar.newVersion')}</span>
          <Button
            size="compact-md"
            variant="default"
            className={classes['action'] ?? ''}
            onClick={loadNewVersion}
          >
            {t('device.bar.reload')}
          </Button>
        </output>
      )}
      <WaitingBar key={owner} owner={owner} />
    </>
  );
}

const askOf = new Map<string, () => Promise<readonly string[]>>();
/** The same function for the same owner: the device is asked when something changes, not at every drawing. */
function statesAsked(owner: string) {
  const ask = askOf.get(owner) ?? (() => statesOf(owner));
  askOf.set(owner, ask);
  return ask;
}

function WaitingBar({ owner }: { owner: string }) {
  const { t } = useTranslation();
  const states = useFromDevice(statesAsked(owner), onWaiting) ?? [];
  const waiting = states.filter((it) => it === 'waiting' || it === 'sending').length;
  const trouble = states.filter((it) => it === 'refused' || it === 'login').length;
  if (waiting + trouble === 0) return null;
  const isSending = states.includes('sending');
  return (
    <output className={classes['bar']} data-trouble={trouble > 0 || undefined}>
      <Icon of={IconCloudUp} size={18} />
      <span>
        {waiting > 0 && (isSending ? t('device.bar.sending') : t('device.bar.waiting', { count: waiting }))}{' '}
        {trouble > 0 && t('device.bar.trouble', { count: trouble })}
      </span>
      <ButtonLink to="/device" size="compact-md" variant="default" className={classes['action'] ?? ''}>
        {t('device.bar.see')}
      </ButtonLink>
    </output>
  );
}
