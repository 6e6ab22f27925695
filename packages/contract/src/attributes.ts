/** Attributes: the fields of a survey (wire 2.4.2, spec 3 §3). */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listOfEntities, listQuery } from './envelope.ts';
import { limits } from './limits.ts';
import { Privileges } from './privileges.ts';
import type { Rule } from './problems.ts';
import { BoolIn, Id, IdOut, OptionalText, RelationIn } from './scalars.ts';

/** How an answer is given. */
export const inputs = [
  'text',
  'textarea',
  'select',
  'radio',
  'checkbox',
  'checkboxes',
  'date',
  'datetime',
  'location',
  'number',
  'relation',
  'upload',
  'video',
  'markdown',
  'tags',
] as const;
export const AttributeInputKind = z.enum(inputs);
export type AttributeInputKind = z.infer<typeof AttributeInputKind>;

/** How an answer is stored. */
export const attributeTypes = [
  'decimal',
  'int',
  'geometry',
  'text',
  'varchar',
  'markdown',
  'point',
  'datetime',
  'link',
  'relation',
  'media',
  'title',
  'description',
  'tags',
] as const;
export const AttributeType = z.enum(attributeTypes);
export type AttributeType = z.infer<typeof AttributeType>;

/** `[]` stands for an empty object, as the wire has it. */
const Config = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown()).max(0)]);
/** Words to choose from, or category ids for `tags`. */
const Option = z.union([z.string(), z.number()]);

export const Attribute = z.object({
  id: IdOut,
  url: z.string(),
  key: z.string(),
  label: z.string(),
  instructions: z.string().nullable(),
  input: AttributeInputKind,
  type: AttributeType,
  required: z.boolean(),
  default: z.string().nullable(),
  priority: z.number().int(),
  options: z.array(Option).nullable(),
  /** How many answers at most; 0 means any number. */
  cardinality: z.number().int(),
  config: Config,
  form_stage_id: IdOut,
  /** Answers are shown only to those who may edit them. */
  response_private: z.boolean(),
  allowed_privileges: Privileges,
});
export type Attribute = z.infer<typeof Attribute>;

const fields = {
  /** Names the answers in a post's `values`. Empty: the server makes one up, or leaves the one there is. */
  key: OptionalText.pipe(
    z
      .string()
      .max(limits.attributeKey)
      .regex(/^[\p{L}\p{N}][\p{L}\p{N}_.:-]*$/u)
      .nullable(),
  ),
  label: z.string().trim().min(1).max(limits.attributeLabel),
  instructions: OptionalText,
  input: AttributeInputKind,
  type: AttributeType,
  required: BoolIn,
  default: z.union([OptionalText, z.number().transform(String)]),
  priority: z.coerce.number().int().min(0),
  options: z.union([z.array(Option), z.null(), z.literal('').transform(() => null)]),
  cardinality: z.coerce.number().int().min(0),
  config: z.union([Config, z.null()]).transform((it) => (Array.isArray(it) || it === null ? {} : it)),
  form_stage_id: RelationIn,
  form_stage: RelationIn,
  response_private: BoolIn,
};

/** `form_stage_id` and `form_stage` are two names of one thing; one of them is needed. */
export const AttributeInput = z.object({
  key: fields.key.optional(),
  label: fields.label,
  instructions: fields.instructions.optional(),
  input: fields.input,
  type: fields.type,
  required: fields.required.default(false),
  default: fields.default.optional(),
  priority: fields.priority.default(99),
  options: fields.options.optional(),
  cardinality: fields.cardinality.default(1),
  config: fields.config.optional(),
  form_stage_id: fields.form_stage_id.optional(),
  form_stage: fields.form_stage.optional(),
  response_private: fields.response_private.default(false),
});

/**
 * Ways to ask that the editor offers, by name: how the answer is stored and given (spec 3 §3, wire 2.4.2). Others, such as
 * areas, come over the wire alone.
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
 * answer in categories is never private (wire 2.4.2).
 */
export const AttributeForm = z
  .object({
    label: fields.label,
    instructions: z.string().trim(),
    type: AttributeType,
    input: AttributeInputKind,
    required: z.boolean(),
    response_private: z.boolean(),
    default: z.string().trim(),
    options: z.array(Option),
    /** How many answers at most; 0 means any number. */
    cardinality: z.number().int().min(0).max(limits.answers),
    config: z.record(z.string(), z.unknown()),
  })
  .check(({ value, issues }) => {
    const words = value.options.filter((option) => String(option).trim() !== '');
    const add = (field: string, rule: Rule) =>
      issues.push({ code: 'custom', input: value, path: [field], params: { rule }, message: rule });
    if (choiceInputs.has(value.input) && words.length === 0) add('options', 'required');
    if (value.type === 'tags' && value.response_private) add('response_private', 'tagsCannotBePrivate');
  });

export const AttributeChange = z.object(fields).partial();

export const attributeOrders = ['id', 'priority', 'label', 'key'] as const;
const query = listQuery(attributeOrders).extend({
  form_id: Id.optional(),
  type: z.string().optional(),
  label: z.string().optional(),
  key: z.string().optional(),
  input: z.string().optional(),
});
const ofSurvey = z.object({ id: Id });
const one = z.object({ id: Id, attributeId: Id });

export const listAllAttributes = endpoint({
  name: 'listAllAttributes',
  method: 'GET',
  path: '/forms/attributes',
  summary: 'Attributes of all surveys, or of one by `form_id`',
  scope: 'forms',
  query,
  answer: listOfEntities(Attribute),
});

export const listAttributes = endpoint({
  name: 'listAttributes',
  method: 'GET',
  path: '/forms/{id}/attributes',
  summary: 'Attributes of a survey that the caller may see',
  scope: 'forms',
  params: ofSurvey,
  query,
  answer: listOfEntities(Attribute),
});

export const readAttribute = endpoint({
  name: 'readAttribute',
  method: 'GET',
  path: '/forms/{id}/attributes/{attributeId}',
  summary: 'One attribute',
  scope: 'forms',
  params: one,
  answer: Attribute,
});

export const createAttribute = endpoint({
  name: 'createAttribute',
  method: 'POST',
  path: '/forms/{id}/attributes',
  summary: 'Add an attribute to a survey',
  scope: 'forms',
  needs: ['Manage Settings'],
  params: ofSurvey,
  body: AttributeInput,
  answer: Attribute,
});

export const updateAttribute = endpoint({
  name: 'updateAttribute',
  method: 'PUT',
  path: '/forms/{id}/attributes/{attributeId}',
  summary: 'Change an attribute',
  scope: 'forms',
  needs: ['Manage Settings'],
  params: one,
  body: AttributeChange,
  answer: Attribute,
});

export const deleteAttribute = endpoint({
  name: 'deleteAttribute',
  method: 'DELETE',
  path: '/forms/{id}/attributes/{attributeId}',
  summary: 'Delete an attribute with its answers',
  scope: 'forms',
  needs: ['Manage Settings'],
  params: one,
  answer: Attribute,
});
