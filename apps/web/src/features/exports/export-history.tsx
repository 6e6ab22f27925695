import { Button, Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { limits } from '@waypost/contract/common/limits';
import {
  deleteExport,
  type ExportJob,
  type ExportStatus,
  listExports,
} from '@waypost/contract/exports/exports';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { useCall } from '../../api/use-call.ts';
import { formatBytes } from '../../blocks/survey-form/photos/format-bytes.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import rows from '../../ui/display/row-list.module.css';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { ButtonLink } from '../../ui/navigation/button-link.tsx';
import { DatasetLink, DownloadButton, formatExportError } from './export-progress.tsx';
import classes from './exports.module.css';
import { isFinished, needsDatasetDetails } from './use-export.ts';

/** Milliseconds between two polls while an export runs; shorter than usual, since the user is waiting. */
const pollIntervalMs = 5000;

/** Past exports, newest first, with links to their files until these are deleted. keys: export.status.* */
export function ExportHistory() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    ...buildEndpointQuery(listExports, { query: { user: 'me', order: 'desc', limit: 100 } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state: { data: exports } }) =>
      exports?.results.some((job) => !isFinished(job) && !needsDatasetDetails(job))
        ? pollIntervalMs
        : limits.exportPollMs,
  });
  if (error && !data)
    return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={4} height={72} />;
  if (data.results.length === 0)
    return <EmptyState title={t('export.none.title')}>{t('export.none.text')}</EmptyState>;
  return (
    <ul className={rows['list']} aria-label={t('export.tab.history')}>
      {data.results.map((job) => (
        <ExportRow key={job.id} job={job} />
      ))}
    </ul>
  );
}

function getExportState(job: ExportJob): ExportStatus | 'needsDetails' | 'fileRemoved' {
  if (needsDatasetDetails(job)) return 'needsDetails';
  if (job.status === 'SUCCESS' && !job.url && !job.dataset_url) return 'fileRemoved';
  return job.status;
}

function ExportRow({ job }: { job: ExportJob }) {
  const { t } = useTranslation();
  const state = getExportState(job);
  const { done = 0, total = null } = job.progress ?? {};
  return (
    <li className={rows['row']}>
      <div className={rows['text']}>
        <strong>
          {t('export.number', { id: job.id, format: t(`export.format.${job.format ?? 'csv'}.short`) })}
        </strong>
        <span className={classes['detail']}>
          <RelativeTime date={job.created} />
          {job.total_rows !== null && isFinished(job) && (
            <span data-figures>{t('export.posts.count', { count: job.total_rows })}</span>
          )}
          {job.file_size ? <span data-figures>{formatBytes(job.file_size)}</span> : null}
          {job.url && job.url_expiration !== null && (
            <span>
              {t('export.expires')} <RelativeTime date={new Date(job.url_expiration * 1000).toISOString()} />
            </span>
          )}
        </span>
        {job.status === 'FAILED' && (
          <span className={rows['error']} dir="auto">
            {formatExportError(job, t)}
          </span>
        )}
      </div>
      <span className={classes['state']} data-state={state}>
        {t(`export.status.${state}`)}
        {total && !isFinished(job) ? ` ${t('state.progress', { done, of: total })}` : ''}
      </span>
      <Group gap="xs">
        {needsDatasetDetails(job) && (
          <ButtonLink to="/settings/hdx-details" search={{ exportJob: job.id }} size="sm" variant="default">
            {t('export.addDetails')}
          </ButtonLink>
        )}
        {job.dataset_url && <DatasetLink url={job.dataset_url} size="sm" />}
        {job.url && <DownloadButton job={job} />}
        <DeleteExportButton job={job} />
      </Group>
    </li>
  );
}

/** Cancels a running export, or deletes a finished one. */
function DeleteExportButton({ job }: { job: ExportJob }) {
  const { t } = useTranslation();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const actionName = isFinished(job) ? 'delete' : 'cancel';
  const remove = useCall(deleteExport, {
    onSuccess() {
      setDialogOpen(false);
      notify('success', t(actionName === 'delete' ? 'export.deleted' : 'export.cancelled'));
    },
  });
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        size="sm"
        aria-label={t(`export.${actionName}Of`, { id: job.id })}
        onClick={() => setDialogOpen(true)}
      >
        {t(`export.${actionName}`)}
      </Button>
      {isDialogOpen && (
        <ConfirmDialog
          title={t(`export.${actionName}Question`, { id: job.id })}
          confirmLabel={t(`export.${actionName}`)}
          onConfirm={() => remove.mutateAsync({ params: { id: job.id } })}
          formatErrors={formatErrorMessages}
          onClose={() => setDialogOpen(false)}
        >
          {t('export.deleteText')}
        </ConfirmDialog>
      )}
    </>
  );
}
