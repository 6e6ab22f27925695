/** Creates, updates and deletes attributes of a survey (API v3 §2.4.2). */

import { limits } from '@waypost/contract/common/limits';
import { AttributeChange, AttributeInput } from '@waypost/contract/surveys/attributes';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import type { z } from 'zod';
import type { Tx } from '../kernel/db/database.ts';
import { requireFieldSizesWithinLimits } from '../kernel/http/field-sizes.ts';
import { mapConstraintErrors, notFound, validationError } from '../kernel/http/problem.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { deleteAnswers, findPicturesOfAttributes, renameAnswers } from './answers.sql.ts';
import { deleteAttributeRow, findAttribute, insertAttribute, updateAttributeRow } from './attributes.sql.ts';
import { checkAttribute, normalizeOptions, requireTaskOfSurvey } from './check-attribute.ts';
import type { AttributeRow } from './fields.sql.ts';
import { recordAttribute } from './record-survey-change.ts';
import { type DiscardPictures, requireEditableSurvey, requireReadableSurvey } from './save-survey.ts';
import { isTaskVisible } from './save-task.ts';
import { maskPosts, maskPostsOfSurvey, type SurveyRow } from './surveys.sql.ts';
import { findTask } from './tasks.sql.ts';

const constraintFaults = { attributes_key_unique: () => validationError('form_attributes', 'key', 'taken') };

async function requireAttribute(tx: Tx, surveyId: number, id: number): Promise<AttributeRow> {
  const attribute = await findAttribute(tx, id, surveyId);
  if (!attribute) throw notFound('form_attributes', id);
  return attribute;
}

/**
 * An attribute that the viewer may read.
 * @throws Problem 404 when it does not exist, and for one of a task that is hidden from the viewer
 */
export async function requireReadableAttribute(
  tx: Tx,
  viewer: Viewer,
  surveyId: number,
  id: number,
): Promise<AttributeRow> {
  await requireReadableSurvey(tx, viewer, surveyId);
  const attribute = await requireAttribute(tx, surveyId, id);
  const task = await findTask(tx, attribute.form_stage_id, surveyId);
  // The error of the task would contain the id of the hidden task.
  if (!task || !isTaskVisible(viewer, task)) throw notFound('form_attributes', id);
  return attribute;
}

/** Clients send the task's id as `form_stage_id` or `form_stage`. */
const requestedTaskId = (input: {
  form_stage_id?: number | null | undefined;
  form_stage?: number | null | undefined;
}) => input.form_stage_id ?? input.form_stage ?? undefined;

/** Questions of targeted surveys, which are sent as text messages, have a different maximum length (API v3 §6.2). */
function checkLabel({ targeted_survey }: SurveyRow, label: string | undefined): void {
  const max = targeted_survey ? limits.question : limits.attributeLabel;
  if (label !== undefined && label.length > max)
    throw validationError('form_attributes', 'label', 'maxlength', { max });
}

/** Creates an attribute. @throws ValidationError with every invalid field */
export async function createAttribute(
  tx: Tx,
  viewer: Viewer,
  surveyId: number,
  input: z.output<typeof AttributeInput>,
): Promise<AttributeRow> {
  checkLabel(await requireEditableSurvey(tx, viewer, surveyId), input.label);
  requireFieldSizesWithinLimits('form_attributes', AttributeInput, input);
  const task = requestedTaskId(input);
  if (task === undefined) throw validationError('form_attributes', 'form_stage_id', 'required');
  await requireTaskOfSurvey(tx, surveyId, task);
  const attribute = {
    ...input,
    key: input.key ?? crypto.randomUUID(),
    options: normalizeOptions(input.type, input.options ?? null),
    config: input.config ?? {},
    response_private: input.response_private ?? fieldTypes[input.type].personalData === 'always',
  };
  await checkAttribute(tx, surveyId, attribute);
  const { form_stage_id: _, form_stage: __, default: default_value = null, ...rest } = attribute;
  const row = {
    ...rest,
    default_value,
    task_id: task,
    instructions: input.instructions ?? null,
    options: JSON.stringify(attribute.options),
    config: JSON.stringify(attribute.config),
  };
  const id = await mapConstraintErrors(constraintFaults, () => insertAttribute(tx, row));
  return requireAttribute(tx, surveyId, id);
}

/** Whether a change affects which answers are public, or which of several places marks a post on the map. */
function affectsMasks(before: AttributeRow, after: AttributeRow): boolean {
  const holdsPlaces = fieldTypes[before.type].roundedBy === 'hide_location';
  return (
    before.response_private !== after.response_private ||
    before.form_stage_id !== after.form_stage_id ||
    (holdsPlaces && before.priority !== after.priority)
  );
}

/** Updates the fields that are present. Answers are moved to a new key. */
export async function updateAttribute(
  tx: Tx,
  viewer: Viewer,
  surveyId: number,
  id: number,
  change: z.output<typeof AttributeChange>,
): Promise<AttributeRow> {
  checkLabel(await requireEditableSurvey(tx, viewer, surveyId), change.label);
  const before = await requireAttribute(tx, surveyId, id);
  requireFieldSizesWithinLimits('form_attributes', AttributeChange, change, {
    ...before,
  });
  const task = requestedTaskId(change) ?? before.form_stage_id;
  if (task !== before.form_stage_id) await requireTaskOfSurvey(tx, surveyId, task);
  const { form_stage_id: _, form_stage: __, default: default_value, key, options, config, ...rest } = change;
  const changed = omitUndefined(rest);
  const type = changed.type ?? before.type;
  const attribute = {
    ...before,
    ...changed,
    key: key ?? before.key,
    options: normalizeOptions(type, options === undefined ? before.options : options),
    config: config ?? before.config,
  };
  await checkAttribute(tx, surveyId, attribute, before);
  await mapConstraintErrors(constraintFaults, () =>
    updateAttributeRow(tx, id, {
      ...changed,
      ...omitUndefined({ default_value }),
      key: attribute.key,
      task_id: task,
      options: JSON.stringify(attribute.options),
      ...(config === undefined ? {} : { config: JSON.stringify(config) }),
    }),
  );
  if (attribute.key !== before.key) await renameAnswers(tx, surveyId, before.key, attribute.key);
  const after = await requireAttribute(tx, surveyId, id);
  if (affectsMasks(before, after)) await maskPostsOfSurvey(tx, surveyId);
  await recordAttribute(tx, viewer, before, after);
  return after;
}

/** Deletes an attribute with its answers and their pictures. */
export async function deleteAttribute(
  tx: Tx,
  viewer: Viewer,
  surveyId: number,
  id: number,
  discardPictures: DiscardPictures,
): Promise<AttributeRow> {
  await requireEditableSurvey(tx, viewer, surveyId);
  const attribute = await requireAttribute(tx, surveyId, id);
  const pictures = await findPicturesOfAttributes(tx, surveyId, [attribute]);
  const posts = await deleteAnswers(tx, surveyId, [attribute]);
  await deleteAttributeRow(tx, id);
  await maskPosts(tx, posts);
  await discardPictures(tx, pictures);
  return attribute;
}
