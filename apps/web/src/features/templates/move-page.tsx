/** Moves a set-up to another deployment, or one here: export and import of a template file. */
import { Button, FileButton, NativeSelect } from '@mantine/core';
import { IconDownload, IconFileUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { templateLimits } from '@waypost/contract/templates/template-limits';
import { exportTemplate } from '@waypost/contract/templates/templates';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../api/download.ts';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { ApplyTemplate } from '../../blocks/templates/apply-template.tsx';
import { useAppliedNotice } from '../../blocks/templates/use-undo-template.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { ErrorState } from '../../ui/feedback/screen-states.tsx';
import { useAsyncAction } from '../../ui/feedback/use-async-action.ts';
import { FormSection } from '../../ui/form/form-section.tsx';

/** Export and import. */
export function MovePage() {
  const { t } = useTranslation();
  return (
    <SettingsPage lead={t('move.lead')}>
      <ExportSection />
      <ImportSection />
    </SettingsPage>
  );
}

const everything = 'all';

/** A part of a file name: letters and digits of any script. */
const toFileName = (name: string) =>
  name.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'template';

function ExportSection() {
  const { t } = useTranslation();
  const [survey, setSurvey] = useState(everything);
  const { data, error, refetch } = useQuery(buildEndpointQuery(listSurveys, {}));
  const surveys = data?.results ?? [];
  const name = surveys.find(({ id }) => String(id) === survey)?.name ?? t('move.export.fileName');
  const save = useAsyncAction<void, void>(() =>
    download(
      exportTemplate,
      { query: survey === everything ? {} : { forms: survey } },
      `${toFileName(name)}.json`,
    ),
  );
  return (
    <FormSection title={t('move.export.title')} lead={t('move.export.lead')}>
      {error && !data && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      <NativeSelect
        size="md"
        label={t('move.export.what')}
        value={survey}
        data={[
          { value: everything, label: t('move.export.all') },
          ...surveys.map(({ id, name: label }) => ({
            value: String(id),
            label: t('move.export.survey', { name: label }),
          })),
        ]}
        onChange={(event) => setSurvey(event.currentTarget.value)}
      />
      {save.error !== null && <ErrorState messages={formatErrorMessages(save.error)} />}
      <div>
        <Button
          size="md"
          variant="default"
          loading={save.isPending}
          leftSection={<Icon icon={IconDownload} size={18} />}
          onClick={() => save.mutate()}
        >
          {t('move.export.action')}
        </Button>
      </div>
    </FormSection>
  );
}

interface ChosenFile {
  name: string;
  /** Undefined for a file that is not JSON. */
  content: unknown;
  problem?: string;
}

/** Reads a file as JSON. */
async function readFile(file: File, texts: { notJson: string; tooLarge: string }): Promise<ChosenFile> {
  const { name } = file;
  if (file.size > 2 * templateLimits.bytes) return { name, content: undefined, problem: texts.tooLarge };
  try {
    return { name, content: JSON.parse(await file.text()) };
  } catch {
    return { name, content: undefined, problem: texts.notJson };
  }
}

function ImportSection() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const showApplied = useAppliedNotice();
  const [file, setFile] = useState<ChosenFile | null>(null);
  const choose = (chosen: File | null) => {
    if (!chosen) return;
    const texts = {
      notJson: t('move.import.notJson'),
      tooLarge: t('move.import.tooLarge', { max: Math.floor(templateLimits.bytes / 1000) }),
    };
    void readFile(chosen, texts).then(setFile);
  };
  return (
    <>
      <FormSection title={t('move.import.title')} lead={t('move.import.lead')}>
        {file && <bdi>{file.name}</bdi>}
        {file?.problem && <ErrorState messages={[file.problem]} />}
        <div>
          <FileButton accept=".json,application/json" onChange={choose}>
            {(props) => (
              <Button
                {...props}
                size="md"
                variant="default"
                leftSection={<Icon icon={IconFileUpload} size={18} />}
              >
                {t(file ? 'move.import.other' : 'move.import.choose')}
              </Button>
            )}
          </FileButton>
        </div>
      </FormSection>
      {file && file.problem === undefined && (
        <ApplyTemplate
          key={file.name}
          file={file.content}
          onApplied={(result, title) => {
            showApplied(result, title);
            void navigate({ to: '/settings/surveys' });
          }}
        />
      )}
    </>
  );
}
