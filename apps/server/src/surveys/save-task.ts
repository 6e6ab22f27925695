/** Adding, changing and deleting tasks of a survey (wire 2.4.1). */
import type { TaskChange, TaskInput } from '@waypost/contract/tasks';
import type { z } from 'zod';
import type { Tx } from '../kernel/db.ts';
import { defined } from '../kernel/defined.ts';
import { notFound } from '../kernel/problem.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { forgetAnswers, picturesUnder } from './answers.sql.ts';
import { readSurveyFields, type TaskRow } from './fields.sql.ts';
import { changeableSurvey, type DropPictures, readableSurvey } from './save-survey.ts';
import { seesWholeSurveys, shownFields } from './surveys.rules.ts';
import { maskPosts, maskPostsOf } from './surveys.sql.ts';
import { deleteTaskRow, findTask, insertTask, updateTaskRow } from './tasks.sql.ts';

async function existing(tx: Tx, surveyId: number, id: number): Promise<TaskRow> {
  const task = await findTask(tx, id, surveyId);
  if (!task) throw notFound('form_stages', id);
  return task;
}

/**
 * A task that the viewer may read: a hidden one is for those who see surveys whole.
 * @throws Problem 404 for a hidden one, as for one that does not exist
 */
export async function readableTask(tx: Tx, viewer: Viewer, surveyId: number, id: number): Promise<TaskRow> {
  await readableSurvey(tx, viewer, surveyId);
  const task = await existing(tx, surveyId, id);
  if (!isTaskShown(viewer, task)) throw notFound('form_stages', id);
  return task;
}

/** Whether the viewer may know of a task of a survey that they may read. */
const isTaskShown = (viewer: Viewer, task: TaskRow): boolean =>
  shownFields({ tasks: [task], attributes: [] }, seesWholeSurveys(viewer)).tasks.length > 0;

export async function createTask(
  tx: Tx,
  viewer: Viewer,
  surveyId: number,
  input: z.output<typeof TaskInput>,
): Promise<TaskRow> {
  const survey = await changeableSurvey(tx, viewer, surveyId);
  const { task_is_internal_only: internal_only = input.type === 'task', ...rest } = input;
  const { icon = null, description = null } = rest;
  const id = await insertTask(tx, { ...rest, icon, description, internal_only, survey_id: survey.id });
  return existing(tx, surveyId, id);
}

/** What of a task decides which answers the public is shown, and which of several places marks a post on the map. */
const masks = ['show_when_published', 'task_is_internal_only', 'priority'] as const;

/** Changes what is given. */
export async function updateTask(
  tx: Tx,
  viewer: Viewer,
  surveyId: number,
  id: number,
  change: z.output<typeof TaskChange>,
): Promise<TaskRow> {
  await changeableSurvey(tx, viewer, surveyId);
  const before = await existing(tx, surveyId, id);
  const { task_is_internal_only: internal_only, ...rest } = change;
  const changed = defined({ ...rest, internal_only });
  if (Object.keys(changed).length > 0) await updateTaskRow(tx, id, changed);
  const after = await existing(tx, surveyId, id);
  if (masks.some((flag) => before[flag] !== after[flag])) await maskPostsOf(tx, surveyId);
  return after;
}

/** With its attributes and what was answered to them. */
export async function deleteTask(
  tx: Tx,
  viewer: Viewer,
  surveyId: number,
  id: number,
  drop: DropPictures,
): Promise<TaskRow> {
  await changeableSurvey(tx, viewer, surveyId);
  const task = await existing(tx, surveyId, id);
  const { attributes } = await readSurveyFields(tx, surveyId);
  const own = attributes.filter((it) => it.form_stage_id === id);
  const pictures = await picturesUnder(tx, surveyId, own);
  const posts = await forgetAnswers(tx, surveyId, own);
  await deleteTaskRow(tx, task);
  await maskPosts(tx, posts);
  await drop(tx, pictures);
  return task;
}
