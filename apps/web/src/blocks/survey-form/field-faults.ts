/** Faults as fields show them: a sentence and where it belongs, whether our own rules found it or the server. */
import type { ErrorEntry } from '@waypost/contract/problems';
import type { AnswerFault } from '@waypost/survey-logic/answer-faults';
import { t } from 'i18next';
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

/** Words that say more on screen than the rule's general sentence. keys: surveyForm.fault.* */
const texts: Partial<Record<AnswerFault['rule'], (params: AnswerFault['params']) => string>> = {
  postAttributeRequired: () => t('surveyForm.fault.required'),
  taskAttributeRequired: ({ task }) => t('surveyForm.fault.requiredForTask', { task: String(task) }),
  stageRequired: ({ label }) => t('surveyForm.fault.taskRequired', { label: String(label) }),
  tooManyValues: ({ max }) => t('surveyForm.fault.tooMany', { count: Number(max) }),
  valueLength: ({ max }) => t('surveyForm.fault.tooLong', { count: Number(max) }),
  valueOption: () => t('surveyForm.fault.option'),
  minlength: ({ min }) => t('surveyForm.fault.tooShort', { count: Number(min) }),
  maxlength: ({ max }) => t('surveyForm.fault.tooLong', { count: Number(max) }),
  required: () => t('surveyForm.fault.required'),
};

const kinds = {
  int: () => t('surveyForm.fault.kind.int'),
  decimal: () => t('surveyForm.fault.kind.decimal'),
  datetime: () => t('surveyForm.fault.kind.datetime'),
  point: () => t('surveyForm.fault.kind.point'),
  link: () => t('surveyForm.fault.kind.link'),
  video: () => t('surveyForm.fault.kind.video'),
};
const isKind = (kind: unknown): kind is keyof typeof kinds => typeof kind === 'string' && kind in kinds;

function textOf(rule: AnswerFault['rule'], params: AnswerFault['params']): string {
  const kind = params['kind'];
  if (rule === 'valueType') return isKind(kind) ? kinds[kind]() : t('surveyForm.fault.kind.other');
  return texts[rule]?.(params) ?? t('surveyForm.fault.other');
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

/**
 * An older server only names the field, and mentions the attribute's key or label somewhere in its sentence.
 * @returns undefined when the form does not ask for it, because the survey has changed since it was opened
 */
function attributeMeant(entry: ErrorEntry, attributes: readonly Labelled[]): string | undefined {
  const named = entry.params?.['key'];
  const text = entry.message ?? entry.title ?? '';
  return attributes.find((it) =>
    typeof named === 'string' ? it.key === named : text.includes(it.key) || text.includes(it.label),
  )?.key;
}

/** The wire names tasks by their labels, several in one entry: `Verify", "Act`. */
const tasksMeant = ({ params, message = '' }: ErrorEntry, tasks: readonly Named[]): FaultTarget[] => {
  const text = String(params?.['label'] ?? message);
  return tasks
    .filter((it) => text.split('"').some((part) => part.trim() === it.label))
    .map((it) => taskTarget(it.id));
};

interface Named {
  id: number;
  label: string;
}
interface Labelled {
  key: string;
  label: string;
}

/** A post that somebody else is working on is told at the title (wire 2.1), but is no fault of the title. */
const isOfTitle = (field: string, { code }: ErrorEntry): boolean =>
  field === 'title' && code !== ('postLocked' satisfies AnswerFault['rule']);

/** A field that the survey has lost since the form was opened: nothing on screen can be mended. */
function goneField({ code, params }: ErrorEntry, attributes: readonly Labelled[]): string | undefined {
  if (code !== ('attributeDoesNotExist' satisfies AnswerFault['rule'])) return undefined;
  const label = attributes.find((it) => it.key === params?.['key'])?.label;
  return label && t('surveyForm.fault.gone', { label });
}

/**
 * What the server refused, by field.
 * @returns `rest`: messages that belong to no field of the form
 */
export function serverFaults(
  error: ApiError,
  survey: { tasks: readonly Named[]; attributes: readonly Labelled[] },
): { faults: FieldFault[]; rest: string[] } {
  const faults: FieldFault[] = [];
  const rest: string[] = [];
  const targetsOf = (field: string, entry: ErrorEntry): FaultTarget[] => {
    if (field === 'completed_stages') return tasksMeant(entry, survey.tasks);
    if (field !== 'values') return field === 'content' || isOfTitle(field, entry) ? [field] : [];
    const key = attributeMeant(entry, survey.attributes);
    return key === undefined ? [] : [targetOf(key)];
  };
  for (const entry of error.entries) {
    const field = entry.source?.pointer.split('/')[1];
    const gone = goneField(entry, survey.attributes);
    const text = gone ?? entryText(entry);
    if (!field || !text) continue;
    const targets = gone ? [] : targetsOf(field, entry);
    for (const target of targets) faults.push({ target, text });
    if (targets.length === 0) rest.push(text);
  }
  return { faults, rest };
}

/** The sentence for one field, or for one of its answers. */
export const faultText = (faults: readonly FieldFault[], index?: number): string | undefined =>
  faults.find((it) => (index === undefined ? true : it.index === index || it.index === undefined))?.text;
