import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type Import, readImport } from '@waypost/contract/imports/imports';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { QueryBoundary } from '../../blocks/settings/query-boundary.tsx';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { ChooseFile } from './choose-file.tsx';
import { ChooseSurvey } from './choose-survey.tsx';
import { ImportHistory } from './import-history.tsx';
import { MapColumns } from './map-columns.tsx';

/** Import of posts from a CSV file (spec 3 §2, "CSV import"): choose a file, map its columns, start. */
export function DataImportPage() {
  const { import: id } = useSearch({ from: '/settings/data-import' });
  return id === undefined ? <FileStep /> : <MappingStep key={id} id={id} />;
}

function FileStep() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <SettingsPage lead={t('dataImport.lead')}>
      <ChooseFile
        onUploaded={(importRecord, survey) =>
          void navigate({ to: '/settings/data-import', search: { import: importRecord.id, survey } })
        }
        onCancel={() => void navigate({ to: '/settings' })}
      />
      <ImportHistory />
    </SettingsPage>
  );
}

function MappingStep({ id }: { id: number }) {
  const { t } = useTranslation();
  const query = useQuery({
    ...buildEndpointQuery(readImport, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const notFound = { title: t('dataImport.missing.title'), text: t('dataImport.missing.text') };
  return (
    <SettingsPage title={t('dataImport.map.title')}>
      <QueryBoundary query={query} notFound={notFound}>
        {(importRecord) => <SurveyMapping stored={importRecord} />}
      </QueryBoundary>
    </SettingsPage>
  );
}

/** The survey was chosen with the file or is stored with an earlier mapping; otherwise it is asked for again. */
function SurveyMapping({ stored }: { stored: Import }) {
  const { survey: surveyIdParam } = useSearch({ from: '/settings/data-import' });
  const [selectedSurveyId, setSelectedSurveyId] = useState<number | null>(null);
  const survey = selectedSurveyId ?? surveyIdParam ?? stored.fixed?.form ?? null;
  if (survey === null)
    return <ChooseSurvey name={stored.name ?? stored.filename} onChosen={setSelectedSurveyId} />;
  return <MapColumns stored={stored} surveyId={survey} />;
}
