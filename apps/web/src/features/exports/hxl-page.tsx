import { Alert, Button, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { createExport } from '@waypost/contract/exports/exports';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { pageSettings } from '../../api/page-settings.ts';
import { useCall } from '../../api/use-call.ts';
import { ExchangeNotice } from '../../blocks/exchange-notice/exchange-notice.tsx';
import { FeatureNotice } from '../../blocks/feature-notice/feature-notice.tsx';
import { useFeature } from '../../blocks/feature-notice/features.ts';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { ButtonLink } from '../../ui/navigation/button-link.tsx';
import { ExportProgress } from './export-progress.tsx';
import classes from './hxl.module.css';
import { HxlSurvey } from './hxl-survey.tsx';
import { buildHeadingRow, emptyTagging, type FieldTaggings } from './hxl-tagging.ts';
import { type SurveyFields, useSurveyFields } from './use-survey-fields.ts';

/** HXL tags for columns, then a download or an upload to HDX (spec 3 §2, "HXL export"). */
export function HxlPage() {
  const { t } = useTranslation();
  const hasHxl = useFeature('hxl');
  const { data, error, refetch } = useSurveyFields();
  const surveys = data?.filter(({ survey }) => !survey.targeted_survey);
  return (
    <SettingsPage title={t('hxl.title')} lead={t('hxl.lead')}>
      {!hasHxl && <FeatureNotice feature="hxl" />}
      {hasHxl && surveys && surveys.length > 0 && <HxlTaggingForm surveys={surveys} />}
      {hasHxl && surveys?.length === 0 && <EmptyState title={t('hxl.noSurveys')} />}
      {error && !data && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={3} height={160} />}
    </SettingsPage>
  );
}

function HxlTaggingForm({ surveys }: { surveys: readonly SurveyFields[] }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [taggings, setTaggings] = useState<FieldTaggings>(new Map());
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [job, setJob] = useState<number>();
  const alert = useRef<HTMLDivElement>(null);
  const isOn = (id: number) => (taggings.get(id) ?? emptyTagging).isIncluded;
  const selectedFields = surveys.flatMap(({ fields }) => fields.filter((field) => isOn(field.id)));
  const setMessages = (texts: readonly string[]) => {
    setProblems(texts);
    requestAnimationFrame(() => alert.current?.focus());
  };

  const create = useCall(createExport, {
    async onSuccess({ id }, { body }) {
      if (body.send_to_hdx) await navigate({ to: '/settings/hdx-details', search: { exportJob: id } });
      else setJob(id);
    },
    onError: (error) => setMessages(formatErrorMessages(error)),
    invalidates: [],
  });
  const pendingTarget = create.isPending && (create.variables?.body.send_to_hdx ? 'hdx' : 'csv');

  function start(target: 'csv' | 'hdx'): void {
    if (selectedFields.length === 0) return setMessages([t('hxl.noneChosen')]);
    if (target === 'hdx' && buildHeadingRow(selectedFields, taggings).length === 0)
      return setMessages([t('hxl.noneTagged')]);
    setProblems([]);
    const forms = surveys.filter(({ fields }) => fields.some((field) => isOn(field.id)));
    create.mutate({
      body: {
        entity_type: 'post',
        fields: selectedFields.map((field) => field.key),
        filters: { status: ['all'], form: forms.map(({ survey }) => survey.id) },
        include_hxl: true,
        send_to_browser: target === 'csv',
        send_to_hdx: target === 'hdx',
        hxl_heading_row: buildHeadingRow(selectedFields, taggings),
      },
    });
  }

  if (job !== undefined) return <ExportProgress id={job} onDone={() => setJob(undefined)} />;
  return (
    <Stack gap="lg">
      <ExchangeNotice />
      {surveys.map((survey) => (
        <HxlSurvey
          key={survey.survey.id}
          {...survey}
          taggings={taggings}
          onChange={(next) => {
            setTaggings(next);
            // What was missing may be there now.
            setProblems([]);
          }}
        />
      ))}
      <Text size="sm" c="dimmed">
        {t('hxl.scope')}
      </Text>
      {problems.length > 0 && (
        <Alert ref={alert} tabIndex={-1} color="red" variant="light" role="alert">
          {problems.join(' ')}
        </Alert>
      )}
      <div className={classes['bar']}>
        <output className={classes['chosen']} data-figures>
          {t('hxl.chosen', { count: selectedFields.length })}
        </output>
        <Button size="md" loading={pendingTarget === 'csv'} onClick={() => start('csv')}>
          {t('hxl.toCsv')}
        </Button>
        {pageSettings.hasExchange !== false && (
          <Button size="md" variant="default" loading={pendingTarget === 'hdx'} onClick={() => start('hdx')}>
            {t('hxl.toHdx')}
          </Button>
        )}
        <ButtonLink to="/settings/data-export" variant="subtle" size="md">
          {t('action.cancel')}
        </ButtonLink>
      </div>
    </Stack>
  );
}
