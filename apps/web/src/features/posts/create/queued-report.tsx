import { IconCheck, IconClockUp, IconDeviceMobileCheck, IconExclamationCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import '../../../blocks/device/device-labels.ts';
import { useQueuedReports } from '../../../blocks/device/use-device-query.ts';
import type { Receipt } from '../../../blocks/receipt/receipt-code.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { ScreenTitle } from '../../../ui/layout/screen-title.tsx';
import { ButtonLink } from '../../../ui/navigation/button-link.tsx';
import classes from '../form/report-form.module.css';
import { ReceiptOrNone } from './receipt-or-none.tsx';

interface Props {
  /** Id of the queued report. */
  id: string;
  /** Of a report without an account; not shown once the server has refused the report. */
  receipt: Receipt | undefined;
  isEmbedded: boolean;
  onNewReport: () => void;
}

const stateIcons = {
  waiting: IconDeviceMobileCheck,
  sending: IconClockUp,
  sent: IconCheck,
  refused: IconExclamationCircle,
};

/** Shown after a report could not be sent: it is stored on the device, and its progress is shown here. */
export default function QueuedReport({ id, receipt, isEmbedded, onNewReport }: Props) {
  const { t } = useTranslation();
  const reports = useQueuedReports();
  const state = reports?.find((report) => report.id === id)?.state;
  const shownState = state === 'sending' || state === 'sent' || state === 'refused' ? state : 'waiting';
  return (
    <Panel>
      <div className={classes['thanks']} aria-live="polite">
        <span className={classes['stateIcon']} data-state={shownState}>
          <Icon icon={stateIcons[shownState]} size={32} />
        </span>
        {shownState === 'waiting' && (
          <>
            <ScreenTitle title={t('device.queued.title')} />
            <p>{t('device.queued.text')}</p>
          </>
        )}
        {shownState === 'sending' && <ScreenTitle title={t('device.queued.sending')} />}
        {shownState === 'sent' && (
          <>
            <ScreenTitle title={t('device.queued.sentTitle')} />
            <p>{t('device.queued.sentText')}</p>
          </>
        )}
        {shownState === 'refused' && (
          <>
            <ScreenTitle title={t('device.queued.refusedTitle')} />
            <p>{t('device.queued.refusedText')}</p>
          </>
        )}
        <ReceiptOrNone
          receipt={shownState === 'refused' ? undefined : receipt}
          isQueued
          onNewReport={onNewReport}
        />
        {!isEmbedded && (
          <>
            <ButtonLink to="/device" variant="default" size="md">
              {t('device.queued.see')}
            </ButtonLink>
            <ButtonLink to="/views/map" variant="subtle" size="md">
              {t('nav.backToMap')}
            </ButtonLink>
          </>
        )}
      </div>
    </Panel>
  );
}
