/** A background job in the list, with its state and actions. keys: jobs.name.* */
import { Button } from '@mantine/core';
import { deleteJob, type Job, retryJob } from '@waypost/contract/jobs/jobs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { notifyError } from '../../api/notify-error.ts';
import { useCall } from '../../api/use-call.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import rows from '../../ui/display/row-list.module.css';
import { notify } from '../../ui/feedback/toast.tsx';
import classes from './jobs-page.module.css';

/** The job with its progress or error. */
export function JobRow({ job }: { job: Job }) {
  const { t, i18n } = useTranslation();
  const key = `jobs.name.${job.name}`;
  const name = i18n.exists(key) ? t(key as never) : job.name;
  return (
    <li className={rows['row']}>
      <div className={rows['text']}>
        <strong>{name}</strong>
        <JobStatus job={job} />
        {job.progress && <JobProgress name={name} done={job.progress.done} total={job.progress.total} />}
        {job.fault && (
          <span className={rows['error']} dir="auto">
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

/** The number of attempts, the time of the last one, and that of the next one. */
function JobStatus({ job }: { job: Job }) {
  const { t } = useTranslation();
  const attempts = t('jobs.tries', { count: job.attempts, max: job.attempts_allowed });
  return (
    <span className={rows['detail']}>
      {attempts} · <RelativeTime date={job.ended ?? job.started ?? job.created} />
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
      <span className={rows['detail']}>
        {total === null ? t('jobs.done', { count: done }) : t('bulk.progress', { at: done, count: total })}
      </span>
    </span>
  );
}

function RetryButton({ job, name }: { job: Job; name: string }) {
  const { t } = useTranslation();
  const retry = useCall(retryJob, {
    onSuccess: () => notify('success', t('jobs.retried', { name })),
    onError: notifyError,
  });
  return (
    <Button
      variant="default"
      loading={retry.isPending}
      onClick={() => retry.mutate({ params: { id: job.id } })}
      aria-label={t('jobs.retryNamed', { name })}
    >
      {t('jobs.retry')}
    </Button>
  );
}

/** Deletes a failed job, or cancels one that has not ended. */
function DiscardButton({ job, name }: { job: Job; name: string }) {
  const { t } = useTranslation();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const discard = useCall(deleteJob, { onSuccess: () => setDialogOpen(false) });
  const isOver = job.state === 'failed';
  const action = isOver ? t('jobs.discard') : t('jobs.stop');
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        onClick={() => setDialogOpen(true)}
        aria-label={isOver ? t('jobs.discardNamed', { name }) : t('jobs.stopNamed', { name })}
      >
        {action}
      </Button>
      {isDialogOpen && (
        <ConfirmDialog
          title={isOver ? t('jobs.discardQuestion') : t('jobs.stopQuestion')}
          confirmLabel={action}
          formatErrors={formatErrorMessages}
          onClose={() => setDialogOpen(false)}
          onConfirm={() => discard.mutateAsync({ params: { id: job.id } })}
        >
          {isOver ? t('jobs.discardLead', { name }) : t('jobs.stopLead', { name })}
        </ConfirmDialog>
      )}
    </>
  );
}
