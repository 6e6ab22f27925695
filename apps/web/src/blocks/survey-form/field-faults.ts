/** Faults as fields show them: a sentence and where it belongs, whether our own rules found it or the server. */
import type { ErrorEntry } from '@waypost/contract/problems';
import type { AnswerFault } from '@waypost/survey-logic/answer-faults';
import i18next from 'i18next';
import type { ApiError } from '../../api/api-error.ts';
import { entryText } from '../../api/fault-text.ts';

/** `title`, `content`, `status`, an attribute as `values.KEY`, or a task as `task.ID`. */
export type FaultTarget = string;
export const targetOf = (key: string): FaultTarget => `values.${key}`;
export const taskTarget = (id: number): FaultTarget => `task.${id}`;

export interface FieldFault {
  target: FaultTarget;
  text: string;
  /** Which of the attribute's answers; absent when it is about all of them. */
  index?: number;
}

/** Words that say more on screen than the rule's general sentence. keys: survey_form.fault.* */
const texts: Partial<Record<AnswerFault['rule'], (params: AnswerFault['params']) => string>> = {
  postAttributeRequired: () => i18next.t('survey_form.fault.required'),
  taskAttributeRequired: ({ task }) => i18next.t('survey_form.fault.required_for_task', { task: String(task) }),
  stageRequired: ({ label }) => i18next.t('survey_form.fault.task_required', { label: String(label) }),
  tooManyValues: ({ max }) => i18next.t('survey_form.fault.too_many', { count: Number(max) }),
  valueLength: ({ max }) => i18next.t('survey_form.fault.too_long', { count: Number(max) }),
  valueOption: () => i18next.t('survey_form.fault.option'),
  minlength: ({ min }) => i18next.t('survey_form.fault.too_short', { count: Number(min) }),
  maxlength: ({ max }) => i18next.t('survey_form.fault.too_long', { count: Number(max) }),
  required: () => i18next.t('survey_form.fault.required'),
};

const kinds = {
  int: () => i18next.t('survey_form.fault.kind.int'),
  decimal: () => i18next.t('survey_form.fault.kind.decimal'),
  datetime: () => i18next.t('survey_form.fault.kind.datetime'),
  point: () => i18next.t('survey_form.fault.kind.point'),
  link: () => i18next.t('survey_form.fault.kind.link'),
  video: () => i18next.t('survey_form.fault.kind.video'),
};
const isKind = (kind: unknown): kind is keyof typeof kinds => typeof kind === 'string' && kind in kinds;

function textOf(rule: AnswerFault['rule'], params: AnswerFault['params']): string {
  const kind = params['kind'];
  if (rule === 'valueType') return isKind(kind) ? kinds[kind]() : i18next.t('survey_form.fault.kind.other');
  return texts[rule]?.(params) ?? i18next.t('survey_form.fault.other');
}

const placeOf = ({ field, key, task }: AnswerFault): FaultTarget => {
  if (key !== undefined) return targetOf(key);
  return field === 'completed_stages' && task !== undefined ? taskTarget(task) : field;
};

/** What our own rules found. */
export const fieldFaults = (faults: readonly AnswerFault[]): FieldFault[] =>
  faults.map((it) => ({
    target: placeOf(it),
    text: textOf(it.rule, it.params),
    ...(it.index === undefined ? {} : { index: it.index }),
  }));

/** An older server only names the field, and mentions the attribute's key or label somewhere in its sentence. */
function attributeMeant(entry: ErrorEntry, attributes: readonly { key: string; label: string }[]): string | undefined {
  const named = entry.params?.['key'];
  if (typeof named === 'string') return named;
  const text = entry.message ?? entry.title ?? '';
  return attributes.find((it) => text.includes(it.key) || text.includes(it.label))?.key;
}

/**
 * What the server refused, by field.
 * @returns `rest`: messages that belong to no field of the form
 */
export function serverFaults(
  error: ApiError,
  attributes: readonly { key: string; label: string }[],
): { faults: FieldFault[]; rest: string[] } {
  const faults: FieldFault[] = [];
  const rest: string[] = [];
  for (const entry of error.entries) {
    const field = entry.source?.pointer.split('/')[1];
    const key = field === 'values' ? attributeMeant(entry, attributes) : undefined;
    const text = entryText(entry);
    if (!field || !text) continue;
    if (key !== undefined) faults.push({ target: targetOf(key), text });
    else if (field === 'title' || field === 'content') faults.push({ target: field, text });
    else rest.push(text);
  }
  return { faults, rest };
}

/** The sentence for one field, or for one of its answers. */
export const faultText = (faults: readonly FieldFault[], index?: number): string | undefined =>
  faults.find((it) => (index === undefined ? true : it.index === index || it.index === undefined))?.text;
