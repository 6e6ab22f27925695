/** What the columns are for, how cells are read, which status posts get, and what would come of it. */
import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Attribute } from '@waypost/contract/attributes';
import {
  type CsvOptions,
  deleteImport,
  type Import,
  type ImportPreview,
  startImport,
  updateImport,
} from '@waypost/contract/imports';
import type { PostStatus } from '@waypost/contract/post-filters';
import type { Survey } from '@waypost/contract/surveys';
import type { Task } from '@waypost/contract/tasks';
import { type FormEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { problemTexts } from '../../api/fault-text.ts';
import { forResource } from '../../api/query-keys.ts';
import { tellProblem } from '../../api/tell-problem.ts';
import formClasses from '../../ui/form-column.module.css';
import { Icon } from '../../ui/icon.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import classes from './data-import.module.css';
import { faultsOfGiven, fieldGroups, type Given, givenFrom, mapsToFrom } from './field-rows.ts';
import { FieldsSection } from './fields-section.tsx';
import { PreviewSection } from './preview-section.tsx';
import { ReadingSection } from './reading-section.tsx';
import { StatusSection } from './status-section.tsx';
import { useFieldWords } from './use-field-words.ts';
import { usePreview } from './use-preview.ts';
import { watchImport } from './watched-imports.ts';

/** A survey with everything that rows can answer. */
export interface KnownSurvey {
  survey: Survey;
  tasks: readonly Task[];
  attributes: readonly Attribute[];
}

interface Props {
  stored: Import;
  known: KnownSurvey;
  guess: ImportPreview;
  onFormat: (change: Partial<Pick<CsvOptions, 'encoding' | 'delimiter'>>) => void;
}

/** What was chosen so far, and what the wire makes of it. */
function useMapping({ stored, known, guess }: Props) {
  const words = useFieldWords();
  const groups = useMemo(
    () => fieldGroups(known.tasks, known.attributes, words.properties),
    [known, words.properties],
  );
  const [given, setGiven] = useState<Given>(() => givenFrom(guess.maps_to));
  const [options, setOptions] = useState<CsvOptions>(guess.options);
  const fromColumn = given['status'] !== undefined;
  const [statusFrom, setStatusFrom] = useState<'fixed' | 'column'>(fromColumn ? 'column' : 'fixed');
  const [status, setStatus] = useState<PostStatus>(stored.fixed?.status ?? 'draft');
  const { status: statusColumn, ...rest } = given;
  const isFromColumn = statusFrom === 'column';
  const wanted: Given = isFromColumn && statusColumn !== undefined ? { ...rest, status: statusColumn } : rest;
  const rows = groups.flatMap((it) => it.rows);
  const faults = faultsOfGiven(wanted, rows, { fromColumn: isFromColumn });
  const fixed = { form: known.survey.id, ...(isFromColumn ? {} : { status }) };
  const body = { maps_to: mapsToFrom(wanted, guess.columns.length), fixed, options };
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
    statusState: { statusFrom, setStatusFrom, status, setStatus, column: statusColumn ?? null, give },
  };
}

export function MappingForm(props: Props) {
  const { stored, known, guess, onFormat } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const mapping = useMapping(props);
  const { body, faults } = mapping;
  const preview = usePreview(stored.id, body);
  const [isBusy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const params = { id: stored.id };
  async function start(event: FormEvent) {
    event.preventDefault();
    setProblems(faults);
    if (faults.length > 0) return;
    setBusy(true);
    try {
      const columns = guess.columns.map((it) => it.name);
      await call(updateImport, { params, body: { ...body, columns } as typeof body }, { quiet: true });
      await call(startImport, { params }, { quiet: true });
      watchImport(stored.id);
      await cache.invalidateQueries({ queryKey: forResource('csv') });
      await navigate({ to: '/settings/data-after-import', search: { import: stored.id } });
    } catch (error) {
      setProblems(problemTexts(error));
    }
    setBusy(false);
  }
  async function cancel() {
    try {
      await call(deleteImport, { params }, { quiet: true });
      await cache.invalidateQueries({ queryKey: forResource('csv') });
      await navigate({ to: '/settings/data-import' });
    } catch (error) {
      tellProblem(error);
    }
  }
  const hasRequiredTasks = known.tasks.some((it) => it.type !== 'post' && it.required);
  const shown = preview.data ?? guess;
  return (
    <form noValidate className={formClasses['form']} onSubmit={(event) => void start(event)}>
      <dl className={classes['facts']}>
        <dt>{t('dataImport.map.file')}</dt>
        <dd>
          <bdi>{stored.name ?? stored.filename}</bdi>
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
        given={mapping.given}
        preview={shown}
        onGive={mapping.give}
      />
      <ReadingSection
        options={mapping.options}
        columns={guess.columns}
        preview={shown}
        onChange={(change) => mapping.setOptions({ ...mapping.options, ...change })}
        onFormat={onFormat}
      />
      <PreviewSection preview={shown} rows={mapping.rows} error={preview.error} />
      {hasRequiredTasks && (
        <Alert variant="light" color="accent" icon={<Icon of={IconInfoCircle} />} role="note">
          {t('dataImport.map.tasks')}
        </Alert>
      )}
      <SaveBar
        action={t('dataImport.map.finish')}
        canSave
        isBusy={isBusy}
        problems={problems}
        onCancel={() => void cancel()}
      />
    </form>
  );
}
