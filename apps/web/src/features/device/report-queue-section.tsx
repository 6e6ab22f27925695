/** Reports that wait on this device: their state, the error if one was rejected, and the actions. */
import '@mantine/core/styles/Progress.layer.css';
import { Button, Progress } from '@mantine/core';
import {
  IconCircleCheck,
  IconClockUp,
  IconDeviceMobile,
  IconExclamationCircle,
  IconLock,
  IconPencil,
  type TablerIcon,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { visitorOwner } from '../../blocks/device/cache-names.ts';
import { onUploadProgress, readUploadProgress, sendNow } from '../../blocks/device/send-reports.ts';
import {
  deleteReport,
  type LockedReport,
  type QueuedReport,
  writeReport,
} from '../../blocks/device/stored-reports.ts';
import { useQueuedReports } from '../../blocks/device/use-device-query.ts';
import { isNewPhoto } from '../../blocks/survey-form/photos/new-photo.ts';
import { InlineConfirmButton } from '../../ui/dialog/inline-confirm-button.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { ButtonLink } from '../../ui/navigation/button-link.tsx';
import classes from './device-page.module.css';

type ShownState = QueuedReport['state'] | 'locked';

const icons: Record<ShownState, TablerIcon> = {
  waiting: IconDeviceMobile,
  sending: IconClockUp,
  login: IconLock,
  refused: IconExclamationCircle,
  aside: IconPencil,
  sent: IconCircleCheck,
  locked: IconLock,
};

/** keys: device.waiting.state.* */
export function ReportQueueSection({ owner }: { owner: string }) {
  const { t } = useTranslation();
  const reports = useQueuedReports();
  const mayGo = reports?.some(({ state }) => state === 'waiting') ?? false;
  return (
    <section className={classes['section']} aria-labelledby="device-reports">
      <h2 id="device-reports">{t('device.waiting.title')}</h2>
      {reports?.length === 0 && <p className={classes['muted']}>{t('device.waiting.none')}</p>}
      {reports && reports.length > 0 && (
        <ul className={classes['cards']}>
          {reports.map((it) => (
            <li key={it.id} className={classes['card']}>
              {it.state === 'locked' ? (
                <LockedReportCard report={it} />
              ) : (
                <QueuedReportCard report={it} owner={owner} />
              )}
            </li>
          ))}
        </ul>
      )}
      {mayGo && (
        <Button size="md" variant="default" onClick={sendNow}>
          {t('device.waiting.now')}
        </Button>
      )}
    </section>
  );
}

function ReportState({ state }: { state: ShownState }) {
  const { t } = useTranslation();
  return (
    <span className={classes['state']} data-state={state}>
      <Icon icon={icons[state]} size={18} />
      {t(`device.waiting.state.${state}`)}
    </span>
  );
}

function RemoveButton({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <InlineConfirmButton
      variant="default"
      size="sm"
      question={t('device.waiting.removeAsk')}
      confirmLabel={t('device.waiting.remove')}
      cancelLabel={t('device.waiting.keep')}
      onConfirm={() => void deleteReport(id)}
    >
      {t('device.waiting.remove')}
    </InlineConfirmButton>
  );
}

/** A report of another user: it is encrypted and can only be deleted here. */
function LockedReportCard({ report }: { report: LockedReport }) {
  const { t } = useTranslation();
  return (
    <>
      <strong>{t('device.waiting.lockedTitle')}</strong>
      <ReportState state="locked" />
      <p className={classes['muted']}>
        {t('device.waiting.locked')} {t('device.waiting.written')}{' '}
        <RelativeTime date={new Date(report.savedAt).toISOString()} />
      </p>
      <div className={classes['actions']}>
        <RemoveButton id={report.id} />
      </div>
    </>
  );
}

function QueuedReportCard({ report, owner }: { report: QueuedReport; owner: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const part = useSyncExternalStore(onUploadProgress, () => readUploadProgress(report.id));
  const { id, state, survey, answers, problems, savedAt, postId } = report;
  const photos = Object.values(answers.values).flat().filter(isNewPhoto).length;
  const title = answers.title.trim() || t('post.untitled');
  // Opened by another user, it would be sent in that user's name.
  const mayOpen = report.owner === owner && (state === 'refused' || state === 'aside' || state === 'waiting');
  const open = () =>
    void writeReport({ ...report, state: 'draft', problems: [] }).then(() =>
      navigate({ to: '/posts/create/$surveyId', params: { surveyId: String(survey.id) } }),
    );
  return (
    <>
      <strong dir="auto">{title}</strong>
      <ReportState state={state} />
      {part !== null && state === 'sending' && (
        <Progress value={part * 100} aria-label={t('device.waiting.state.sending')} />
      )}
      {problems.length > 0 && (
        <ul className={classes['problems']}>
          {problems.map((text) => (
            <li key={text} dir="auto">
              {text}
            </li>
          ))}
        </ul>
      )}
      <span className={classes['muted']}>
        <bdi>{survey.name}</bdi>
        {photos > 0 && ` · ${t('post.draft.photos', { count: photos })}`}
        {' · '}
        {t(state === 'sent' ? 'device.waiting.sentAt' : 'device.waiting.written')}{' '}
        <RelativeTime date={new Date(savedAt).toISOString()} />
      </span>
      {report.owner === visitorOwner && owner !== visitorOwner && (
        <span className={classes['muted']}>{t('device.waiting.visitors')}</span>
      )}
      {state !== 'sending' && (
        <div className={classes['actions']}>
          {state === 'login' && (
            <ButtonLink to="/login" size="sm">
              {t('nav.login')}
            </ButtonLink>
          )}
          {mayOpen && (
            <Button size="sm" variant={state === 'refused' ? 'filled' : 'default'} onClick={open}>
              {t(state === 'refused' ? 'device.waiting.mend' : 'device.waiting.open')}
            </Button>
          )}
          {state === 'sent' && postId !== null && (
            <ButtonLink to="/posts/$postId" params={{ postId: String(postId) }} size="sm" variant="default">
              {t('device.waiting.see')}
            </ButtonLink>
          )}
          {state === 'sent' ? (
            <Button size="sm" variant="default" onClick={() => void deleteReport(id)}>
              {t('device.waiting.dismiss')}
            </Button>
          ) : (
            <RemoveButton id={id} />
          )}
        </div>
      )}
    </>
  );
}
