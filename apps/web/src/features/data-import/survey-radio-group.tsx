import '@mantine/core/styles/Radio.layer.css';
import { Radio, Stack, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';

/** Choice of the survey for the rows of a file. */
export function SurveyRadioGroup({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(buildEndpointQuery(listSurveys, {}));
  if (error && !data)
    return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={3} height={32} />;
  if (data.results.length === 0)
    return <EmptyState title={t('dataImport.survey.none')}>{t('dataImport.survey.noneText')}</EmptyState>;
  return (
    <Radio.Group
      value={value}
      onChange={onChange}
      label={<VisuallyHidden>{t('dataImport.survey.title')}</VisuallyHidden>}
    >
      <Stack gap="sm">
        {data.results.map((survey) => (
          <Radio key={survey.id} value={String(survey.id)} label={<bdi>{survey.name}</bdi>} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
