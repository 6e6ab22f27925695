/**
 * Validates a post against its survey. The server enforces these rules, and the form shows their errors before
 * sending (API v3 §2.1).
 */

import type { PostStatus } from '@waypost/contract/browse/post-filters';
import { parseIsoDate } from '@waypost/contract/common/dates';
import { limits } from '@waypost/contract/common/limits';
import { fieldInputs, fieldTypes } from '@waypost/contract/surveys/field-types';
import type { AnswerError } from './answer-errors.ts';
import { expectedAnswers } from './expected-answers.ts';
import { type Answer, isEmptyAnswer, parseAnswer } from './parse-answer.ts';
import {
  filterVisibleTasks,
  findDescriptionAttribute,
  findTitleAttribute,
  isStoredInValues,
  type SurveyAttribute,
  type SurveyDefinition,
  sortAttributes,
} from './survey-definition.ts';

/** Answers by attribute key, as a client sent them. */
export type RawValues = Readonly<Record<string, unknown>>;

/** The post as it would be after the save. */
export interface PostCandidate {
  title: string | null;
  content: string | null;
  values: RawValues;
  completed_stages: readonly number[];
  status: PostStatus;
}

/** Options of the validation. */
export interface ValidationOptions {
  /** Whether the user may see hidden tasks. If not, those are skipped, and their attributes count as unknown. */
  canManagePosts: boolean;
  /** The stored answers: they stay valid after their option was removed from the survey. */
  storedValues?: RawValues;
  /** The stored content: a longer one than the limit can be saved again. */
  storedContent?: string | null;
  /**
   * The form requires title and text for every survey (spec 2 §5). Otherwise only surveys with such attributes
   * require them, and scripts may omit them elsewhere (API v3 §2.1, ruling 14).
   */
  requiresTitle?: boolean;
}

/** Messages with a location store it under this key, which is no attribute. Clients send it back. */
export const messageLocationKey = 'message_location';

/** The non-empty answers under a key. A value that is not a list counts as none. */
export const findAnswers = (values: RawValues, key: string): unknown[] => {
  const answers = Object.hasOwn(values, key) ? values[key] : undefined;
  return Array.isArray(answers) ? answers.filter((it) => !isEmptyAnswer(it)) : [];
};

function isAllowedOption(attribute: SurveyAttribute, answer: string, storedValues: RawValues): boolean {
  if (!fieldInputs[attribute.input].hasOptions || !attribute.options?.length) return true;
  const isSameAnswer = (it: unknown) => String(it).trim() === answer.trim();
  return attribute.options.some(isSameAnswer) || findAnswers(storedValues, attribute.key).some(isSameAnswer);
}

const countFreeFormDates = (answers: readonly unknown[]) =>
  answers.filter((it) => typeof it === 'string' && !parseIsoDate(it)).length;

/** Characters of a text, or of the JSON of another answer. */
const countCharacters = (answer: unknown): number =>
  Array.from(typeof answer === 'string' ? answer : JSON.stringify(answer)).length;

const countAllCharacters = (answers: readonly unknown[]): number =>
  answers.reduce<number>((sum, it) => sum + (it === undefined ? 0 : countCharacters(it)), 0);

/**
 * The limit that answers to one attribute exceed; null for none. Stored answers may be longer, and may be sent back.
 * @param answers parsed answers; undefined where one cannot be parsed
 */
function findExceededLength(
  { type }: SurveyAttribute,
  answers: readonly (Answer | undefined)[],
  storedAnswers: readonly unknown[],
): { max: number; index?: number } | null {
  const { maxLength } = fieldTypes[type];
  if (maxLength !== null) {
    const max = Math.max(maxLength, ...storedAnswers.map(countCharacters));
    const index = answers.findIndex((it) => it !== undefined && countCharacters(it) > max);
    if (index >= 0) return { max: maxLength, index };
  }
  const maxTotal = Math.max(limits.longText, maxLength ?? 0);
  return countAllCharacters(answers) > Math.max(maxTotal, countAllCharacters(storedAnswers))
    ? { max: maxTotal }
    : null;
}

/** Errors of the answers to one attribute. */
export function validateAttribute(
  attribute: SurveyAttribute,
  values: RawValues,
  storedValues: RawValues,
): AnswerError[] {
  const { key, label, cardinality } = attribute;
  const target = { field: 'values' as const, key };
  const rawAnswers = Object.hasOwn(values, key) ? values[key] : undefined;
  if (rawAnswers !== null && rawAnswers !== undefined && !Array.isArray(rawAnswers))
    return [{ ...target, rule: 'notAnArray', params: { key, label } }];
  const answers = findAnswers(values, key);
  if (cardinality > 0 && answers.length > cardinality)
    return [{ ...target, rule: 'tooManyValues', params: { key, label, max: cardinality } }];
  if (attribute.type === 'datetime' && countFreeFormDates(answers) > limits.freeFormDates)
    return [{ ...target, rule: 'tooManyValues', params: { key, label, max: limits.freeFormDates } }];
  const results = answers.map((raw) => parseAnswer(attribute, raw));
  const parsed = results.map((result) => ('answer' in result ? result.answer : undefined));
  const exceeded = findExceededLength(attribute, parsed, findAnswers(storedValues, key));
  if (exceeded) {
    const { max, ...position } = exceeded;
    return [{ ...target, ...position, rule: 'valueLength', params: { key, label, max } }];
  }
  return results.flatMap((result, index): AnswerError[] => {
    if ('expected' in result) {
      const params = { key, label, kind: result.expected, expected: expectedAnswers[result.expected] };
      return [{ ...target, index, rule: 'valueType', params }];
    }
    if (typeof result.answer === 'object') return [];
    const value = String(result.answer);
    return isAllowedOption(attribute, value, storedValues)
      ? []
      : [{ ...target, index, rule: 'valueOption', params: { key, label, value } }];
  });
}

