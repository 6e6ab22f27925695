/** A survey with everything it asks, as far as the reader may see it. */
import { useQueries } from '@tanstack/react-query';
import { listAttributes } from '@waypost/contract/attributes';
import { type Category, listCategories } from '@waypost/contract/categories';
import { readSurvey, type Survey } from '@waypost/contract/surveys';
import { listTasks } from '@waypost/contract/tasks';
import { read } from '../../api/query-client.ts';
import type { SurveyAsked } from '../../blocks/survey-form/form-answers.ts';

export interface SurveyWhole extends SurveyAsked {
  survey: Survey;
  categories: readonly Category[];
}

const byPriority = { order: 'asc', orderby: 'priority' } as const;

/**
 * @param id of the survey; null for a post without one
 * @param status of the post. Asked with it, the server sends the tasks that this person may read and answer (wire 7.6).
 */
export function useSurvey(
  id: number | null,
  status = 'draft',
): { data: SurveyWhole | undefined; error: Error | null; retry: () => void } {
  const params = { id: id ?? 0 };
  const enabled = id !== null;
  return useQueries({
    queries: [
      { ...read(readSurvey, { params }, { quiet: true }), enabled },
      {
        ...read(listTasks, { params, query: { ...byPriority, postStatus: status } }, { quiet: true }),
        enabled,
      },
      { ...read(listAttributes, { params, query: byPriority }, { quiet: true }), enabled },
      { ...read(listCategories, {}), enabled },
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
