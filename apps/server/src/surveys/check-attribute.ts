/** Validation of attributes against their survey (API v3 §2.4.2). */
import { readDemandedArea } from '@waypost/contract/areas/demanded-area';
import type { AttributeType } from '@waypost/contract/surveys/attributes';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { hasDemandedArea } from '../areas/areas.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { notFound, Problem, ValidationError } from '../kernel/http/problem.ts';
import { hasAnswers } from './answers.sql.ts';
import { findExistingCategories, hasAttributeOfType } from './attributes.sql.ts';
import type { AttributeRow } from './fields.sql.ts';
import { findTask } from './tasks.sql.ts';

/** The validated fields of an attribute as it would be after the save. */
export type AttributeAfterSave = Pick<AttributeRow, 'type' | 'response_private' | 'options' | 'key'> & {
  config: unknown;
};
type FieldError = ValidationError['fieldErrors'][number];

/** A survey can have only one attribute for the post's title, and one for its text. */
const isUnique = (type: AttributeType): boolean =>
  fieldTypes[type].storage === 'title' || fieldTypes[type].storage === 'content';
const holdsCategories = (type: AttributeType): boolean => fieldTypes[type].answerKind === 'category';

/**
 * Checks that a task exists and belongs to the survey.
 * @throws Problem 404 for an unknown task, 400 for one of another survey
 */
export async function requireTaskOfSurvey(tx: Tx, surveyId: number, taskId: number): Promise<void> {
  const task = await findTask(tx, taskId);
  if (!task) throw notFound('form_stages', taskId);
  if (task.form_id !== surveyId)
    throw new Problem('request.bad', { reason: `the stage ${taskId} belongs to another form` });
}

/** Options as they are stored: numeric ids for categories, distinct texts for other types. */
export function normalizeOptions(
  type: AttributeType,
  options: readonly (string | number)[] | null,
): (string | number)[] {
  const texts = (options ?? []).map((option) => String(option).trim()).filter((text) => text !== '');
  const distinct = [...new Set(texts)];
  return holdsCategories(type)
    ? distinct.map((text) => (/^\d{1,15}$/.test(text) ? Number(text) : text))
    : distinct;
}

async function checkOptions(tx: Tx, { type, options }: AttributeAfterSave): Promise<FieldError | undefined> {
  if (!holdsCategories(type)) return undefined;
  const existingIds = await findExistingCategories(
    tx,
    options.filter((option) => typeof option === 'number'),
  );
  const unknown = options.find((option) => typeof option !== 'number' || !existingIds.has(option));
  return unknown === undefined ? undefined : { field: 'options', rule: 'exists', params: { value: unknown } };
}

/** Where the places of a field must be (docs/decisions/0088). What is stored stays, so that a field can be saved whose area was deleted. */
async function checkDemand(
  tx: Tx,
  config: unknown,
  before: AttributeRow | undefined,
): Promise<FieldError | undefined> {
  const read = (from: unknown) => (from as { inside?: unknown } | null | undefined)?.inside ?? null;
  const inside = read(config);
  if (inside === null || JSON.stringify(inside) === JSON.stringify(read(before?.config))) return undefined;
  const demanded = readDemandedArea(config);
  if (demanded && (await hasDemandedArea(tx, demanded))) return undefined;
  return { field: 'config/inside', rule: 'demandedArea', params: { value: JSON.stringify(inside) } };
}

/**
 * Validates an attribute against the rest of its survey.
 * @param before the stored attribute; undefined for a new one
 * @throws ValidationError with every invalid field
 */
export async function checkAttribute(
  tx: Tx,
  surveyId: number,
  after: AttributeAfterSave,
  before?: AttributeRow,
): Promise<void> {
  const fieldErrors: FieldError[] = [];
  const { type } = after;
  if (isUnique(type) && (await hasAttributeOfType(tx, surveyId, type, before?.id)))
    fieldErrors.push({ field: 'type', rule: 'duplicateTypes' });
  // Stored answers have the format of the type.
  else if (before && type !== before.type && (await hasAnswers(tx, surveyId, before)))
    fieldErrors.push({ field: 'type', rule: 'immutable' });
  if (after.response_private && !fieldTypes[type].canBePrivate)
    fieldErrors.push({ field: 'response_private', rule: 'tagsCannotBePrivate' });
  const optionError = await checkOptions(tx, after);
  if (optionError) fieldErrors.push(optionError);
  const demandError = await checkDemand(tx, after.config, before);
  if (demandError) fieldErrors.push(demandError);
  if (fieldErrors.length > 0) throw new ValidationError('form_attributes', fieldErrors);
}
