/** The survey of a report, as far as the reviewer answers it. */
import { useQueries } from '@tanstack/react-query';
import type { Category } from '@waypost/contract/categories/categories';
import type { Post } from '@waypost/contract/posts/posts';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import type { SurveyFormDefinition } from '../../../blocks/survey-form/answers/form-answers.ts';
import { buildSurveyQueries } from '../../../blocks/survey-form/survey-queries.ts';

/** Tasks and fields of a survey, with the categories that its fields offer. */
export interface ReviewSurvey extends SurveyFormDefinition {
  categories: readonly Category[];
}

/** The survey: undefined until it is loaded, where it cannot be loaded, and for a report without one. */
export interface ReviewSurveyState {
  survey: ReviewSurvey | undefined;
  /** Whether a response is still to come. */
  isLoading: boolean;
}

/** The survey of a report, and whether it is being loaded. */
export function useReviewSurveyState({ form, status }: Pick<Post, 'form' | 'status'>): ReviewSurveyState {
  const queries = buildSurveyQueries(form?.id ?? 0, status);
  const enabled = form !== null;
  const options = { ignoresRefusal: true };
  return useQueries({
    queries: [
      { ...buildEndpointQuery(queries.tasks.endpoint, queries.tasks.input, options), enabled },
      { ...buildEndpointQuery(queries.attributes.endpoint, queries.attributes.input, options), enabled },
      { ...buildEndpointQuery(queries.categories.endpoint, queries.categories.input), enabled },
    ],
    combine: ([tasks, attributes, categories]) => ({
      survey:
        tasks.data && attributes.data
          ? {
              tasks: tasks.data.results,
              attributes: attributes.data.results.filter((attribute) =>
                tasks.data.results.some((task) => task.id === attribute.form_stage_id),
              ),
              categories: categories.data?.results ?? [],
            }
          : undefined,
      isLoading: tasks.isLoading || attributes.isLoading,
    }),
  });
}

/** Undefined until it is loaded, and for a report without a survey. */
export const useReviewSurvey = (post: Pick<Post, 'form' | 'status'>): ReviewSurvey | undefined =>
  useReviewSurveyState(post).survey;
