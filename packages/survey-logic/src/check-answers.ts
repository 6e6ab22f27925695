/** What a survey accepts. The server refuses by these rules, the form tells by them before anything is sent (wire 2.1). */
import { limits } from '@waypost/contract/limits';
import type { PostStatus } from '@waypost/contract/post-filters';
import type { AnswerFault } from './answer-faults.ts';
import { type Expected, isEmptyAnswer, readAnswer } from './read-answer.ts';
import {
  type Asked,
  type AttributeRules,
  attributesInOrder,
  descriptionAttribute,
  isStoredInValues,
  tasksShown,
  titleAttribute,
} from './survey.ts';

/** Answers by attribute key, as a client sent them. */
export type RawValues = Readonly<Record<string, unknown>>;

/** The post as it would be after the save. */
export interface PostToCheck {
  title: string | null;
  content: string | null;
  values: RawValues;
  completed_stages: readonly number[];
  status: PostStatus;
}

export interface CheckOptions {
  /** Without it, tasks that are not shown to others are skipped and their attributes unknown. */
  managesPosts: boolean;
  /** What is stored already: an answer in it stays welcome after its option was removed from the survey. */
  before?: RawValues;
  /**
   * The form asks for a title and a text in any survey (spec 2 §5). Without it they are asked for where the survey says so,
   * and scripts may leave them out elsewhere (wire 2.1, ruling 14).
   */
  asksForTitle?: boolean;
}

/** Located messages keep their place under this key, which belongs to no survey; clients send it back. */
export const messageLocationKey = 'message_location';

const expectations: Record<Expected, string> = {
  text: 'text',
  int: 'a whole number',
  decimal: 'a number',
  datetime: 'a date',
  point: 'a place with a latitude from -90 to 90 and a longitude from -180 to 180',
  geometry: 'a shape in well-known text',
  id: 'an id',
  category: 'a category',
  link: 'a web address',
  video: 'the address of a YouTube or Vimeo video',
};

const hasOptions = new Set<AttributeRules['input']>(['select', 'radio', 'checkbox', 'checkboxes']);

/** The answers under a key that are there at all. Anything but a list counts as none. */
export const answersUnder = (values: RawValues, key: string): unknown[] => {
  const answers = Object.hasOwn(values, key) ? values[key] : undefined;
  return Array.isArray(answers) ? answers.filter((it) => !isEmptyAnswer(it)) : [];
};

function isOption(attribute: AttributeRules, answer: string, before: RawValues): boolean {
  if (!hasOptions.has(attribute.input) || !attribute.options?.length) return true;
  const same = (it: unknown) => String(it).trim() === answer.trim();
  return attribute.options.some(same) || answersUnder(before, attribute.key).some(same);
}

/** Faults of the answers to one attribute, whether it was asked or not. */
export function checkAttribute(
  attribute: AttributeRules,
  values: RawValues,
  before: RawValues,
): AnswerFault[] {
  const { key, label, cardinality } = attribute;
  const about = { field: 'values' as const, key };
  const sent = Object.hasOwn(values, key) ? values[key] : undefined;
  if (sent !== null && sent !== undefined && !Array.isArray(sent))
    return [{ ...about, rule: 'notAnArray', params: { key, label } }];
  const answers = answersUnder(values, key);
  if (cardinality > 0 && answers.length > cardinality)
    return [{ ...about, rule: 'tooManyValues', params: { key, label, max: cardinality } }];
  return answers.flatMap((raw, index): AnswerFault[] => {
    const reading = readAnswer(attribute, raw);
    if ('tooLong' in reading)
      return [{ ...about, index, rule: 'valueLength', params: { key, label, max: reading.tooLong } }];
    if ('expected' in reading) {
      const params = { key, label, kind: reading.expected, expected: expectations[reading.expected] };
      return [{ ...about, index, rule: 'valueType', params }];
    }
    if (typeof reading.answer === 'object') return [];
    const value = String(reading.answer);
    return isOption(attribute, value, before)
      ? []
      : [{ ...about, index, rule: 'valueOption', params: { key, label, value } }];
  });
}

