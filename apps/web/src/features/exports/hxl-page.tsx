/** HXL tags for columns, then a download or an upload to HDX (spec 3 §2, "HXL export"). */
import { Alert, Button, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { createExport, type ExportJob } from '@waypost/contract/exports/exports';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { formatErrorMessages } from '../../api/error-text.ts';
import { pageSettings } from '../../api/page-settings.ts';
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
  const [busy, setBusy] = useState<'csv' | 'hdx'>();
  const [job, setJob] = useState<number>();
  const alert = useRef<HTMLDivElement>(null);
  const isOn = (id: number) => (taggings.get(id) ?? emptyTagging).isIncluded;
  const selectedFields = surveys.flatMap(({ fields }) => fields.filter((field) => isOn(field.id)));

  function requestExport(target: 'csv' | 'hdx'): Promise<ExportJob> {
    const forms = surveys.filter(({ fields }) => fields.some((field) => isOn(field.id)));
    return call(
      createExport,
      {
        body: {
          entity_type: 'post',
          fields: selectedFields.map((field) => field.key),
          filters: { status: ['all'], form: forms.map(({ survey }) => survey.id) },
          include_hxl: true,
          send_to_browser: target === 'csv',
          send_to_hdx: target === 'hdx',
          hxl_heading_row: buildHeadingRow(selectedFields, taggings),
        },
      },
      { quiet: true },
    );
  }

  const setMessages = (texts: readonly string[]) => {
    setProblems(texts);
    requestAnimationFrame(() => alert.current?.focus());
  };

  async function start(target: 'csv' | 'hdx') {
    if (selectedFields.length === 0) return setMessages([t('hxl.noneChosen')]);
    if (target === 'hdx' && buildHeadingRow(selectedFields, taggings).length === 0)
      return setMessages([t('hxl.noneTagged')]);
    setProblems([]);
    setBusy(target);
    try {
      const createdJob = await requestExport(target);
      if (target === 'csv') setJob(createdJob.id);
      else await navigate({ to: '/settings/hdx-details', search: { exportJob: createdJob.id } });
    } catch (error) {
      setMessages(formatErrorMessages(error));
    }
    setBusy(undefined);
    return undefined;
  }

  if (job !== undefined) return <ExportProgress id={job} onDone={() => setJob(undefined)} />;
  return (
    <Stack gap="lg">
      {surveys.map((survey) => (
        <HxlSurvey key={survey.survey.id} {...survey} taggings={taggings} onChange={setTaggings} />
      ))}
      {problems.length > 0 && (
        <Alert ref={alert} tabIndex={-1} color="red" variant="light" role="alert">
          {problems.join(' ')}
        </Alert>
      )}
      <div className={classes['bar']}>
        <output className={classes['chosen']} data-figures>
          {t('hxl.chosen', { count: selectedFields.length })}
        </output>
        <Button size="md" loading={busy === 'csv'} onClick={() => void start('csv')}>
          {t('hxl.toCsv')}
        </Button>
        {pageSettings.hasExchange && (
          <Button size="md" variant="default" loading={busy === 'hdx'} onClick={() => void start('hdx')}>
            {t('hxl.toHdx')}
          </Button>
        )}
        <ButtonLink to="/settings/data-export" variant="subtle" size="md">
          {t('action.cancel')}
        </ButtonLink>
      </div>
      {!pageSettings.hasExchange && <p className={classes['none']}>{t('hxl.noExchange')}</p>}
    </Stack>
  );
}
