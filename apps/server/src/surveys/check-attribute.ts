/** What an attribute must be to fit its survey (API v3 §2.4.2). */
import type { Tx } from '../kernel/db/database.ts';
import { notFound, Problem, ValidationError } from '../kernel/http/problem.ts';
import { hasAnswers } from './answers.sql.ts';
import { findExistingCategories, hasAttributeOfType } from './attributes.sql.ts';
import type { AttributeRow } from './fields.sql.ts';
import { findTask } from './tasks.sql.ts';

/** An attribute as it would be after the save. */
export type AttributeAfterSave = Pick<AttributeRow, 'type' | 'response_private' | 'options' | 'key'>;
type Fault = ValidationError['fieldErrors'][number];

/** Types of which a survey has one at most: they are the post's own title and text. */
const uniqueTypes: ReadonlySet<string> = new Set(['title', 'description']);

/**
 * Checks that a task is there and belongs to the survey.
 * @throws Problem 404 for an unknown task, 400 for one of another survey, as the wire has it
 */
export async function requireTaskOfSurvey(tx: Tx, surveyId: number, taskId: number): Promise<void> {
  const task = await findTask(tx, taskId);
  if (!task) throw notFound('form_stages', taskId);
  if (task.form_id !== surveyId)
    throw new Problem('request.bad', { reason: `the stage ${taskId} belongs to another form` });
}

/** Options as they are stored: ids as numbers for categories, distinct words for the rest. */
export function normalizeOptions(
  type: string,
  options: readonly (string | number)[] | null,
): (string | number)[] {
  const words = (options ?? []).map((option) => String(option).trim()).filter((word) => word !== '');
  const distinct = [...new Set(words)];
  return type === 'tags' ? distinct.map((word) => (/^\d{1,15}$/.test(word) ? Number(word) : word)) : distinct;
}

async function checkOptions(tx: Tx, { type, options }: AttributeAfterSave): Promise<Fault | undefined> {
  if (type !== 'tags') return undefined;
  const known = await findExistingCategories(
    tx,
    options.filter((option) => typeof option === 'number'),
  );
  const unknown = options.find((option) => typeof option !== 'number' || !known.has(option));
  return unknown === undefined ? undefined : { field: 'options', rule: 'exists', params: { value: unknown } };
}

/**
 * Checks an attribute against the rest of its survey.
 * @param before as it is stored; undefined for a new one
 * @throws ValidationError naming every field that is wrong
 */
export async function checkAttribute(
  tx: Tx,
  surveyId: number,
  after: AttributeAfterSave,
  before?: AttributeRow,
): Promise<void> {
  const faults: Fault[] = [];
  const { type } = after;
  if (uniqueTypes.has(type) && (await hasAttributeOfType(tx, surveyId, type, before?.id)))
    faults.push({ field: 'type', rule: 'duplicateTypes' });
  // Answers are kept in the shape of their type.
  else if (before && type !== before.type && (await hasAnswers(tx, surveyId, before)))
    faults.push({ field: 'type', rule: 'immutable' });
  if (type === 'tags' && after.response_private)
    faults.push({ field: 'response_private', rule: 'tagsCannotBePrivate' });
  const wrongOption = await checkOptions(tx, after);
  if (wrongOption) faults.push(wrongOption);
  if (faults.length > 0) throw new ValidationError('form_attributes', faults);
}