/** Title and text, which are due in every survey of the form, and on the server where the survey asks for them. */
function checkTitle(
  { title, content }: PostToCheck,
  attributes: readonly AttributeRules[],
  isAsked: boolean,
): AnswerFault[] {
  const long = Array.from(title?.trim() ?? '').length;
  const faults: AnswerFault[] = [];
  if (long > limits.title.max)
    faults.push({ field: 'title', rule: 'maxlength', params: { max: limits.title.max } });
  if (long > 0 && long < limits.title.min)
    faults.push({ field: 'title', rule: 'minlength', params: { min: limits.title.min } });
  if (long === 0 && (isAsked || titleAttribute(attributes)?.required))
    faults.push({ field: 'title', rule: 'required', params: {} });
  if (isEmptyAnswer(content) && (isAsked || descriptionAttribute(attributes)?.required))
    faults.push({ field: 'content', rule: 'required', params: {} });
  return faults;
}

/** Keys that no attribute has, or none that the sender may see. */
function checkKeys(values: RawValues, known: readonly AttributeRules[]): AnswerFault[] {
  const keys = new Set([messageLocationKey, ...known.map((it) => it.key)]);
  return Object.keys(values)
    .filter((key) => !keys.has(key))
    .map((key) => ({ field: 'values', key, rule: 'attributeDoesNotExist', params: { key } }));
}

/** The report's required answers are due on every save, those of a further task once it is marked complete. */
function checkRequired(survey: Asked, post: PostToCheck): AnswerFault[] {
  const tasks = new Map(survey.tasks.map((it) => [it.id, it]));
  return attributesInOrder(survey).flatMap((attribute): AnswerFault[] => {
    const task = tasks.get(attribute.form_stage_id);
    const { key, label } = attribute;
    if (!task || !attribute.required || !isStoredInValues(attribute)) return [];
    if (answersUnder(post.values, key).length > 0) return [];
    const about = { field: 'values' as const, key, task: task.id };
    if (task.type === 'post') return [{ ...about, rule: 'postAttributeRequired', params: { key, label } }];
    return post.completed_stages.includes(task.id)
      ? [{ ...about, rule: 'taskAttributeRequired', params: { key, label, task: task.label } }]
      : [];
  });
}

/** Completed tasks must be the survey's; a required one must be among them before publishing. */
function checkTasks(all: Asked['tasks'], shown: Asked['tasks'], post: PostToCheck): AnswerFault[] {
  const about = { field: 'completed_stages' as const };
  const unknown = post.completed_stages
    .filter((id) => !all.some((it) => it.id === id))
    .map((id): AnswerFault => ({ ...about, task: id, rule: 'stageDoesNotExist', params: { value: id } }));
  if (post.status !== 'published') return unknown;
  const open = shown
    .filter((it) => it.required && it.type !== 'post' && !post.completed_stages.includes(it.id))
    .map(
      (it): AnswerFault => ({ ...about, task: it.id, rule: 'stageRequired', params: { label: it.label } }),
    );
  return [...unknown, ...open];
}

/**
 * Everything that keeps a post from being saved, in the order of the survey.
 * Whether posts, pictures and categories exist that answers name is for the server to check.
 * @param survey with all its tasks and attributes
 * @param post as it would be after the save
 * @returns no faults when the post can be saved; `wireFaults` turns them into the wire's
 */
export function checkAnswers(survey: Asked, post: PostToCheck, options: CheckOptions): AnswerFault[] {
  const tasks = tasksShown(survey.tasks, options.managesPosts);
  const shown: Asked = { tasks, attributes: attributesInOrder({ ...survey, tasks }) };
  const stored = shown.attributes.filter(isStoredInValues);
  const missing = checkRequired(shown, post);
  return [
    ...checkTitle(post, shown.attributes, options.asksForTitle ?? false),
    ...checkKeys(post.values, shown.attributes),
    ...stored.flatMap((it) => [
      ...checkAttribute(it, post.values, options.before ?? {}),
      ...missing.filter((fault) => fault.key === it.key),
    ]),
    ...checkTasks(survey.tasks, tasks, post),
  ];
}
