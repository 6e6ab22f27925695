/** A survey with everything it asks, as far as the reader may see it. */
import { useQueries } from '@tanstack/react-query';
import type { Category } from '@waypost/contract/categories';
import type { Survey } from '@waypost/contract/surveys';
import { read } from '../../api/query-client.ts';
import type { SurveyAsked } from '../../blocks/survey-form/form-answers.ts';
import { surveyReads } from '../../blocks/survey-form/survey-reads.ts';

export interface SurveyWhole extends SurveyAsked {
  survey: Survey;
  categories: readonly Category[];
}

/**
 * @param id of the survey; null for a post without one
 * @param status of the post. Asked with it, the server sends the tasks that this person may read and answer (wire 7.6).
 */
export function useSurvey(
  id: number | null,
  status = 'draft',
): { data: SurveyWhole | undefined; error: Error | null; retry: () => void } {
  const reads = surveyReads(id ?? 0, status);
  const enabled = id !== null;
  return useQueries({
    queries: [
      { ...read(reads.survey.endpoint, reads.survey.input, { quiet: true }), enabled },
      { ...read(reads.tasks.endpoint, reads.tasks.input, { quiet: true }), enabled },
      { ...read(reads.attributes.endpoint, reads.attributes.input, { quiet: true }), enabled },
      { ...read(reads.categories.endpoint, reads.categories.input), enabled },
    ],
    combine: ([survey, tasks, attributes, categories]) => ({
      data:
        survey.data && tasks.data && attributes.data
          ? {
              survey: survey.data,
              tasks: tasks.data.results,
              // Whoever designs surveys is sent all attributes, and answers those of the tasks alone.
              attributes: attributes.data.results.filter((it) =>
                tasks.data.results.some((task) => task.id === it.form_stage_id),
              ),
              // Without its categories a survey can still be answered.
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
