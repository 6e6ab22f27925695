/**
 * Choice of posts, fields and file format, then the progress of the export. The filters are in the URL, so that those of a list
 * can be used here.
 * keys: export.format.*
 */
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Alert, Button, Group, Radio, Stack, Switch } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { createExport, type ExportFormat, exportFormats } from '@waypost/contract/exports/exports';
import { listPosts } from '@waypost/contract/posts/posts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { useCall } from '../../api/use-call.ts';
import { useFeature } from '../../blocks/feature-notice/features.ts';
import { buildPostQuery } from '../../blocks/post-search/post-query.ts';
import type { PostSearch } from '../../blocks/post-search/post-search.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { TextLink } from '../../ui/navigation/text-link.tsx';
import { ExportFilters, type FilterControls } from './export-filters.tsx';
import { ExportProgress } from './export-progress.tsx';
import { FieldCheckboxes } from './field-checkboxes.tsx';
import { useSurveyFields } from './use-survey-fields.ts';

/**
 * The filters for an export: without sorting, since the file has an order of its own, and with all statuses unless some are
 * chosen.
 */
function buildExportFilters(search: PostSearch): Record<string, unknown> {
  const {
    order: _,
    orderby: __,
    order_unlocked_on_top: ___,
    has_location,
    status,
    ...filters
  } = buildPostQuery(search, 'list');
  return {
    ...filters,
    status: search.status ? status : ['all'],
    ...(has_location === 'all' ? {} : { has_location }),
  };
}

interface FormatProps {
  value: ExportFormat;
  onChange: (format: ExportFormat) => void;
}

/** The choice of the file format. */
function FormatSection({ value, onChange }: FormatProps) {
  const { t } = useTranslation();
  return (
    <FormSection title={t('export.format.title')}>
      <Radio.Group
        aria-label={t('export.format.title')}
        value={value}
        onChange={(value) => onChange(exportFormats.find((format) => format === value) ?? 'csv')}
      >
        <Stack gap="sm">
          {exportFormats.map((format) => (
            <Radio
              key={format}
              value={format}
              label={t(`export.format.${format}.name`)}
              description={t(`export.format.${format}.text`)}
            />
          ))}
        </Stack>
      </Radio.Group>
    </FormSection>
  );
}

/** The fields that are chosen, of the surveys that the filters do not leave out. */
function useChosenFields() {
  const { form } = useSearch({ from: '/settings/data-export' });
  const [isChoosing, setChoosing] = useState(false);
  const [selectedKeys, setSelectedKeys] = useState<ReadonlySet<string>>(new Set());
  const surveys = useSurveyFields();
  // Fields of surveys that the filters leave out would be empty columns.
  const offeredSurveys = surveys.data?.filter(
    ({ survey }) => form === undefined || form.includes(String(survey.id)),
  );
  const selectedSurveys = (offeredSurveys ?? []).filter(({ fields }) =>
    fields.some((field) => selectedKeys.has(field.key)),
  );
  return {
    isChoosing,
    setChoosing,
    selectedKeys,
    setSelectedKeys,
    surveys,
    offeredSurveys,
    /** The export would have no fields. */
    isMissing: isChoosing && selectedSurveys.length === 0,
    // Posts of a survey without any selected field would be empty rows.
    filters:
      isChoosing && selectedSurveys.length > 0
        ? { form: selectedSurveys.map(({ survey }) => survey.id) }
        : {},
    keys: isChoosing
      ? selectedSurveys
          .flatMap((survey) => survey.fields.map(({ key }) => key))
          .filter((key) => selectedKeys.has(key))
      : [],
  };
}

interface FieldsProps {
  chosen: ReturnType<typeof useChosenFields>;
  onChange: () => void;
}

/** The choice of the fields. */
function FieldsSection({ chosen, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const hasHxl = useFeature('hxl');
  const { isChoosing, setChoosing, selectedKeys, setSelectedKeys, surveys, offeredSurveys } = chosen;
  return (
    <FormSection title={t('export.fields.title')}>
      <Radio.Group
        aria-label={t('export.fields.title')}
        value={isChoosing ? 'some' : 'all'}
        onChange={(value) => {
          setChoosing(value === 'some');
          onChange();
        }}
      >
        <Stack gap="sm">
          <Radio value="all" label={t('export.fields.all')} />
          <Radio value="some" label={t('export.fields.some')} />
        </Stack>
      </Radio.Group>
      {isChoosing &&
        offeredSurveys?.map((survey) => (
          <FieldCheckboxes
            key={survey.survey.id}
            {...survey}
            selectedKeys={selectedKeys}
            onChange={setSelectedKeys}
          />
        ))}
      {isChoosing && !surveys.data && !surveys.error && <ListSkeleton rows={3} height={48} />}
      {isChoosing && surveys.error && (
        <ErrorState messages={formatErrorMessages(surveys.error)} onRetry={() => void surveys.refetch()} />
      )}
      {hasHxl && <TextLink to="/settings/hdx">{t('export.toHxl')}</TextLink>}
    </FormSection>
  );
}

/** The form, then the progress of the export. */
export function ExportForm({ Filters }: { Filters: FilterControls }) {
  const { t } = useTranslation();
  const search = useSearch({ from: '/settings/data-export' });
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [isSharedOnly, setSharedOnly] = useState(false);
  const [hasNoFields, setNoFields] = useState(false);
  const [isStarting, setStarting] = useState(false);
  const [job, setJob] = useState<number>();
  const chosen = useChosenFields();
  const filters = { ...buildExportFilters(search), ...chosen.filters };
  const { data } = useQuery(buildEndpointQuery(listPosts, { query: { ...filters, limit: 0 } }));
  const total = data?.total_count;
  const start = () => {
    setNoFields(chosen.isMissing);
    setStarting(!chosen.isMissing);
  };
  const create = useCall(createExport, {
    onSuccess(createdJob) {
      setStarting(false);
      setJob(createdJob.id);
    },
    invalidates: [],
  });
  const requestExport = () => {
    const body = {
      entity_type: 'post' as const,
      filters,
      fields: chosen.keys,
      format,
      send_to_browser: true,
      only_shared: isSharedOnly,
    };
    return create.mutateAsync({ body });
  };
  if (job !== undefined) return <ExportProgress id={job} onDone={() => setJob(undefined)} />;
  return (
    <Stack gap="lg">
      <ExportFilters Controls={Filters} total={total} />
      <FieldsSection chosen={chosen} onChange={() => setNoFields(false)} />
      <FormatSection value={format} onChange={setFormat} />
      <Switch
        size="md"
        label={t('export.onlyShared.label')}
        description={t('export.onlyShared.text')}
        checked={isSharedOnly}
        onChange={(event) => setSharedOnly(event.currentTarget.checked)}
      />
      {hasNoFields && (
        <Alert color="red" variant="light" role="alert">
          {t('export.fields.none')}
        </Alert>
      )}
      <Group>
        <Button
          size="md"
          leftSection={<Icon icon={IconFileExport} size={18} />}
          disabled={total === 0}
          onClick={start}
        >
          {t('export.start')}
        </Button>
      </Group>
      {isStarting && (
        <ConfirmDialog
          title={t('export.confirm.title')}
          confirmLabel={t('export.start')}
          isHarmless
          onConfirm={requestExport}
          formatErrors={formatErrorMessages}
          onClose={() => setStarting(false)}
        >
          {t('export.confirm.text', { count: total ?? 0 })}
        </ConfirmDialog>
      )}
    </Stack>
  );
}
