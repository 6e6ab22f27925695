/** Queries for a survey form: the same in all places, so that cached results are shared. */

import { listCategories } from '@waypost/contract/categories/categories';
import { listAttributes } from '@waypost/contract/surveys/attributes';
import { readSurvey } from '@waypost/contract/surveys/surveys';
import { listTasks } from '@waypost/contract/surveys/tasks';
import { buildEndpointUrl } from '../../api/endpoint-url.ts';

const orderByPriority = { order: 'asc', orderby: 'priority' } as const;

/** @param postStatus if present, the server sends only the tasks that this person may read and answer (API v3 §7.6) */
export const buildSurveyQueries = (id: number, postStatus = 'draft') => {
  const params = { id };
  return {
    survey: { endpoint: readSurvey, input: { params } },
    tasks: { endpoint: listTasks, input: { params, query: { ...orderByPriority, postStatus } } },
    attributes: { endpoint: listAttributes, input: { params, query: orderByPriority } },
    categories: { endpoint: listCategories, input: {} },
  } as const;
};

/** URLs of the requests without which the form of a survey does not open. */
export function buildSurveyUrls(id: number): string[] {
  const { survey, tasks, attributes } = buildSurveyQueries(id);
  return [survey, tasks, attributes].map(({ endpoint, input }) => buildEndpointUrl(endpoint, input));
}
