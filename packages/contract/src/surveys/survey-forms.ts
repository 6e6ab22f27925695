/**
 * What the survey editor asks: stricter than API v3, which scripts speak (spec 3 §5, rulings 14 and 15). Apart from the
 * endpoints, since whoever reports something needs none of it.
 */
import { z } from 'zod';
import { limits } from '../common/limits.ts';
import type { ValidationRule } from '../common/problems.ts';
import { ColorIn, OptionalText } from '../common/scalars.ts';
import { AttributeInputKind, AttributeOption, AttributeType, attributeLabel } from './attributes.ts';
import { surveyName } from './surveys.ts';
import { taskLabel } from './tasks.ts';

/** A description too, which API v3 leaves open. */
export const SurveyForm = z.object({
  name: surveyName,
  description: z.string().trim().min(1),
  color: ColorIn,
});

export const TaskForm = z.object({
  label: taskLabel,
  description: OptionalText,
  required: z.boolean(),
  show_when_published: z.boolean(),
  task_is_internal_only: z.boolean(),
});

/**
 * Ways to ask that the editor offers, by name: how the answer is stored and given (spec 3 §3, API v3 §2.4.2). Others, such as
 * areas, come through the API alone.
 */
export const fieldKinds = {
  shortText: { type: 'varchar', input: 'text' },
  longText: { type: 'text', input: 'textarea' },
  markdown: { type: 'markdown', input: 'markdown' },
  decimal: { type: 'decimal', input: 'number' },
  int: { type: 'int', input: 'number' },
  location: { type: 'point', input: 'location' },
  date: { type: 'datetime', input: 'date' },
  datetime: { type: 'datetime', input: 'datetime' },
  select: { type: 'varchar', input: 'select' },
  radio: { type: 'varchar', input: 'radio' },
  checkbox: { type: 'varchar', input: 'checkbox' },
  tags: { type: 'tags', input: 'tags' },
  relation: { type: 'relation', input: 'relation' },
  upload: { type: 'media', input: 'upload' },
  video: { type: 'varchar', input: 'video' },
  title: { type: 'title', input: 'text' },
  description: { type: 'description', input: 'textarea' },
} as const satisfies Record<string, { type: AttributeType; input: AttributeInputKind }>;
export type FieldKind = keyof typeof fieldKinds;

/** Inputs whose answers are chosen from the words in `options`. */
export const choiceInputs: ReadonlySet<AttributeInputKind> = new Set([
  'select',
  'radio',
  'checkbox',
  'checkboxes',
]);

/**
 * What the editor asks of an attribute. Words to choose from are needed where they are all there is to answer with, and an
 * answer in categories is never private (API v3 §2.4.2).
 */
export const AttributeForm = z
  .object({
    label: attributeLabel,
    instructions: z.string().trim(),
    type: AttributeType,
    input: AttributeInputKind,
    required: z.boolean(),
    response_private: z.boolean(),
    default: z.string().trim(),
    options: z.array(AttributeOption),
    /** How many answers at most; 0 means any number. */
    cardinality: z.number().int().min(0).max(limits.attributeCardinality),
    config: z.record(z.string(), z.unknown()),
  })
  .check(({ value, issues }) => {
    const words = value.options.filter((option) => String(option).trim() !== '');
    const add = (field: string, rule: ValidationRule) =>
      issues.push({ code: 'custom', input: value, path: [field], params: { rule }, message: rule });
    if (choiceInputs.has(value.input) && words.length === 0) add('options', 'required');
    if (value.type === 'tags' && value.response_private) add('response_private', 'tagsCannotBePrivate');
  });
