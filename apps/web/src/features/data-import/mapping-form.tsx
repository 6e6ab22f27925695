/** Form for the mapping of columns, the parsing options and the status of posts, with a preview. */
import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import {
  type CsvOptions,
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
import { call } from '../../api/call.ts';
import { formatErrorMessages } from '../../api/error-text.ts';
import { notifyError } from '../../api/notify-error.ts';
import { buildResourceKey } from '../../api/query-keys.ts';
import { Icon } from '../../ui/display/icon.tsx';
import formClasses from '../../ui/form/form-column.module.css';
import { SaveBar } from '../../ui/form/save-bar.tsx';
import { CsvOptionsSection } from './csv-options-section.tsx';
import classes from './data-import.module.css';
import { FieldsSection } from './fields-section.tsx';
import {
  buildMappingFieldGroups,
  type ColumnByTarget,
  findMappingErrors,
  formatMapsTo,
  parseMapsTo,
} from './mapping-fields.ts';
import { PreviewSection } from './preview-section.tsx';
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
  onFormatChange: (change: Partial<Pick<CsvOptions, 'encoding' | 'delimiter'>>) => void;
}

/** State of the mapping and its preview by the server. */
function useMapping({ importRecord, importSurvey: known, initialPreview: guess }: Props) {
  const words = useMappingLabels();
  const groups = useMemo(
    () => buildMappingFieldGroups(known.tasks, known.attributes, words.properties),
    [known, words.properties],
  );
  const [given, setGiven] = useState<ColumnByTarget>(() => parseMapsTo(guess.maps_to));
  const [options, setOptions] = useState<CsvOptions>(guess.options);
  const fromColumn = given['status'] !== undefined;
  const [statusFrom, setStatusFrom] = useState<'fixed' | 'column'>(fromColumn ? 'column' : 'fixed');
  const [status, setStatus] = useState<PostStatus>(importRecord.fixed?.status ?? 'draft');
  const { status: statusColumn, ...rest } = given;
  const isFromColumn = statusFrom === 'column';
  const wanted: ColumnByTarget =
    isFromColumn && statusColumn !== undefined ? { ...rest, status: statusColumn } : rest;
  const rows = groups.flatMap((it) => it.rows);
  const faults = findMappingErrors(wanted, rows, { fromColumn: isFromColumn });
  const fixed = { form: known.survey.id, ...(isFromColumn ? {} : { status }) };
  const body = { maps_to: formatMapsTo(wanted, guess.columns.length), fixed, options };
  const give = (target: string, column: number | null) => {
    const { [target]: _, ...others } = given;
    setGiven(column === null ? others : { ...others, [target]: column });
  };
  return {
    groups,
    rows,
    given,
    give,
    options,
    setOptions,
    body,
    faults: faults.map((it) => words.faultText(it, rows, guess.columns)),
    statusState: {
      statusFrom,
      setStatusFrom,
      status,
      setStatus,
      column: statusColumn ?? null,
      onSelectColumn: give,
    },
  };
}

export function MappingForm(props: Props) {
  const { importRecord, importSurvey: known, initialPreview: guess, onFormatChange: onFormat } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const mapping = useMapping(props);
  const { body, faults } = mapping;
  const preview = useImportPreview(importRecord.id, body);
  const [isBusy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const params = { id: importRecord.id };
  async function start(event: FormEvent) {
    event.preventDefault();
    setProblems(faults);
    if (faults.length > 0) return;
    setBusy(true);
    try {
      const columns = guess.columns.map((it) => it.name);
      await call(updateImport, { params, body: { ...body, columns } as typeof body }, { quiet: true });
      await call(startImport, { params }, { quiet: true });
      watchImport(importRecord.id);
      await cache.invalidateQueries({ queryKey: buildResourceKey('csv') });
      await navigate({ to: '/settings/data-after-import', search: { import: importRecord.id } });
    } catch (error) {
      setProblems(formatErrorMessages(error));
    }
    setBusy(false);
  }
  async function cancel() {
    try {
      await call(deleteImport, { params }, { quiet: true });
      await cache.invalidateQueries({ queryKey: buildResourceKey('csv') });
      await navigate({ to: '/settings/data-import' });
    } catch (error) {
      notifyError(error);
    }
  }
  const hasRequiredTasks = known.tasks.some((it) => it.type !== 'post' && it.required);
  const shown = preview.data ?? guess;
  return (
    <form noValidate className={formClasses['form']} onSubmit={(event) => void start(event)}>
      <dl className={classes['facts']}>
        <dt>{t('dataImport.map.file')}</dt>
        <dd>
          <bdi>{importRecord.name ?? importRecord.filename}</bdi>
        </dd>
        <dt>{t('dataImport.map.survey')}</dt>
        <dd>
          <bdi>{known.survey.name}</bdi>
        </dd>
      </dl>
      <StatusSection columns={guess.columns} {...mapping.statusState} />
      <FieldsSection
        groups={mapping.groups}
        columns={guess.columns}
        columnByTarget={mapping.given}
        preview={shown}
        onSelectColumn={mapping.give}
      />
      <CsvOptionsSection
        options={mapping.options}
        columns={guess.columns}
        preview={shown}
        onChange={(change) => mapping.setOptions({ ...mapping.options, ...change })}
        onFormatChange={onFormat}
      />
      <PreviewSection preview={shown} rows={mapping.rows} error={preview.error} />
      {hasRequiredTasks && (
        <Alert variant="light" color="accent" icon={<Icon icon={IconInfoCircle} />} role="note">
          {t('dataImport.map.tasks')}
        </Alert>
      )}
      <SaveBar
        saveLabel={t('dataImport.map.finish')}
        canSave
        isBusy={isBusy}
        problems={problems}
        onCancel={() => void cancel()}
      />
    </form>
  );
}
