/** What has to be read to ask somebody a survey: the same wherever it is asked, so that what is kept of it is found again. */

import { listCategories } from '@waypost/contract/categories/categories';
import { listAttributes } from '@waypost/contract/surveys/attributes';
import { readSurvey } from '@waypost/contract/surveys/surveys';
import { listTasks } from '@waypost/contract/surveys/tasks';

const orderByPriority = { order: 'asc', orderby: 'priority' } as const;

/** @param postStatus asked with it, the server sends the tasks that this person may read and answer (wire 7.6) */
export const buildSurveyQueries = (id: number, postStatus = 'draft') => {
  const params = { id };
  return {
    survey: { endpoint: readSurvey, input: { params } },
    tasks: { endpoint: listTasks, input: { params, query: { ...orderByPriority, postStatus } } },
    attributes: { endpoint: listAttributes, input: { params, query: orderByPriority } },
    categories: { endpoint: listCategories, input: {} },
  } as const;
};
