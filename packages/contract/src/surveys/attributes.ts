/** Attributes: the fields of a survey (API v3 §2.4.2, spec 3 §3). */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import { BooleanIn, Id, IdOut, listOrNullIn, OptionalText, objectIn, RelationIn } from '../common/scalars.ts';
import { limitFieldSizes } from '../common/size-limits.ts';
import { attributeInputs, attributeTypes } from './field-types.ts';

/** How an answer is entered. */
export const AttributeInputKind = z.enum(attributeInputs);
export type AttributeInputKind = z.infer<typeof AttributeInputKind>;

/** How an answer is stored. */
export const AttributeType = z.enum(attributeTypes);
export type AttributeType = z.infer<typeof AttributeType>;

/** API v3 writes an empty object as `[]`. */
const AttributeConfig = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown()).max(0)]);
/** Choices, or category ids for `tags`. */
export const AttributeOption = z.union([z.string(), z.number()]);

/** An attribute as the API returns it. */
export const Attribute = z.object({
  id: IdOut,
  url: z.string(),
  key: z.string(),
  label: z.string(),
  instructions: z.string().nullable(),
  /** What a later version of the server has added is read as text, so that its lists can be read at all. */
  input: AttributeInputKind.catch('text'),
  type: AttributeType.catch('text'),
  required: z.boolean(),
  default: z.string().nullable(),
  priority: z.number().int(),
  options: z.array(AttributeOption).nullable(),
  /** Maximum number of answers; 0 for unlimited. */
  cardinality: z.number().int(),
  config: AttributeConfig,
  form_stage_id: IdOut,
  /** Answers are visible only to those who may edit them. */
  response_private: z.boolean(),
  allowed_privileges: Privileges,
});
export type Attribute = z.infer<typeof Attribute>;

/** In a targeted survey it is the question that is sent. In other surveys it is shorter; the server checks that. */
const questionText = z.string().trim().min(1).max(limits.question);
export const attributeLabel = z.string().trim().min(1).max(limits.attributeLabel);

const fields = {
  /** The key of the answers in a post's `values`. If empty, the server generates one or keeps the existing one. */
  key: OptionalText.pipe(
    z
      .string()
      .max(limits.attributeKey)
      .regex(/^[\p{L}\p{N}][\p{L}\p{N}_.:-]*$/u)
      .nullable(),
  ),
  label: questionText,
  instructions: OptionalText,
  input: AttributeInputKind,
  type: AttributeType,
  required: BooleanIn,
  default: z.union([OptionalText, z.number().transform(String)]),
  priority: z.coerce.number().int().min(0),
  options: listOrNullIn(z.array(AttributeOption)),
  cardinality: z.coerce.number().int().min(0),
  config: objectIn(z.record(z.string(), z.unknown())),
  form_stage_id: RelationIn,
  form_stage: RelationIn,
  response_private: BooleanIn,
};

/** Maximum sizes of an attribute's fields. */
const attributeFieldSizes = {
  instructions: limits.surveyText,
  default: limits.surveyText,
  options: limits.attributeOptions,
  config: limits.surveyText,
};

/** `form_stage_id` and `form_stage` are two names of the same field; one of them is required. */
export const AttributeInput = limitFieldSizes(
  z.object({
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
    /** Without it, answers that always identify somebody are private, and others are not. */
    response_private: fields.response_private.optional(),
  }),
  attributeFieldSizes,
);

/** An update of an attribute. Absent keys stay unchanged. */
export const AttributeChange = limitFieldSizes(z.object(fields).partial(), attributeFieldSizes);

export const attributeSortFields = ['id', 'priority', 'label', 'key'] as const;
const attributeQuery = listQuery(attributeSortFields).extend({
  form_id: Id.optional(),
  type: z.string().optional(),
  label: z.string().optional(),
  key: z.string().optional(),
  input: z.string().optional(),
});
const surveyParams = z.object({ id: Id });
const attributeParams = z.object({ id: Id, attributeId: Id });

export const listAllAttributes = defineEndpoint({
  name: 'listAllAttributes',
  method: 'GET',
  path: '/forms/attributes',
  summary: 'Attributes of all surveys, or of one by `form_id`',
  scope: 'forms',
  query: attributeQuery,
  response: listResponse(Attribute),
  deviceCache: 'own',
});

export const listAttributes = defineEndpoint({
  name: 'listAttributes',
  method: 'GET',
  path: '/forms/{id}/attributes',
  summary: 'Attributes of a survey that the caller may see',
  scope: 'forms',
  params: surveyParams,
  query: attributeQuery,
  response: listResponse(Attribute),
  deviceCache: 'own',
});

export const readAttribute = defineEndpoint({
  name: 'readAttribute',
  method: 'GET',
  path: '/forms/{id}/attributes/{attributeId}',
  summary: 'One attribute',
  scope: 'forms',
  params: attributeParams,
  response: Attribute,
  deviceCache: 'own',
});

export const createAttribute = defineEndpoint({
  name: 'createAttribute',
  method: 'POST',
  path: '/forms/{id}/attributes',
  summary: 'Add an attribute to a survey',
  scope: 'forms',
  needs: ['Manage Settings'],
  params: surveyParams,
  body: AttributeInput,
  response: Attribute,
});

export const updateAttribute = defineEndpoint({
  name: 'updateAttribute',
  method: 'PUT',
  path: '/forms/{id}/attributes/{attributeId}',
  summary: 'Change an attribute',
  scope: 'forms',
  needs: ['Manage Settings'],
  params: attributeParams,
  body: AttributeChange,
  response: Attribute,
});

export const deleteAttribute = defineEndpoint({
  name: 'deleteAttribute',
  method: 'DELETE',
  path: '/forms/{id}/attributes/{attributeId}',
  summary: 'Delete an attribute with its answers',
  scope: 'forms',
  needs: ['Manage Settings'],
  params: attributeParams,
  response: Attribute,
});
