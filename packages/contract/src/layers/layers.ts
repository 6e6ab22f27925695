/**
 * Layers (API v3 §2.21): what a map can be drawn with besides posts, such as a GeoJSON file, a map service or tiles. The list and
 * every change are for administrators (ruling 29); whoever has signed in reads a layer that is active.
 */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { ruleError } from '../common/field-errors.ts';
import { limits } from '../common/limits.ts';
import { emptyAsUndefined, listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import type { ValidationRule } from '../common/problems.ts';
import {
  ApiDate,
  BooleanIn,
  Id,
  IdOut,
  isHttpUrl,
  OptionalText,
  Relation,
  RelationIn,
  TrimmedText,
} from '../common/scalars.ts';
import { noControlCharacters } from '../surveys/surveys.ts';

export const layerTypes = ['geojson', 'wms', 'tile'] as const;
const LayerType = z.enum(layerTypes);

/** What drawing it needs to know: the client's own words, kept as sent. */
const LayerOptions = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]);

export const Layer = z.object({
  id: IdOut,
  /** Ends in `layer/5`: API v3's habit, and no route (API v3 §1.7). */
  url: z.string(),
  name: z.string(),
  /** Where its data is; null where a picture is its data. */
  data_url: z.string().nullable(),
  /** Null where an address says where its data is, and after the picture was deleted. */
  media: Relation.nullable(),
  type: LayerType,
  options: LayerOptions.nullable(),
  /** Others than administrators know nothing of a layer that is not. */
  active: z.boolean(),
  /** Whether a map shows it before anybody asks for it. */
  visible_by_default: z.boolean(),
  created: ApiDate,
  updated: ApiDate.nullable(),
  allowed_privileges: Privileges,
});
export type Layer = z.infer<typeof Layer>;

const layerOptionsIn = z.union([z.null(), LayerOptions]).superRefine((it, context) => {
  if (JSON.stringify(it).length > limits.layerOptions)
    context.addIssue({ code: 'too_big', origin: 'string', maximum: limits.layerOptions, input: it });
});

const fields = {
  name: TrimmedText.min(limits.layerName.min).max(limits.layerName.max).regex(noControlCharacters),
  /** May hold the places of tiles: `https://tiles.example.org/{z}/{x}/{y}.png`. */
  data_url: OptionalText.pipe(
    z
      .string()
      .max(limits.layerUrl)
      .refine(isHttpUrl, { error: ruleError('url') })
      .nullable(),
  ),
  /** `media_id` and `media` are two names of one thing; where both are sent, the first counts. */
  media_id: RelationIn,
  media: RelationIn,
  type: LayerType,
  options: layerOptionsIn,
  active: BooleanIn,
  visible_by_default: BooleanIn,
};

interface MediaReference {
  media_id?: number | null | undefined;
  media?: number | null | undefined;
}

/** The picture that a form names. Undefined: it says nothing of one. */
export const resolveMediaId = ({ media_id, media }: MediaReference): number | null | undefined =>
  media_id === undefined ? media : media_id;

interface LayerSource {
  data_url?: string | null | undefined;
  media_id?: number | null | undefined;
}

/** What is wrong with where a layer's data comes from: it is either at an address or a picture. To be told at `data_url`. */
export function findSourceError({
  data_url = null,
  media_id = null,
}: LayerSource): ValidationRule | undefined {
  if (data_url === null && media_id === null) return 'dataUrlOrMediaRequired';
  return data_url !== null && media_id !== null ? 'dataUrlMediaConflict' : undefined;
}

/** Told together with what is wrong in other fields. */
const sourceErrorOptions = (wrong: ValidationRule) => ({
  path: ['data_url'],
  error: ruleError(wrong),
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
});
const hasNoSourceError = (wrong: ValidationRule) => (it: LayerSource & MediaReference) =>
  findSourceError({ data_url: it.data_url, media_id: resolveMediaId(it) }) !== wrong;

/**
 * A new layer. `active: false` is taken like `true`: refusing it as if it were empty is a defect of API v3's server
 * (API v3 §2.21), and defects are not copied (API v3 §9).
 */
export const LayerInput = z
  .object({
    ...fields,
    data_url: fields.data_url.optional(),
    media_id: fields.media_id.optional(),
    media: fields.media.optional(),
    options: fields.options.optional(),
  })
  .refine(hasNoSourceError('dataUrlOrMediaRequired'), sourceErrorOptions('dataUrlOrMediaRequired'))
  .refine(hasNoSourceError('dataUrlMediaConflict'), sourceErrorOptions('dataUrlMediaConflict'));

/** A change, with what is left out as it was. What comes of it is held to `findSourceError` by the server, which knows the rest. */
export const LayerChange = z.object(fields).partial();

export const LayerQuery = listQuery([
  'id',
  'name',
  'type',
  'active',
  'visible_by_default',
  'created',
  'updated',
]).extend({
  active: z.union([emptyAsUndefined, BooleanIn]).optional(),
  type: z.union([emptyAsUndefined, LayerType]).optional(),
});
export type LayerQuery = z.output<typeof LayerQuery>;

const idParams = z.object({ id: Id });
/** Administrators alone (ruling 29). */
const adminEndpoint = { scope: 'layers', needs: [] } as const;

export const listLayers = defineEndpoint({
  name: 'listLayers',
  method: 'GET',
  path: '/layers',
  summary: 'Layers of maps; for administrators',
  ...adminEndpoint,
  query: LayerQuery,
  response: listResponse(Layer),
});

export const readLayer = defineEndpoint({
  name: 'readLayer',
  method: 'GET',
  path: '/layers/{id}',
  summary: 'One layer; an active one for whoever has signed in',
  scope: 'layers',
  params: idParams,
  response: Layer,
});

export const createLayer = defineEndpoint({
  name: 'createLayer',
  method: 'POST',
  path: '/layers',
  summary: 'Add a layer to maps; its data is at an address or is a picture',
  ...adminEndpoint,
  body: LayerInput,
  response: Layer,
});

export const updateLayer = defineEndpoint({
  name: 'updateLayer',
  method: 'PUT',
  path: '/layers/{id}',
  summary: 'Change a layer',
  ...adminEndpoint,
  params: idParams,
  body: LayerChange,
  response: Layer,
});

export const deleteLayer = defineEndpoint({
  name: 'deleteLayer',
  method: 'DELETE',
  path: '/layers/{id}',
  summary: 'Delete a layer; answers it as it was',
  ...adminEndpoint,
  params: idParams,
  response: Layer,
});