/**
 * The error of a content that is too long.
 * @param stored the stored content: it may be longer, and may be sent back
 */
export const validateContentLength = (
  content: string | null,
  stored: string | null | undefined,
): AnswerError[] =>
  countCharacters(content ?? '') > Math.max(limits.longText, countCharacters(stored ?? ''))
    ? [{ field: 'content', rule: 'maxlength', params: { max: limits.longText } }]
    : [];

/**
 * Title and text: always required by the form, which also asks for a longer title; on the server only if the survey has attributes
 * for them (API v3 §9, ruling 14).
 */
function validateTitle(
  { title, content }: PostCandidate,
  attributes: readonly SurveyAttribute[],
  requiresTitle: boolean,
): AnswerError[] {
  const titleLength = Array.from(title?.trim() ?? '').length;
  const faults: AnswerError[] = [];
  if (titleLength > limits.title.max)
    faults.push({ field: 'title', rule: 'maxlength', params: { max: limits.title.max } });
  if (requiresTitle && titleLength > 0 && titleLength < limits.title.min)
    faults.push({ field: 'title', rule: 'minlength', params: { min: limits.title.min } });
  if (titleLength === 0 && (requiresTitle || findTitleAttribute(attributes)?.required))
    faults.push({ field: 'title', rule: 'required', params: {} });
  if (isEmptyAnswer(content) && (requiresTitle || findDescriptionAttribute(attributes)?.required))
    faults.push({ field: 'content', rule: 'required', params: {} });
  return faults;
}

/** Keys without an attribute, or whose attribute the user may not see. */
function validateKeys(values: RawValues, visibleAttributes: readonly SurveyAttribute[]): AnswerError[] {
  const keys = new Set([messageLocationKey, ...visibleAttributes.map((it) => it.key)]);
  return Object.keys(values)
    .filter((key) => !keys.has(key))
    .map((key) => ({ field: 'values', key, rule: 'attributeDoesNotExist', params: { key } }));
}

/** Required answers of the report are checked on every save, those of other tasks once they are complete. */
function validateRequired(survey: SurveyDefinition, post: PostCandidate): AnswerError[] {
  const tasks = new Map(survey.tasks.map((it) => [it.id, it]));
  return sortAttributes(survey).flatMap((attribute): AnswerError[] => {
    const task = tasks.get(attribute.form_stage_id);
    const { key, label } = attribute;
    if (!task || !attribute.required || !isStoredInValues(attribute)) return [];
    if (findAnswers(post.values, key).length > 0) return [];
    const target = { field: 'values' as const, key, task: task.id };
    if (task.type === 'post') return [{ ...target, rule: 'postAttributeRequired', params: { key, label } }];
    return post.completed_stages.includes(task.id)
      ? [{ ...target, rule: 'taskAttributeRequired', params: { key, label, task: task.label } }]
      : [];
  });
}

/** Completed tasks must belong to the survey, and required tasks must be complete before publishing. */
function validateTasks(
  all: SurveyDefinition['tasks'],
  shown: SurveyDefinition['tasks'],
  post: PostCandidate,
): AnswerError[] {
  const target = { field: 'completed_stages' as const };
  const unknown = post.completed_stages
    .filter((id) => !all.some((it) => it.id === id))
    .map((id): AnswerError => ({ ...target, task: id, rule: 'stageDoesNotExist', params: { value: id } }));
  if (post.status !== 'published') return unknown;
  const open = shown
    .filter((it) => it.required && it.type !== 'post' && !post.completed_stages.includes(it.id))
    .map(
      (it): AnswerError => ({ ...target, task: it.id, rule: 'stageRequired', params: { label: it.label } }),
    );
  return [...unknown, ...open];
}

/**
 * All errors that prevent a post from being saved, in the order of the survey. The server checks whether related
 * posts, pictures and categories exist.
 * @param survey with all its tasks and attributes
 * @param post as it would be after the save
 * @returns no errors if the post can be saved; `answerErrorsToFieldErrors` converts them to API v3
 */
export function validateAnswers(
  survey: SurveyDefinition,
  post: PostCandidate,
  options: ValidationOptions,
): AnswerError[] {
  const tasks = filterVisibleTasks(survey.tasks, options.canManagePosts);
  const shown: SurveyDefinition = { tasks, attributes: sortAttributes({ ...survey, tasks }) };
  const stored = shown.attributes.filter(isStoredInValues);
  const missing = validateRequired(shown, post);
  return [
    ...validateTitle(post, shown.attributes, options.requiresTitle ?? false),
    ...validateContentLength(post.content, options.storedContent),
    ...validateKeys(post.values, shown.attributes),
    ...stored.flatMap((it) => [
      ...validateAttribute(it, post.values, options.storedValues ?? {}),
      ...missing.filter((fault) => fault.key === it.key),
    ]),
    ...validateTasks(survey.tasks, tasks, post),
  ];
}
