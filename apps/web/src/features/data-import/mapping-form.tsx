/** Form for the mapping of columns, the parsing options and the status of posts, with a preview. */
import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import { type CsvOptions } from '@waypost/contract/imports/csv-options';
import {
  deleteImport,
  type Import,
  type ImportPreview,
  startImport,
  updateImport,
} from '@waypost/contract/imports/imports';
import type { Attribute } from '@waypost/contract/surveys/attributes';
import type { Survey } from '@waypost/contract/surveys/surveys';
import type { Task } from '@waypost/contract/surveys/tasks';
import { type FormEvent, useMemo, useState } from 'react';
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
import {
  buildMappingFieldGroups,
  type ColumnsByTarget,
  findMappingErrors,
  formatMapsTo,
  parseMapsTo,
  setColumns,
} from './mapping-fields.ts';
import { formatPreviewSummary, hasNothingToImport, PreviewSection } from './preview-section.tsx';
import { StatusSection } from './status-section.tsx';
import { useImportPreview } from './use-import-preview.ts';
import { useMappingLabels } from './use-mapping-labels.ts';
import { watchImport } from './watched-imports.ts';

/** A survey with all its fields that rows can fill. */
export interface ImportSurvey {
  survey: Survey;
  tasks: readonly Task[];
  attributes: readonly Attribute[];
}

interface Props {
  importRecord: Import;
  importSurvey: ImportSurvey;
  initialPreview: ImportPreview;
  onFormatChange: (change: Partial<CsvOptions>) => void;
}

/** State of the mapping and its preview by the server. */
function useMapping({ importRecord, importSurvey, initialPreview }: Props) {
  const labels = useMappingLabels();
  const groups = useMemo(
    () => buildMappingFieldGroups(importSurvey.tasks, importSurvey.attributes, labels.properties),
    [importSurvey, labels.properties],
  );
  const rows = groups.flatMap((group) => group.rows);
  const [columnsByTarget, setColumnsByTarget] = useState<ColumnsByTarget>(() =>
    parseMapsTo(initialPreview.maps_to, rows),
  );
  const [options, setOptions] = useState<CsvOptions>(initialPreview.options);
  const fromColumn = columnsByTarget['status'] !== undefined;
  const [statusFrom, setStatusFrom] = useState<'fixed' | 'column'>(fromColumn ? 'column' : 'fixed');
  const [status, setStatus] = useState<PostStatus>(importRecord.fixed?.status ?? 'draft');
  const isFromColumn = statusFrom === 'column';
  const effectiveMapping = isFromColumn ? columnsByTarget : setColumns(columnsByTarget, 'status', []);
  const errors = findMappingErrors(effectiveMapping, rows, { fromColumn: isFromColumn });
  const fixed = { form: importSurvey.survey.id, ...(isFromColumn ? {} : { status }) };
  const body = { maps_to: formatMapsTo(effectiveMapping, initialPreview.columns.length), fixed, options };
  const selectColumns = (target: string, columns: readonly number[]) =>
    setColumnsByTarget(setColumns(columnsByTarget, target, columns));
  return {
    groups,
    rows,
    columnsByTarget,
    selectColumns,
    options,
    setOptions,
    body,
    errors: errors.map((error) => labels.formatError(error, rows, initialPreview.columns)),
    statusState: {
      statusFrom,
      setStatusFrom,
      status,
      setStatus,
      column: columnsByTarget['status']?.[0] ?? null,
      onSelectColumn: (column: number | null) => selectColumns('status', column === null ? [] : [column]),
    },
  };
}

/** Renders the mapping form and starts the import. */
export function MappingForm(props: Props) {
  const { importRecord, importSurvey, initialPreview, onFormatChange } = props;
  const { source } = importRecord;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mapping = useMapping(props);
  const { body, errors } = mapping;
  const preview = useImportPreview(importRecord.id, body);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const params = { id: importRecord.id };
  const update = useCall(updateImport, { invalidates: [] });
  const start = useCall(startImport, { onSuccess: () => watchImport(importRecord.id) });
  const submission = useAsyncAction<void, void>(
    async () => {
      const columns = initialPreview.columns.map((column) => column.name);
      await update.mutateAsync({ params, body: { ...body, columns } as typeof body });
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
      />
      <CsvOptionsSection
        options={mapping.options}
        columns={initialPreview.columns}
        preview={shownPreview}
        isConverted={source != null}
        hasDamage={importRecord.options?.damaged === 'reject'}
        onChange={(change) => mapping.setOptions({ ...mapping.options, ...change })}
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
        canSave={canImport}
        statusText={canImport ? undefined : formatPreviewSummary(shownPreview, t)}
        isBusy={submission.isPending}
        problems={problems}
        onCancel={() => cancel.mutate({ params })}
      />
    </form>
  );
}
