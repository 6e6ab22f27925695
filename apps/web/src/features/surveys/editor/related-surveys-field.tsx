import { Checkbox, Stack } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import { useQuery } from '@tanstack/react-query';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { ErrorState, ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import classes from './survey-editor.module.css';

type FieldConfig = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Ids in the formats of existing clients: a single id or a list. */
function readRelatedSurveyIds({ input }: FieldConfig): number[] {
  const forms = isObject(input) ? input['form'] : [];
  return (Array.isArray(forms) ? forms : [forms]).map(Number).filter((id) => id > 0);
}

interface Props {
  config: FieldConfig;
  /** Id of the edited survey: its own posts can be linked, too. */
  surveyId: number | null;
  onChange: (config: FieldConfig) => void;
}

/** Which surveys' posts a field can link to; all while none is selected (`config.input.form` in the API). */
export function RelatedSurveysField({ config, surveyId, onChange }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(buildEndpointQuery(listSurveys, {}));
  const selectedIds = readRelatedSurveyIds(config);
  const toggle = (id: number) => {
    const form = selectedIds.includes(id)
      ? selectedIds.filter((surveyId) => surveyId !== id)
      : [...selectedIds, id];
    onChange({ ...config, input: { ...(isObject(config['input']) ? config['input'] : {}), form } });
  };
  return (
    <fieldset className={classes['choices']}>
      <legend>{t('survey.related.label')}</legend>
      <p className={classes['about']}>{t('survey.related.hint')}</p>
      {error && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={2} height={32} />}
      <Stack gap="sm" className={classes['scrolled'] ?? ''}>
        {data?.results.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={<bdi>{id === surveyId ? t('survey.related.itself', { name }) : name}</bdi>}
            checked={selectedIds.includes(id)}
            onChange={() => toggle(id)}
          />
        ))}
      </Stack>
    </fieldset>
  );
}
