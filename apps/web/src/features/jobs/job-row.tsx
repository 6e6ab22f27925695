/** One job: what it does, how it stands, and what can be done about it. keys: jobs.name.* */
import { Button } from '@mantine/core';
import { deleteJob, type Job, listJobs, retryJob } from '@waypost/contract/jobs/jobs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { formatErrorMessages } from '../../api/error-text.ts';
import { notifyError } from '../../api/notify-error.ts';
import { queryClient } from '../../api/query-client.ts';
import { buildEndpointKey } from '../../api/query-keys.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import classes from './jobs-page.module.css';

const refetchJobs = () => queryClient.invalidateQueries({ queryKey: buildEndpointKey(listJobs) });

export function JobRow({ job }: { job: Job }) {
  const { t, i18n } = useTranslation();
  const key = `jobs.name.${job.name}`;
  const name = i18n.exists(key) ? t(key as never) : job.name;
  return (
    <li className={classes['job']}>
      <div className={classes['content']}>
        <strong>{name}</strong>
        <JobStatus job={job} />
        {job.progress && <JobProgress name={name} done={job.progress.done} total={job.progress.total} />}
        {job.fault && (
          <span className={classes['fault']} dir="auto">
            {job.fault.code && !job.fault.message.includes(job.fault.code) && `${job.fault.code}: `}
            {job.fault.message}
          </span>
        )}
      </div>
      <div className={classes['actions']}>
        {job.state === 'failed' && <RetryButton job={job} name={name} />}
        <DiscardButton job={job} name={name} />
      </div>
    </li>
  );
}

/** How often it was tried, and when; when it is tried again. */
function JobStatus({ job }: { job: Job }) {
  const { t } = useTranslation();
  const tries = t('jobs.tries', { count: job.attempts, most: job.attempts_allowed });
  return (
    <span className={classes['detail']}>
      {tries} · <RelativeTime date={job.ended ?? job.started ?? job.created} />
      {job.state === 'retrying' && (
        <>
          {' · '}
          {t('jobs.again')} <RelativeTime date={job.due} />
        </>
      )}
    </span>
  );
}

function JobProgress({ name, done, total }: { name: string; done: number; total: number | null }) {
  const { t } = useTranslation();
  return (
    <span className={classes['progress']}>
      {total !== null && <progress max={total} value={done} aria-label={t('jobs.progress', { name })} />}
      <span className={classes['detail']}>
        {total === null ? t('jobs.done', { count: done }) : t('bulk.progress', { at: done, count: total })}
      </span>
    </span>
  );
}

function RetryButton({ job, name }: { job: Job; name: string }) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  async function retry() {
    setBusy(true);
    try {
      await call(retryJob, { params: { id: job.id } }, { quiet: true });
      notify('success', t('jobs.retried', { name }));
      await refetchJobs();
    } catch (error) {
      notifyError(error);
    }
    setBusy(false);
  }
  return (
    <Button
      variant="default"
      loading={isBusy}
      onClick={() => void retry()}
      aria-label={t('jobs.retryNamed', { name })}
    >
      {t('jobs.retry')}
    </Button>
  );
}

/** Forgets what failed; calls off what has not ended. */
function DiscardButton({ job, name }: { job: Job; name: string }) {
  const { t } = useTranslation();
  const [isAsked, setAsked] = useState(false);
  const isOver = job.state === 'failed';
  const deed = isOver ? t('jobs.discard') : t('jobs.stop');
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        onClick={() => setAsked(true)}
        aria-label={isOver ? t('jobs.discardNamed', { name }) : t('jobs.stopNamed', { name })}
      >
        {deed}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={isOver ? t('jobs.discardQuestion') : t('jobs.stopQuestion')}
          confirmLabel={deed}
          formatErrors={formatErrorMessages}
          onClose={() => setAsked(false)}
          onConfirm={async () => {
            await call(deleteJob, { params: { id: job.id } }, { quiet: true });
            setAsked(false);
            await refetchJobs();
          }}
        >
          {isOver ? t('jobs.discardLead', { name }) : t('jobs.stopLead', { name })}
        </ConfirmDialog>
      )}
    </>
  );
}
