import { Button } from '@mantine/core';
import { IconCloudUp, IconRefresh } from '@tabler/icons-react';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import '../../blocks/device/device-labels.ts';
import { useScreenOwner } from '../../api/session.ts';
import { getCacheOwner } from '../../blocks/device/cache-names.ts';
import { isSentByForm, startSending } from '../../blocks/device/send-reports.ts';
import { startSessionSync } from '../../blocks/device/session-sync.ts';
import { listQueuedReportStates, onReportsChange } from '../../blocks/device/stored-reports.ts';
import { useDeviceQuery } from '../../blocks/device/use-device-query.ts';
import { loadNewestVersion } from '../../ui/browser/load-newest-version.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { hasUnsavedChanges, UnsavedDialog } from '../../ui/form/unsaved-changes-guard.tsx';
import { ButtonLink } from '../../ui/navigation/button-link.tsx';
import classes from './device-bar.module.css';
import { hasNewVersion, onNewVersion, startServiceWorker } from './start-service-worker.ts';

/** Bar above every screen: a new version, and reports that wait on this device. Starts the service worker, and the sending of what waits. */
export default function DeviceBar() {
  const owner = getCacheOwner(useScreenOwner()?.id);
  const isNew = useSyncExternalStore(onNewVersion, hasNewVersion);
  useEffect(() => {
    void startServiceWorker();
    void startSessionSync();
    startSending();
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

function ReportQueueBar({ owner }: { owner: string }) {
  const { t } = useTranslation();
  // The same function, so that the queue is read when it changes and not at every rendering.
  const readStates = useCallback(() => listQueuedReportStates(owner), [owner]);
  const reports = useDeviceQuery(readStates, onReportsChange) ?? [];
  const states = reports.filter(({ id }) => !isSentByForm(id)).map(({ state }) => state);
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
