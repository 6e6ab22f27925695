/** Queries for tasks. */
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { type Page, readPage } from '../kernel/db/paging.ts';
import type { Tables } from '../migrations/tables.ts';
import { selectTasks, type TaskRow } from './fields.sql.ts';

/** A task. @param surveyId finds only tasks of this survey; undefined: of any */
export function findTask(tx: Tx, id: number, surveyId?: number): Promise<TaskRow | undefined> {
  const query = selectTasks(tx).where('tasks.id', '=', id);
  return (surveyId === undefined ? query : query.where('tasks.survey_id', '=', surveyId)).executeTakeFirst();
}

interface TaskSearch {
  form_id?: number | undefined;
  /** Includes hidden tasks and those of disabled surveys. */
  includeHidden: boolean;
  limit?: number | undefined;
  offset?: number | undefined;
  orderby?: 'id' | 'priority' | 'label' | undefined;
  order?: 'asc' | 'desc' | undefined;
}

/** A page of tasks of one or all surveys. */
export function searchTasks(tx: Tx, search: TaskSearch): Promise<Page<TaskRow>> {
  let matching = selectTasks(tx).innerJoin('surveys', 'surveys.id', 'tasks.survey_id');
  if (search.form_id !== undefined) matching = matching.where('tasks.survey_id', '=', search.form_id);
  if (!search.includeHidden)
    matching = matching
      .where('surveys.disabled', '=', false)
      .where('tasks.internal_only', '=', false)
      .where('tasks.show_when_published', '=', true);
  const { orderby = 'id', order = 'asc' } = search;
  return readPage(matching.orderBy(`tasks.${orderby}`, order).orderBy('tasks.id'), search);
}

/** Inserts a task. @returns its id */
export async function insertTask(tx: Tx, task: Insertable<Tables['tasks']>): Promise<number> {
  const { id } = await tx.insertInto('tasks').values(task).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Updates a task. */
export const updateTaskRow = async (
  tx: Tx,
  id: number,
  change: Updateable<Tables['tasks']>,
): Promise<void> => {
  await tx.updateTable('tasks').set(change).where('id', '=', id).execute();
};

/** Deletes a task with its attributes, and removes it from `posts.completed_tasks`. Answers must be deleted before. */
export async function deleteTaskRow(tx: Tx, task: TaskRow): Promise<void> {
  await tx
    .updateTable('posts')
    .set({ completed_tasks: sql<number[]>`array_remove(completed_tasks, ${task.id})` })
    .where('survey_id', '=', task.form_id)
    .where(sql<boolean>`completed_tasks @> array[${task.id}]::bigint[]`)
    .execute();
  await tx.deleteFrom('tasks').where('id', '=', task.id).execute();
}
