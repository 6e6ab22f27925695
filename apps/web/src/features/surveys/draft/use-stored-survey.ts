import { useQueries } from '@tanstack/react-query';
import { listAttributes } from '@waypost/contract/surveys/attributes';
import { readSurvey } from '@waypost/contract/surveys/surveys';
import { listTasks } from '@waypost/contract/surveys/tasks';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { toSurveyDraft } from './survey-draft.ts';

// A background refetch must not replace what is being edited.
const noRefetch = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 } as const;
const byPriority = { order: 'asc', orderby: 'priority' } as const;

/** A survey with its tasks, fields and roles from the server, for editing. */
export function useStoredSurvey(id: number) {
  const params = { id };
  return useQueries({
    queries: [
      { ...buildEndpointQuery(readSurvey, { params }), ...noRefetch },
      { ...buildEndpointQuery(listTasks, { params, query: byPriority }), ...noRefetch },
      { ...buildEndpointQuery(listAttributes, { params, query: byPriority }), ...noRefetch },
    ],
    combine: ([survey, tasks, attributes]) => ({
      data:
        survey.data && tasks.data && attributes.data
          ? toSurveyDraft(survey.data, tasks.data.results, attributes.data.results)
          : undefined,
      error: survey.error ?? tasks.error ?? attributes.error,
      refetch: async () => {
        await Promise.all([survey, tasks, attributes].map((query) => query.refetch()));
        return undefined as never;
      },
    }),
  });
}
