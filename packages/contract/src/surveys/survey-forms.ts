/**
 * The forms of the survey editor. They are stricter than API v3, which scripts use (spec 3 §5, rulings 14 and 15). A
 * separate module, since pages for reporting do not need it.
 */
import { z } from 'zod';
import { limits } from '../common/limits.ts';
import type { ValidationRule } from '../common/problems.ts';
import { ColorIn, OptionalText } from '../common/scalars.ts';
import { AttributeInputKind, AttributeOption, AttributeType, attributeLabel } from './attributes.ts';
import { surveyName } from './surveys.ts';
import { taskLabel } from './tasks.ts';

/** The description is required, unlike in API v3. */
export const SurveyForm = z.object({
  name: surveyName,
  description: z.string().trim().min(1),
  color: ColorIn,
});

/** The task form. */
export const TaskForm = z.object({
  label: taskLabel,
  description: OptionalText,
  required: z.boolean(),
  show_when_published: z.boolean(),
  task_is_internal_only: z.boolean(),
});

/**
 * Kinds of fields that the editor offers, with their storage type and input (spec 3 §3, API v3 §2.4.2). Other kinds,
 * such as areas, can only be created through the API.
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
/** A kind of field that the editor offers. */
export type FieldKind = keyof typeof fieldKinds;

/** Inputs with choices from `options`. */
export const choiceInputs: ReadonlySet<AttributeInputKind> = new Set([
  'select',
  'radio',
  'checkbox',
  'checkboxes',
]);

/**
 * The attribute form. Choices are required if they are the only possible answers, and an attribute of categories is
 * never private (API v3 §2.4.2).
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
    /** Maximum number of answers; 0 for unlimited. */
    cardinality: z.number().int().min(0).max(limits.attributeCardinality),
    config: z.record(z.string(), z.unknown()),
  })
  .check(({ value, issues }) => {
    const choices = value.options.filter((option) => String(option).trim() !== '');
    const add = (field: string, rule: ValidationRule) =>
      issues.push({ code: 'custom', input: value, path: [field], params: { rule }, message: rule });
    if (choiceInputs.has(value.input) && choices.length === 0) add('options', 'required');
    if (value.type === 'tags' && value.response_private) add('response_private', 'tagsCannotBePrivate');
  });
