/** What has to be read to ask somebody a survey: the same wherever it is asked, so that what is kept of it is found again. */
import { listAttributes } from '@waypost/contract/attributes';
import { listCategories } from '@waypost/contract/categories';
import { readSurvey } from '@waypost/contract/surveys';
import { listTasks } from '@waypost/contract/tasks';

const byPriority = { order: 'asc', orderby: 'priority' } as const;

/** @param postStatus asked with it, the server sends the tasks that this person may read and answer (wire 7.6) */
export const surveyReads = (id: number, postStatus = 'draft') => {
  const params = { id };
  return {
    survey: { endpoint: readSurvey, input: { params } },
    tasks: { endpoint: listTasks, input: { params, query: { ...byPriority, postStatus } } },
    attributes: { endpoint: listAttributes, input: { params, query: byPriority } },
    categories: { endpoint: listCategories, input: {} },
  } as const;
};
