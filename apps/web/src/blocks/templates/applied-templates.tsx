/** The templates that were applied last, to undo one later. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  listTemplateApplications,
  previewTemplateUndo,
  type TemplateApplicationEntry,
} from '@waypost/contract/templates/template-applications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { TemplateChanges } from './template-changes.tsx';
import classes from './templates.module.css';
import { useUndoTemplate } from './use-undo-template.ts';

/** Lists them; nothing while there are none. */
export function AppliedTemplates() {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<TemplateApplicationEntry | null>(null);
  const { data, error, refetch } = useQuery(buildEndpointQuery(listTemplateApplications, {}));
  if (data?.results.length === 0 || (!data && !error)) return null;
  return (
    <FormSection title={t('template.applied.title')}>
      {error && !data && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      <ul className={classes['applied']} aria-label={t('template.applied.title')}>
        {data?.results.map((application) => (
          <li key={application.id} className={classes['appliedRow']}>
            <span className={classes['appliedText']}>
              <bdi>{application.title}</bdi>
              <span className={classes['about']}>
                <RelativeTime date={application.created} />
              </span>
            </span>
            {application.undone === null ? (
              <Button size="sm" variant="default" onClick={() => setChosen(application)}>
                {t('action.undo')}
              </Button>
            ) : (
              <span className={classes['about']}>{t('template.applied.undone')}</span>
            )}
          </li>
        ))}
      </ul>
      {chosen && <UndoDialog application={chosen} onClose={() => setChosen(null)} />}
    </FormSection>
  );
}

interface UndoDialogProps {
  application: TemplateApplicationEntry;
  onClose: () => void;
}

/** Shows what goes and what stays before it happens. */
function UndoDialog({ application: { id, title }, onClose }: UndoDialogProps) {
  const { t } = useTranslation();
  const undo = useUndoTemplate();
  const { data, error } = useQuery({
    ...buildEndpointQuery(previewTemplateUndo, { params: { id } }),
    staleTime: 0,
  });
  const confirm = async () => {
    await undo.mutateAsync({ params: { id } });
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('template.undo.title', { name: title })}
      confirmLabel={t('template.undo.action')}
      onConfirm={confirm}
      formatErrors={formatErrorMessages}
      onClose={onClose}
    >
      <p className={classes['lead']}>{t('template.undo.text')}</p>
      {error && <ErrorState messages={formatErrorMessages(error)} />}
      {!data && !error && <ListSkeleton rows={3} height={32} />}
      {data && <TemplateChanges changes={data.changes} emptyText={t('template.undo.none')} />}
    </ConfirmDialog>
  );
}
