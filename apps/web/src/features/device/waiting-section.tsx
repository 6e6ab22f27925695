/** Reports that wait on this device: what they are at, why one was refused, and what can be done about it. */
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
import { visitor } from '../../blocks/device/cache-names.ts';
import { openAgain } from '../../blocks/device/keep-report.ts';
import { onSendingPart, sendingPart } from '../../blocks/device/send-waiting.ts';
import { sendNow } from '../../blocks/device/start-sending.ts';
import { useWaiting } from '../../blocks/device/use-waiting.ts';
import { type LockedReport, removeWaiting, type WaitingReport } from '../../blocks/device/waiting-reports.ts';
import { isNewPhoto } from '../../blocks/survey-form/new-photo.ts';
import { AskFirst } from '../../ui/ask-first.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './device-page.module.css';

const icons: Record<WaitingReport['state'] | 'locked', TablerIcon> = {
  waiting: IconDeviceMobile,
  sending: IconClockUp,
  login: IconLock,
  refused: IconExclamationCircle,
  aside: IconPencil,
  sent: IconCircleCheck,
  locked: IconLock,
};

/** keys: device.waiting.state.* */
export function WaitingSection({ owner }: { owner: string }) {
  const { t } = useTranslation();
  const reports = useWaiting();
  const mayGo = reports?.some(({ state }) => state === 'waiting') ?? false;
  return (
    <section className={classes['section']} aria-labelledby="device-reports">
      <h2 id="device-reports">{t('device.waiting.title')}</h2>
      {reports?.length === 0 && <p className={classes['quiet']}>{t('device.waiting.none')}</p>}
      {reports && reports.length > 0 && (
        <ul className={classes['cards']}>
          {reports.map((it) => (
            <li key={it.id} className={classes['card']}>
              {it.state === 'locked' ? <Locked report={it} /> : <Report report={it} owner={owner} />}
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

function State({ state }: { state: WaitingReport['state'] | 'locked' }) {
  const { t } = useTranslation();
  return (
    <span className={classes['state']} data-state={state}>
      <Icon of={icons[state]} size={18} />
      {t(`device.waiting.state.${state}`)}
    </span>
  );
}

function Remove({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <AskFirst
      variant="default"
      size="sm"
      question={t('device.waiting.removeAsk')}
      confirm={t('device.waiting.remove')}
      keep={t('device.waiting.keep')}
      onConfirm={() => void removeWaiting(id)}
    >
      {t('device.waiting.remove')}
    </AskFirst>
  );
}

/** Its owner alone can read it: whoever is here may make room, and nothing else. */
function Locked({ report }: { report: LockedReport }) {
  const { t } = useTranslation();
  return (
    <>
      <strong>{t('device.waiting.lockedTitle')}</strong>
      <State state="locked" />
      <p className={classes['quiet']}>
        {t('device.waiting.locked')} {t('device.waiting.written')}{' '}
        <RelativeTime date={new Date(report.savedAt).toISOString()} />
      </p>
      <div className={classes['actions']}>
        <Remove id={report.id} />
      </div>
    </>
  );
}

function Report({ report, owner }: { report: WaitingReport; owner: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const part = useSyncExternalStore(onSendingPart, () => sendingPart(report.id));
  const { id, state, survey, answers, problems, savedAt, postId } = report;
  const photos = Object.values(answers.values).flat().filter(isNewPhoto).length;
  const title = answers.title.trim() || t('post.untitled');
  // Opened by somebody else it would become theirs.
  const mayOpen = report.owner === owner && (state === 'refused' || state === 'aside' || state === 'waiting');
  const open = () =>
    void openAgain(id).then(() =>
      navigate({ to: '/posts/create/$surveyId', params: { surveyId: String(survey.id) } }),
    );
  return (
    <>
      <strong dir="auto">{title}</strong>
      <State state={state} />
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
      <span className={classes['quiet']}>
        <bdi>{survey.name}</bdi>
        {photos > 0 && ` · ${t('post.draft.photos', { count: photos })}`}
        {' · '}
        {t(state === 'sent' ? 'device.waiting.sentAt' : 'device.waiting.written')}{' '}
        <RelativeTime date={new Date(savedAt).toISOString()} />
      </span>
      {report.owner === visitor && owner !== visitor && (
        <span className={classes['quiet']}>{t('device.waiting.visitors')}</span>
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
            <Button size="sm" variant="default" onClick={() => void removeWaiting(id)}>
              {t('device.waiting.dismiss')}
            </Button>
          ) : (
            <Remove id={id} />
          )}
        </div>
      )}
    </>
  );
}
