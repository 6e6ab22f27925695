/**
 * The forms of the survey editor. They are stricter than API v3, which scripts use (spec 3 §5, rulings 14 and 15). A
 * separate module, since pages for reporting do not need it.
 */
import { z } from 'zod';
import { limits } from '../common/limits.ts';
import type { ValidationRule } from '../common/problems.ts';
import { ColorIn, OptionalText } from '../common/scalars.ts';
import { AttributeInputKind, AttributeOption, AttributeType, attributeLabel } from './attributes.ts';
import { fieldInputs, fieldTypes } from './field-types.ts';
import { isPlaceRing } from './place-masking.ts';
import { PlaceMaskingInput, surveyName } from './save-surveys.ts';
import { taskLabel } from './tasks.ts';

/** The description is required, unlike in API v3. */
export const SurveyForm = z.object({
  name: surveyName,
  description: z.string().trim().min(1),
  color: ColorIn,
});

/** How the survey hides places, and when it publishes. */
export const PlaceMaskingForm = PlaceMaskingInput.superRefine((values, context) => {
  if (isPlaceRing(values)) return;
  const path = ['place_max_distance'];
  context.addIssue({ code: 'custom', path, params: { rule: 'placeDistances' }, message: 'placeDistances' });
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
    if (fieldInputs[value.input].hasOptions && choices.length === 0) add('options', 'required');
    if (value.response_private && !fieldTypes[value.type].canBePrivate)
      add('response_private', 'tagsCannotBePrivate');
  });
