/** Form for the mapping of columns, the parsing options and the status of posts, with a preview. */
import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { CsvOptions } from '@waypost/contract/imports/csv-options';
import {
  deleteImport,
  type Import,
  type ImportPreview,
  startImport,
  updateImport,
} from '@waypost/contract/imports/imports';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { notifyError } from '../../api/notify-error.ts';
import { useCall } from '../../api/use-call.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { useAsyncAction } from '../../ui/feedback/use-async-action.ts';
import formClasses from '../../ui/form/form-column.module.css';
import { SaveBar } from '../../ui/form/save-bar.tsx';
import { CsvOptionsSection } from './csv-options-section.tsx';
import { FieldsSection } from './fields-section.tsx';
import type { ImportSurvey } from './import-survey.ts';
import { formatPreviewSummary, hasNothingToImport, PreviewSection } from './preview-section.tsx';
import { StatusSection } from './status-section.tsx';
import { importPreviewQuery, useImportPreview } from './use-import-preview.ts';
import { useMapping } from './use-mapping.ts';
import { watchImport } from './watched-imports.ts';

interface Props {
  importRecord: Import;
  importSurvey: ImportSurvey;
  initialPreview: ImportPreview;
  /** Those of a mapping that was stored before. */
  storedOptions: CsvOptions | null;
  /** Another reading of the file is on its way. */
  isOutdated: boolean;
  onFormatChange: (change: Partial<CsvOptions>) => void;
}

/** Renders the mapping form and starts the import. */
export function MappingForm(props: Props) {
  const { importRecord, importSurvey, initialPreview, storedOptions, isOutdated, onFormatChange } = props;
  const { source } = importRecord;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const mapping = useMapping(importRecord, importSurvey, { initialPreview, storedOptions });
  const { body, errors } = mapping;
  const preview = useImportPreview(importRecord.id, body);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const params = { id: importRecord.id };
  const update = useCall(updateImport, { invalidates: [] });
  const start = useCall(startImport, { onSuccess: () => watchImport(importRecord.id) });
  const submission = useAsyncAction<void, void>(
    async () => {
      const columns = initialPreview.columns.map((column) => column.name);
      // What nobody has chosen is imported as the preview has guessed it.
      const { options } = await queryClient.fetchQuery(importPreviewQuery(importRecord.id, body));
      await update.mutateAsync({ params, body: { ...body, options, columns } as typeof body });
      await start.mutateAsync({ params });
      await navigate({ to: '/settings/data-after-import', search: { import: importRecord.id } });
    },
    { onError: (error) => setProblems(formatErrorMessages(error)) },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setProblems(errors);
    if (errors.length === 0) submission.mutate();
  };
  const cancel = useCall(deleteImport, {
    onSuccess: () => navigate({ to: '/settings/data-import' }),
    onError: notifyError,
  });
  const hasRequiredTasks = importSurvey.tasks.some((task) => task.type !== 'post' && task.required);
  const shownPreview = preview.data ?? initialPreview;
  // While columns are missing, the button stays enabled, because pressing it names them.
  const canImport = errors.length > 0 || preview.isPlaceholderData || !hasNothingToImport(shownPreview);
  return (
    <form noValidate className={formClasses['form']} onSubmit={submit}>
      <StatusSection columns={initialPreview.columns} {...mapping.statusState} />
      <FieldsSection
        groups={mapping.groups}
        columns={initialPreview.columns}
        columnsByTarget={mapping.columnsByTarget}
        preview={shownPreview}
        onSelectColumns={mapping.selectColumns}
        chosenOptions={body.options.columns ?? {}}
        onOptionsChange={mapping.changeOptionsOfColumns}
      />
      <CsvOptionsSection
        options={mapping.options}
        columns={initialPreview.columns}
        isConverted={source != null}
        hasDamage={importRecord.options?.damaged === 'reject'}
        onChange={mapping.changeOptions}
        onFormatChange={onFormatChange}
      />
      <PreviewSection
        preview={shownPreview}
        rows={mapping.rows}
        source={source ?? null}
        error={preview.error}
      />
      {hasRequiredTasks && (
        <Alert variant="light" color="accent" icon={<Icon icon={IconInfoCircle} />} role="note">
          {t('dataImport.map.tasks')}
        </Alert>
      )}
      <SaveBar
        saveLabel={t('dataImport.map.finish')}
        canSave={canImport && !isOutdated}
        statusText={canImport ? undefined : formatPreviewSummary(shownPreview, t)}
        isBusy={submission.isPending}
        problems={problems}
        onCancel={() => cancel.mutate({ params })}
      />
    </form>
  );
}
