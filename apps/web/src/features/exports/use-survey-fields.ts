/** The surveys with their fields, in the order of the file's columns. */
import { useQuery } from '@tanstack/react-query';
import { type Attribute, listAllAttributes } from '@waypost/contract/surveys/attributes';
import { listSurveys, type Survey } from '@waypost/contract/surveys/surveys';
import { listAllTasks } from '@waypost/contract/surveys/tasks';
import { useMemo } from 'react';
import { buildEndpointQuery } from '../../api/query-client.ts';

/** A survey with its fields. */
export interface SurveyFields {
  survey: Survey;
  fields: Attribute[];
}

/** Query of all surveys with their fields. */
export function useSurveyFields() {
  const surveys = useQuery(buildEndpointQuery(listSurveys, {}));
  const tasks = useQuery(buildEndpointQuery(listAllTasks, {}));
  const attributes = useQuery(buildEndpointQuery(listAllAttributes, {}));
  const data = useMemo(() => {
    if (!surveys.data || !tasks.data || !attributes.data) return undefined;
    const taskById = new Map(tasks.data.results.map((task) => [task.id, task]));
    const getTaskPriority = (attribute: Attribute) => taskById.get(attribute.form_stage_id)?.priority ?? 0;
    return surveys.data.results.map(
      (survey): SurveyFields => ({
        survey,
        fields: attributes.data.results
          .filter((attribute) => taskById.get(attribute.form_stage_id)?.form_id === survey.id)
          .sort((a, b) => getTaskPriority(a) - getTaskPriority(b) || a.priority - b.priority || a.id - b.id),
      }),
    );
  }, [surveys.data, tasks.data, attributes.data]);
  const error = surveys.error ?? tasks.error ?? attributes.error;
  const refetch = () => Promise.all([surveys.refetch(), tasks.refetch(), attributes.refetch()]);
  return { data, error, refetch };
}
