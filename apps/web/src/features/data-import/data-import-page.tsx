/** Bringing posts in from a table (spec 3 §2, "CSV import"): choose a file, say what its columns are for, let it run. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type Import, readImport } from '@waypost/contract/imports';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../api/query-client.ts';
import { Loaded } from '../../blocks/settings/loaded.tsx';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { ChooseFile } from './choose-file.tsx';
import { ChooseSurvey } from './choose-survey.tsx';
import { EarlierImports } from './earlier-imports.tsx';
import { MapColumns } from './map-columns.tsx';

export function DataImportPage() {
  const { import: id } = useSearch({ from: '/settings/data-import' });
  return id === undefined ? <FirstStep /> : <SecondStep key={id} id={id} />;
}

function FirstStep() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <SettingsPage lead={t('dataImport.lead')}>
      <ChooseFile
        onStored={(stored, survey) =>
          void navigate({ to: '/settings/data-import', search: { import: stored.id, survey } })
        }
        onCancel={() => void navigate({ to: '/settings' })}
      />
      <EarlierImports />
    </SettingsPage>
  );
}

function SecondStep({ id }: { id: number }) {
  const { t } = useTranslation();
  const query = useQuery({
    ...read(readImport, { params: { id } }, { quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const missing = { title: t('dataImport.missing.title'), text: t('dataImport.missing.text') };
  return (
    <SettingsPage title={t('dataImport.map.title')}>
      <Loaded query={query} missing={missing}>
        {(stored) => <OfSurvey stored={stored} />}
      </Loaded>
    </SettingsPage>
  );
}

/** The survey was chosen with the file, or is stored with an earlier mapping; a bare address asks for it again. */
function OfSurvey({ stored }: { stored: Import }) {
  const { survey: inAddress } = useSearch({ from: '/settings/data-import' });
  const [chosen, setChosen] = useState<number | null>(null);
  const survey = chosen ?? inAddress ?? stored.fixed?.form ?? null;
  if (survey === null) return <ChooseSurvey name={stored.name ?? stored.filename} onChosen={setChosen} />;
  return <MapColumns stored={stored} surveyId={survey} />;
}
