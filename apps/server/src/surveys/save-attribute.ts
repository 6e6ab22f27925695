/** Adding, changing and deleting attributes of a survey (wire 2.4.2). */
import type { AttributeChange, AttributeInput } from '@waypost/contract/attributes';
import { limits } from '@waypost/contract/limits';
import type { z } from 'zod';
import type { Tx } from '../kernel/db.ts';
import { defined } from '../kernel/defined.ts';
import { fault, notFound, Problem, translating } from '../kernel/problem.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { forgetAnswers, picturesUnder, renameAnswers } from './answers.sql.ts';
import { deleteAttributeRow, findAttribute, insertAttribute, updateAttributeRow } from './attributes.sql.ts';
import { checkAttribute, requireTaskOf, tidyOptions } from './check-attribute.ts';
import type { AttributeRow } from './fields.sql.ts';
import { changeableSurvey, type DropPictures, readableSurvey } from './save-survey.ts';
import { readableTask } from './save-task.ts';
import { maskPosts, maskPostsOf, type SurveyRow } from './surveys.sql.ts';

const promises = { attributes_key_once: () => fault('form_attributes', 'key', 'taken') };

async function existing(tx: Tx, surveyId: number, id: number): Promise<AttributeRow> {
  const attribute = await findAttribute(tx, id, surveyId);
  if (!attribute) throw notFound('form_attributes', id);
  return attribute;
}

/**
 * An attribute that the viewer may read: whoever may read its task.
 * @throws Problem 404 when there is none, and for one of a task that is hidden from the viewer
 */
export async function readableAttribute(
  tx: Tx,
  viewer: Viewer,
  surveyId: number,
  id: number,
): Promise<AttributeRow> {
  await readableSurvey(tx, viewer, surveyId);
  const attribute = await existing(tx, surveyId, id);
  await readableTask(tx, viewer, surveyId, attribute.form_stage_id).catch((error: unknown) => {
    // The answer for a task would name the task that is hidden.
    throw error instanceof Problem && error.status === 404 ? notFound('form_attributes', id) : error;
  });
  return attribute;
}

/** `form_stage_id` and `form_stage` are two names of one thing. */
const taskOf = (input: {
  form_stage_id?: number | null | undefined;
  form_stage?: number | null | undefined;
}) => input.form_stage_id ?? input.form_stage ?? undefined;

/** A question that is sent may be as long as a text message, any other as long as a heading (wire 6.2). */
function checkLabel({ targeted_survey }: SurveyRow, label: string | undefined): void {
  const max = targeted_survey ? limits.question : limits.attributeLabel;
  if (label !== undefined && label.length > max)
    throw fault('form_attributes', 'label', 'maxlength', { max });
}

export async function createAttribute(
  tx: Tx,
  viewer: Viewer,
  surveyId: number,
  input: z.output<typeof AttributeInput>,
): Promise<AttributeRow> {
  checkLabel(await changeableSurvey(tx, viewer, surveyId), input.label);
  const task = taskOf(input);
  if (task === undefined) throw fault('form_attributes', 'form_stage_id', 'required');
  await requireTaskOf(tx, surveyId, task);
  const wanted = {
    ...input,
    key: input.key ?? crypto.randomUUID(),
    options: tidyOptions(input.type, input.options ?? null),
  };
  await checkAttribute(tx, surveyId, wanted);
  const { form_stage_id: _, form_stage: __, default: default_value = null, ...rest } = wanted;
  const row = {
    ...rest,
    default_value,
    task_id: task,
    instructions: input.instructions ?? null,
    options: JSON.stringify(wanted.options),
    config: JSON.stringify(input.config ?? {}),
  };
  const id = await translating(promises, () => insertAttribute(tx, row));
  return existing(tx, surveyId, id);
}

/** Whether a change touches which answers the public is shown, or which of several places marks a post on the map. */
function touchesMasks(before: AttributeRow, after: AttributeRow): boolean {
  const holdsPlaces = before.type === 'point' || before.type === 'geometry';
  return (
    before.response_private !== after.response_private ||
    before.form_stage_id !== after.form_stage_id ||
    (holdsPlaces && before.priority !== after.priority)
  );
}

/** Changes what is given. Answers follow the attribute to a new key. */
export async function updateAttribute(
  tx: Tx,
  viewer: Viewer,
  surveyId: number,
  id: number,
  change: z.output<typeof AttributeChange>,
): Promise<AttributeRow> {
  checkLabel(await changeableSurvey(tx, viewer, surveyId), change.label);
  const before = await existing(tx, surveyId, id);
  const task = taskOf(change) ?? before.form_stage_id;
  if (task !== before.form_stage_id) await requireTaskOf(tx, surveyId, task);
  const { form_stage_id: _, form_stage: __, default: default_value, key, options, config, ...rest } = change;
  const changed = defined(rest);
  const type = changed.type ?? before.type;
  const wanted = {
    ...before,
    ...changed,
    key: key ?? before.key,
    options: tidyOptions(type, options === undefined ? before.options : options),
  };
  await checkAttribute(tx, surveyId, wanted, before);
  await translating(promises, () =>
    updateAttributeRow(tx, id, {
      ...changed,
      ...defined({ default_value }),
      key: wanted.key,
      task_id: task,
      options: JSON.stringify(wanted.options),
      ...(config === undefined ? {} : { config: JSON.stringify(config) }),
    }),
  );
  if (wanted.key !== before.key) await renameAnswers(tx, surveyId, before.key, wanted.key);
  const after = await existing(tx, surveyId, id);
  if (touchesMasks(before, after)) await maskPostsOf(tx, surveyId);
  return after;
}

/** With what was answered to it. */
export async function deleteAttribute(
  tx: Tx,
  viewer: Viewer,
  surveyId: number,
  id: number,
  drop: DropPictures,
): Promise<AttributeRow> {
  await changeableSurvey(tx, viewer, surveyId);
  const attribute = await existing(tx, surveyId, id);
  const pictures = await picturesUnder(tx, surveyId, [attribute]);
  const posts = await forgetAnswers(tx, surveyId, [attribute]);
  await deleteAttributeRow(tx, id);
  await maskPosts(tx, posts);
  await drop(tx, pictures);
  return attribute;
}
