import { Button } from '@mantine/core';
import { IconCloudUp, IconRefresh } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import '../../blocks/device/device-labels.ts';
import { useScreenOwner } from '../../api/session.ts';
import { getCacheOwner } from '../../blocks/device/cache-names.ts';
import { startQueueSender } from '../../blocks/device/queue-sender.ts';
import { listQueuedReportStates, onQueueChange } from '../../blocks/device/report-queue.ts';
import { startSessionSync } from '../../blocks/device/session-sync.ts';
import { useDeviceQuery } from '../../blocks/device/use-report-queue.ts';
import { loadNewestVersion } from '../../ui/browser/load-newest-version.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { hasUnsavedChanges, UnsavedDialog } from '../../ui/form/unsaved-changes-guard.tsx';
import { ButtonLink } from '../../ui/navigation/button-link.tsx';
import classes from './device-bar.module.css';
import { hasNewVersion, onNewVersion, startServiceWorker } from './start-service-worker.ts';

/** Bar above every screen: a new version, and reports that wait on this device. Starts the service worker and the queue. */
export default function DeviceBar() {
  const owner = getCacheOwner(useScreenOwner()?.id);
  const isNew = useSyncExternalStore(onNewVersion, hasNewVersion);
  useEffect(() => {
    void startServiceWorker();
    void startSessionSync();
    startQueueSender();
  }, []);
  return (
    <>
      {isNew && <NewVersionBar />}
      <ReportQueueBar key={owner} owner={owner} />
    </>
  );
}

function NewVersionBar() {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  return (
    <output className={classes['bar']}>
      <Icon icon={IconRefresh} size={18} />
      <span>{t('device.bar.newVersion')}</span>
      <Button
        size="compact-md"
        variant="default"
        className={classes['action'] ?? ''}
        // Not every browser asks before a page with unsaved changes is reloaded.
        onClick={() => (hasUnsavedChanges() ? setAsking(true) : void loadNewestVersion())}
      >
        {t('device.bar.reload')}
      </Button>
      {isAsking && (
        <UnsavedDialog opened onStay={() => setAsking(false)} onLeave={() => void loadNewestVersion()} />
      )}
    </output>
  );
}

const readersByOwner = new Map<string, () => Promise<readonly string[]>>();
/** One function per owner, so that the queue is read when it changes and not at every rendering. */
function statesReader(owner: string) {
  const ask = readersByOwner.get(owner) ?? (() => listQueuedReportStates(owner));
  readersByOwner.set(owner, ask);
  return ask;
}

function ReportQueueBar({ owner }: { owner: string }) {
  const { t } = useTranslation();
  const states = useDeviceQuery(statesReader(owner), onQueueChange) ?? [];
  const waiting = states.filter((it) => it === 'waiting' || it === 'sending').length;
  const trouble = states.filter((it) => it === 'refused' || it === 'login').length;
  if (waiting + trouble === 0) return null;
  const isSending = states.includes('sending');
  return (
    <output className={classes['bar']} data-trouble={trouble > 0 || undefined}>
      <Icon icon={IconCloudUp} size={18} />
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
