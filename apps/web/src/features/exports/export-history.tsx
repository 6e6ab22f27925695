/** Exports that were asked for, the latest first, with their files as long as there are any. keys: export.status.* */
import { Button, Group } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteExport, type ExportJob, type ExportStatus, listExports } from '@waypost/contract/exports';
import { limits } from '@waypost/contract/limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { problemTexts } from '../../api/fault-text.ts';
import { read } from '../../api/query-client.ts';
import { forResource } from '../../api/query-keys.ts';
import { bytesText } from '../../blocks/survey-form/bytes-text.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { EmptyState, ErrorState, LoadingList } from '../../ui/states.tsx';
import { DatasetLink, DownloadButton, faultTextOf } from './export-progress.tsx';
import classes from './exports.module.css';
import { isOver, isUntold } from './use-export.ts';

/** Milliseconds. An export that runs is looked at again sooner than the usual pace, as somebody waits before the list. */
const pace = 5000;

export function ExportHistory() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    ...read(listExports, { query: { user: 'me', order: 'desc', limit: 100 } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state: { data: known } }) =>
      known?.results.some((job) => !isOver(job) && !isUntold(job)) ? pace : limits.exportPoll,
  });
  if (error && !data) return <ErrorState texts={problemTexts(error)} onRetry={() => void refetch()} />;
  if (!data) return <LoadingList rows={4} height={72} />;
  if (data.results.length === 0)
    return <EmptyState title={t('export.none.title')}>{t('export.none.text')}</EmptyState>;
  return (
    <ul className={classes['jobs']} aria-label={t('export.tab.history')}>
      {data.results.map((job) => (
        <Row key={job.id} job={job} />
      ))}
    </ul>
  );
}

function stateOf(job: ExportJob): ExportStatus | 'untold' | 'lapsed' {
  if (isUntold(job)) return 'untold';
  if (job.status === 'SUCCESS' && !job.url && !job.dataset_url) return 'lapsed';
  return job.status;
}

function Row({ job }: { job: ExportJob }) {
  const { t } = useTranslation();
  const state = stateOf(job);
  const { done = 0, total = null } = job.progress ?? {};
  return (
    <li className={classes['job']}>
      <div className={classes['words']}>
        <strong>
          {t('export.number', { id: job.id, format: t(`export.format.${job.format ?? 'csv'}.short`) })}
        </strong>
        <span className={classes['detail']}>
          <RelativeTime date={job.created} />
          {job.total_rows !== null && isOver(job) && (
            <span data-figures>{t('export.posts.count', { count: job.total_rows })}</span>
          )}
          {job.file_size ? <span data-figures>{bytesText(job.file_size)}</span> : null}
          {job.url && job.url_expiration !== null && (
            <span>
              {t('export.expires')} <RelativeTime date={new Date(job.url_expiration * 1000).toISOString()} />
            </span>
          )}
        </span>
        {job.status === 'FAILED' && (
          <span className={classes['fault']} dir="auto">
            {faultTextOf(job, t)}
          </span>
        )}
      </div>
      <span className={classes['state']} data-state={state}>
        {t(`export.status.${state}`)}
        {total && !isOver(job) ? ` ${t('state.progress', { done, of: total })}` : ''}
      </span>
      <Group gap="xs">
        {isUntold(job) && (
          <ButtonLink to="/settings/hdx-details" search={{ exportJob: job.id }} size="sm" variant="default">
            {t('export.tell')}
          </ButtonLink>
        )}
        {job.dataset_url && <DatasetLink url={job.dataset_url} size="sm" />}
        {job.url && <DownloadButton job={job} />}
        <Drop job={job} />
      </Group>
    </li>
  );
}

/** Calls off what runs, and forgets what is over. */
function Drop({ job }: { job: ExportJob }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const cache = useQueryClient();
  const verb = isOver(job) ? 'delete' : 'cancel';
  const drop = async () => {
    await call(deleteExport, { params: { id: job.id } }, { quiet: true });
    await cache.invalidateQueries({ queryKey: forResource('exports') });
    setAsking(false);
    notify('success', t(verb === 'delete' ? 'export.deleted' : 'export.cancelled'));
  };
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        size="sm"
        aria-label={t(`export.${verb}Of`, { id: job.id })}
        onClick={() => setAsking(true)}
      >
        {t(`export.${verb}`)}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t(`export.${verb}Question`, { id: job.id })}
          action={t(`export.${verb}`)}
          onConfirm={drop}
          textsOf={problemTexts}
          onClose={() => setAsking(false)}
        >
          {t('export.deleteText')}
        </ConfirmDialog>
      )}
    </>
  );
}
