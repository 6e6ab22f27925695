/** Queries for a survey form: the same in all places, so that cached results are shared. */

import { listCategories } from '@waypost/contract/categories/categories';
import { listAttributes } from '@waypost/contract/surveys/attributes';
import { readSurvey } from '@waypost/contract/surveys/surveys';
import { listTasks } from '@waypost/contract/surveys/tasks';

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
