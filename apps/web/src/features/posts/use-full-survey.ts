/** A survey with its tasks, attributes and categories, as far as the user may see them. */
import { useQueries } from '@tanstack/react-query';
import type { Category } from '@waypost/contract/categories/categories';
import type { Survey } from '@waypost/contract/surveys/surveys';
import { buildEndpointQuery } from '../../api/query-client.ts';
import type { SurveyFormDefinition } from '../../blocks/survey-form/answers/form-answers.ts';
import { buildSurveyQueries } from '../../blocks/survey-form/survey-queries.ts';

/** A survey with the definition of its form. */
export interface FullSurvey extends SurveyFormDefinition {
  survey: Survey;
  categories: readonly Category[];
}

/**
 * @param id id of the survey; null for a post without one
 * @param status status of the post. With it the server returns the tasks that this user may read and answer (API v3 §7.6).
 */
export function useFullSurvey(
  id: number | null,
  status = 'draft',
): { data: FullSurvey | undefined; error: Error | null; retry: () => void } {
  const queries = buildSurveyQueries(id ?? 0, status);
  const enabled = id !== null;
  return useQueries({
    queries: [
      { ...buildEndpointQuery(queries.survey.endpoint, queries.survey.input), enabled },
      { ...buildEndpointQuery(queries.tasks.endpoint, queries.tasks.input), enabled },
      {
        ...buildEndpointQuery(queries.attributes.endpoint, queries.attributes.input),
        enabled,
      },
      { ...buildEndpointQuery(queries.categories.endpoint, queries.categories.input), enabled },
    ],
    combine: ([survey, tasks, attributes, categories]) => ({
      data:
        survey.data && tasks.data && attributes.data
          ? {
              survey: survey.data,
              tasks: tasks.data.results,
              // Users who can edit surveys get all attributes, but answer only those of the visible tasks.
              attributes: attributes.data.results.filter((attribute) =>
                tasks.data.results.some((task) => task.id === attribute.form_stage_id),
              ),
              // A survey can be answered without its categories.
              categories: categories.data?.results ?? [],
            }
          : undefined,
      error: survey.error ?? tasks.error ?? attributes.error,
      retry: () => {
        for (const it of [survey, tasks, attributes, categories]) if (it.isError) void it.refetch();
      },
    }),
  });
}
