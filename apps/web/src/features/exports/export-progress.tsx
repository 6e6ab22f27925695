/** Progress of an export; the download starts when it is complete (spec 3 §4, "Export"). keys: export.fault.* */
import '@mantine/core/styles/Progress.layer.css';
import { Alert, Button, Group, Progress, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { deleteExport, type ExportJob } from '@waypost/contract/exports/exports';
import type { TFunction } from 'i18next';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { useCall } from '../../api/use-call.ts';
import { focusOverTitle } from '../../ui/browser/focus-over-title.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { announce } from '../../ui/feedback/announcer.tsx';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { useAsyncAction } from '../../ui/feedback/use-async-action.ts';
import { FormSection } from '../../ui/form/form-section.tsx';
import { ButtonLink } from '../../ui/navigation/button-link.tsx';
import { downloadExport } from './download-export.ts';
import classes from './exports.module.css';
import { isFinished, useExport } from './use-export.ts';

interface Props {
  id: number;
  /** Returns to the form. */
  onDone: () => void;
  /** Action shown at the end, where it is not a return to the form. */
  backAction?: ReactNode;
}

/** Shows the progress and the result of an export. */
export function ExportProgress({ id, onDone, backAction: action }: Props) {
  const { t } = useTranslation();
  const { data: job, error, refetch } = useExport(id);
  const isDelivered = useRef(false);
  const isComplete = job?.status === 'SUCCESS';
  useEffect(() => {
    if (!isComplete || isDelivered.current || job.send_to_hdx) return;
    isDelivered.current = true;
    announce(t('export.done.title'));
    void downloadExport(id).catch(() => undefined);
  }, [isComplete, job, id, t]);
  if (error && !job)
    return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />;
  if (!job) return <ListSkeleton rows={1} height={160} />;
  if (isFinished(job)) return <ExportFinished job={job} onDone={onDone} backAction={action} />;
  return <ExportInProgress job={job} onDone={onDone} />;
}

function ExportInProgress({ job, onDone }: { job: ExportJob; onDone: () => void }) {
  const { t } = useTranslation();
  const { done = 0, total = null } = job.progress ?? {};
  const isSending = job.status === 'PENDING_HDX';
  const percent = isSending ? 100 : total ? (100 * done) / total : 0;
  const cancel = useCall(deleteExport, {
    onSuccess() {
      notify('success', t('export.cancelled'));
      onDone();
    },
    onError: (error) => notify('error', formatErrorMessages(error).join(' ')),
    invalidates: [],
  });
  return (
    <FormSection
      title={t(isSending ? 'export.progress.sending' : 'export.progress.title')}
      lead={t('export.progress.lead')}
    >
      <Progress.Root size="lg">
        <Progress.Section value={percent} aria-label={t('export.progress.title')} animated={percent > 0} />
      </Progress.Root>
      <Text component="output" size="sm" c="dimmed" data-figures>
        {total ? t('export.progress.rows', { done, count: total }) : t('export.progress.waiting')}
      </Text>
      <Group>
        <ButtonLink to="/settings/data-export" search={{ tab: 'history' }} variant="default" size="md">
          {t('export.tab.history')}
        </ButtonLink>
        <Button
          variant="subtle"
          color="red"
          size="md"
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ params: { id: job.id } })}
        >
          {t('export.cancel')}
        </Button>
      </Group>
    </FormSection>
  );
}

/** Message for the reason of a failure. */
export function formatExportError(job: ExportJob, t: TFunction): string {
  const code = job.fault?.code ?? 'failed';
  const text = job.fault?.text;
  return [t(`export.fault.${code}`), ...(text ? [t('export.fault.said', { text })] : [])].join(' ');
}

function ExportFinished({ job, onDone, backAction }: Omit<Props, 'id'> & { job: ExportJob }) {
  const { t } = useTranslation();
  const actions = useRef<HTMLDivElement>(null);
  // The button that started the export is gone.
  useEffect(() => focusOverTitle(() => actions.current?.querySelector<HTMLElement>('a, button')), []);
  const action = backAction ?? (
    <Button variant="default" size="md" onClick={onDone}>
      {t('export.again')}
    </Button>
  );
  if (job.status === 'FAILED')
    return (
      <FormSection title={t('export.failed')}>
        <Alert color="red" variant="light" icon={<Icon icon={IconAlertTriangle} />} role="alert">
          <span dir="auto">{formatExportError(job, t)}</span>
        </Alert>
        <Group ref={actions}>{action}</Group>
      </FormSection>
    );
  return (
    <FormSection title={t(job.send_to_hdx ? 'export.done.sent' : 'export.done.title')}>
      <p className={classes['done']}>
        <Icon icon={IconCircleCheck} />
        <span data-figures>{t('export.done.rows', { count: job.total_rows ?? 0 })}</span>
      </p>
      <Text size="sm" c="dimmed">
        {t('export.done.text')}
      </Text>
      <Group ref={actions}>
        {job.dataset_url ? <DatasetLink url={job.dataset_url} /> : <DownloadButton job={job} isMain />}
        {action}
        <ButtonLink to="/settings/data-export" search={{ tab: 'history' }} variant="subtle" size="md">
          {t('export.tab.history')}
        </ButtonLink>
      </Group>
    </FormSection>
  );
}

/** Link to a published dataset. */
export function DatasetLink({ url, size = 'md' }: { url: string; size?: 'sm' | 'md' }): ReactNode {
  const { t } = useTranslation();
  return (
    <Button component="a" href={url} target="_blank" rel="noreferrer" variant="default" size={size}>
      {t('export.openDataset')}
    </Button>
  );
}

/** Button that downloads the file of an export. */
export function DownloadButton({ job, isMain = false }: { job: ExportJob; isMain?: boolean }) {
  const { t } = useTranslation();
  const start = useAsyncAction(downloadExport, {
    onSuccess: (isStarted) => isStarted || notify('error', t('export.gone')),
    onError: (error) => notify('error', formatErrorMessages(error).join(' ')),
  });
  return (
    <Button
      variant={isMain ? 'filled' : 'default'}
      size={isMain ? 'md' : 'sm'}
      aria-label={t('export.downloadOf', { id: job.id })}
      loading={start.isPending}
      onClick={() => start.mutate(job.id)}
    >
      {t('export.download')}
    </Button>
  );
}
