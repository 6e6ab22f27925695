/** Errors of fields: a message and the field it belongs to, from our own validation or from the server. */
import type { ErrorEntry } from '@waypost/contract/common/error-envelope';
import type { ValidationRule } from '@waypost/contract/common/problems';
import type { Attribute } from '@waypost/contract/surveys/attributes';
import type { AnswerError } from '@waypost/survey-logic/answer-errors';
import { t } from 'i18next';
import type { ApiError } from '../../../api/api-error.ts';
import { formatErrorEntry } from '../../../api/error-text.ts';

/** `title`, `content`, `status`, an attribute as `values.KEY`, or a task as `task.ID`. */
export type ErrorTarget = string;
/** Target of an attribute's errors. */
export const toAttributeTarget = (key: string): ErrorTarget => `values.${key}`;
/** Target of a task's errors. */
export const toTaskTarget = (id: number): ErrorTarget => `task.${id}`;

/** An error of one field. */
export interface SurveyFieldError {
  target: ErrorTarget;
  text: string;
  /** Index of the answer; absent when the error is about all answers to the attribute. */
  index?: number;
}

type LabelledAttribute = Pick<Attribute, 'key' | 'label' | 'type'>;

/** The label of the title or the text, as the form shows it. */
const findTextLabel = (
  field: string | undefined,
  attributes: readonly LabelledAttribute[],
): string | undefined => {
  if (field !== 'title' && field !== 'content') return undefined;
  const attribute = attributes.find((it) => it.type === (field === 'title' ? 'title' : 'description'));
  return attribute?.label ?? t(`surveyForm.${field}`);
};

/** Rules of title and text; the general messages do not quote the label, which may be a question. */
const textRules: Partial<Record<string, ValidationRule>> = {
  required: 'postAttributeRequired',
  maxlength: 'valueLength',
};

/** The message of an entry, with the label of its field (spec 2 §5). */
function formatEntry(entry: ErrorEntry, attributes: readonly LabelledAttribute[]): string | null {
  const label = findTextLabel(entry.source?.pointer.split('/')[1], attributes);
  if (label === undefined) return formatErrorEntry(entry);
  if (entry.code === ('minlength' satisfies ValidationRule))
    return t('surveyForm.fault.tooShort', { label, min: Number(entry.params?.['min']) });
  return formatErrorEntry({ ...entry, code: textRules[entry.code ?? ''] ?? entry.code }, label);
}

const toErrorTarget = ({ field, key, task }: AnswerError): ErrorTarget => {
  if (key !== undefined) return toAttributeTarget(key);
  return field === 'completed_stages' && task !== undefined ? toTaskTarget(task) : field;
};

/** Converts the errors of our own validation. */
export const toSurveyFieldErrors = (
  errors: readonly AnswerError[],
  attributes: readonly LabelledAttribute[],
): SurveyFieldError[] =>
  errors.map((it) => {
    const entry = { status: 422, code: it.rule, params: it.params, source: { pointer: `/${it.field}` } };
    return {
      target: toErrorTarget(it),
      text: formatEntry(entry, attributes) ?? it.rule,
      ...(it.index === undefined ? {} : { index: it.index }),
    };
  });

/**
 * The key of the attribute that an entry is about. Older servers only mention its key or label in the message.
 * @returns undefined when the form has no such attribute, because the survey has changed since it was opened
 */
function findAttributeKey(entry: ErrorEntry, attributes: readonly LabelledAttribute[]): string | undefined {
  const errorKey = entry.params?.['key'];
  const text = entry.message ?? entry.title ?? '';
  return attributes.find((it) =>
    typeof errorKey === 'string' ? it.key === errorKey : text.includes(it.key) || text.includes(it.label),
  )?.key;
}

/** The API names tasks by their labels, several in one entry: `Verify", "Act`. */
const findTaskTargets = (
  { params, message = '' }: ErrorEntry,
  tasks: readonly NamedTask[],
): ErrorTarget[] => {
  const text = String(params?.['label'] ?? message);
  return tasks
    .filter((it) => text.split('"').some((part) => part.trim() === it.label))
    .map((it) => toTaskTarget(it.id));
};

interface NamedTask {
  id: number;
  label: string;
}

/** The error of a locked post points to the title (API v3 §2.1), but does not concern the title. */
const isTitleError = (field: string, { code }: ErrorEntry): boolean =>
  field === 'title' && code !== ('postLocked' satisfies AnswerError['rule']);

/** The message for an attribute that was removed from the survey after the form was opened: it has no field. */
function formatRemovedAttribute(
  { code, params }: ErrorEntry,
  attributes: readonly LabelledAttribute[],
): string | undefined {
  if (code !== ('attributeDoesNotExist' satisfies AnswerError['rule'])) return undefined;
  const label = attributes.find((it) => it.key === params?.['key'])?.label;
  return label && t('surveyForm.fault.gone', { label });
}

/**
 * Assigns the server's errors to fields.
 * @returns `rest`: messages that belong to no field of the form
 */
export function mapServerErrors(
  error: ApiError,
  survey: { tasks: readonly NamedTask[]; attributes: readonly LabelledAttribute[] },
): { errors: SurveyFieldError[]; rest: string[] } {
  const errors: SurveyFieldError[] = [];
  const rest: string[] = [];
  const { attributes } = survey;
  const findTargets = (field: string, entry: ErrorEntry): ErrorTarget[] => {
    if (field === 'completed_stages') return findTaskTargets(entry, survey.tasks);
    if (field !== 'values') return field === 'content' || isTitleError(field, entry) ? [field] : [];
    const key = findAttributeKey(entry, attributes);
    return key === undefined ? [] : [toAttributeTarget(key)];
  };
  for (const entry of error.entries) {
    const field = entry.source?.pointer.split('/')[1];
    const removedText = formatRemovedAttribute(entry, attributes);
    const text = removedText ?? formatEntry(entry, attributes);
    if (!field || !text) continue;
    const targets = removedText ? [] : findTargets(field, entry);
    for (const target of targets) errors.push({ target, text });
    if (targets.length === 0) rest.push(text);
  }
  return { errors, rest };
}

/** The message for a field, or for one of its answers. */
export const findErrorText = (errors: readonly SurveyFieldError[], index?: number): string | undefined =>
  errors.find((it) => (index === undefined ? true : it.index === index || it.index === undefined))?.text;
