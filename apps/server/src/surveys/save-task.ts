/** Creates, updates and deletes tasks of a survey (API v3 §2.4.1). */
import { TaskChange, TaskInput } from '@waypost/contract/surveys/tasks';
import type { z } from 'zod';
import type { Tx } from '../kernel/db/database.ts';
import { requireFieldSizesWithinLimits } from '../kernel/http/field-sizes.ts';
import { notFound } from '../kernel/http/problem.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { deleteAnswers, findPicturesOfAttributes } from './answers.sql.ts';
import { readSurveyFields, type TaskRow } from './fields.sql.ts';
import { recordTask } from './record-survey-change.ts';
import { type DiscardPictures, requireEditableSurvey, requireReadableSurvey } from './save-survey.ts';
import { canSeeHiddenFields, visibleFields } from './surveys.rules.ts';
import { maskPosts, maskPostsOfSurvey } from './surveys.sql.ts';
import { deleteTaskRow, findTask, insertTask, updateTaskRow } from './tasks.sql.ts';

async function requireTask(tx: Tx, surveyId: number, id: number): Promise<TaskRow> {
  const task = await findTask(tx, id, surveyId);
  if (!task) throw notFound('form_stages', id);
  return task;
}

/**
 * A task that the viewer may read; hidden ones need `canSeeHiddenFields`.
 * @throws Problem 404 for a hidden task as for one that does not exist
 */
export async function requireReadableTask(
  tx: Tx,
  viewer: Viewer,
  surveyId: number,
  id: number,
): Promise<TaskRow> {
  await requireReadableSurvey(tx, viewer, surveyId);
  const task = await requireTask(tx, surveyId, id);
  if (!isTaskVisible(viewer, task)) throw notFound('form_stages', id);
  return task;
}

/** Whether a task is visible to a viewer who may read its survey. */
export const isTaskVisible = (viewer: Viewer, task: TaskRow): boolean =>
  visibleFields({ tasks: [task], attributes: [] }, canSeeHiddenFields(viewer)).tasks.length > 0;

/** Creates a task. Those of type `task` are internal unless the input says otherwise. */
export async function createTask(
  tx: Tx,
  viewer: Viewer,
  surveyId: number,
  input: z.output<typeof TaskInput>,
): Promise<TaskRow> {
  const survey = await requireEditableSurvey(tx, viewer, surveyId);
  requireFieldSizesWithinLimits('form_stages', TaskInput, input);
  const { task_is_internal_only: internal_only = input.type === 'task', ...rest } = input;
  const { icon = null, description = null } = rest;
  const id = await insertTask(tx, { ...rest, icon, description, internal_only, survey_id: survey.id });
  return requireTask(tx, surveyId, id);
}

/** Fields that affect which answers are public, and which of several places marks a post on the map. */
const maskRelevantFields = ['show_when_published', 'task_is_internal_only', 'priority'] as const;

/** Updates the fields that are present. */
export async function updateTask(
  tx: Tx,
  viewer: Viewer,
  surveyId: number,
  id: number,
  change: z.output<typeof TaskChange>,
): Promise<TaskRow> {
  await requireEditableSurvey(tx, viewer, surveyId);
  const before = await requireTask(tx, surveyId, id);
  requireFieldSizesWithinLimits('form_stages', TaskChange, change, { ...before });
  const { task_is_internal_only: internal_only, ...rest } = change;
  const changed = omitUndefined({ ...rest, internal_only });
  if (Object.keys(changed).length > 0) await updateTaskRow(tx, id, changed);
  const after = await requireTask(tx, surveyId, id);
  if (maskRelevantFields.some((field) => before[field] !== after[field]))
    await maskPostsOfSurvey(tx, surveyId);
  await recordTask(tx, viewer, before, after);
  return after;
}

/** Deletes a task with its attributes and their answers. */
export async function deleteTask(
  tx: Tx,
  viewer: Viewer,
  surveyId: number,
  id: number,
  discardPictures: DiscardPictures,
): Promise<TaskRow> {
  await requireEditableSurvey(tx, viewer, surveyId);
  const task = await requireTask(tx, surveyId, id);
  const { attributes } = await readSurveyFields(tx, surveyId);
  const ownAttributes = attributes.filter((attribute) => attribute.form_stage_id === id);
  const pictures = await findPicturesOfAttributes(tx, surveyId, ownAttributes);
  const posts = await deleteAnswers(tx, surveyId, ownAttributes);
  await deleteTaskRow(tx, task);
  await maskPosts(tx, posts);
  await discardPictures(tx, pictures);
  return task;
}
