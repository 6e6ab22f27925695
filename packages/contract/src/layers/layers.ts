/**
 * Layers (API v3 §2.21): what a map shows besides posts, such as a GeoJSON file, a map service or tiles. The list and
 * every change are for administrators (API v3 §9, ruling 29); everybody who has signed in can read an active layer.
 */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { ruleError, typeError } from '../common/field-errors.ts';
import { limits } from '../common/limits.ts';
import { emptyAsUndefined, listQuery, listResponse } from '../common/list-envelope.ts';
import { isHttpUrl } from '../common/parse-url.ts';
import { Privileges } from '../common/permissions.ts';
import type { ValidationRule } from '../common/problems.ts';
import {
  ApiDate,
  BooleanIn,
  Id,
  IdOut,
  noControlCharacters,
  OptionalText,
  Relation,
  RelationIn,
  TrimmedText,
  valueOrNullIn,
} from '../common/scalars.ts';
import { layerLimits } from './layer-limits.ts';

export const layerTypes = ['geojson', 'wms', 'tile', 'tilejson', 'style'] as const;
export const LayerType = z.enum(layerTypes);

/** Options of the client that draws the layer, stored as sent. */
const LayerOptions = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]);

/** The GeoJSON that this site keeps of a layer: extension of API v3. Numbers are null until there is some. */
export const LayerData = z.object({
  size: z.number().int().nullable(),
  features: z.number().int().nullable(),
  /** When the content was received. */
  received: ApiDate.nullable(),
  /** Whether it is about to be fetched, or a service about to be checked. */
  pending: z.boolean(),
  /** Why the last attempt to fetch it failed: a rule of the validation messages, with its parameters. */
  failure: z
    .object({ rule: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) })
    .nullable(),
});
export type LayerData = z.infer<typeof LayerData>;

/** A layer as the API returns it. */
export const Layer = z.object({
  id: IdOut,
  /** Ends in `layer/5`, as in API v3; not a route (API v3 §1.7). */
  url: z.string(),
  name: z.string(),
  /** The URL of its data, for administrators: it may contain a key. Null for others, and if a picture or an uploaded file is its data. */
  data_url: z.string().nullable(),
  /** Null if `data_url` is set, and after the picture was deleted. */
  media: Relation.nullable(),
  type: LayerType,
  /** For others than administrators: colour, opacity and attribution. */
  options: LayerOptions.nullable(),
  /** An inactive layer is only visible to administrators. */
  active: z.boolean(),
  /** Whether a map shows it initially. */
  visible_by_default: z.boolean(),
  created: ApiDate,
  updated: ApiDate.nullable(),
  /** The map draws layers in this order: the last one on top. */
  position: z.number().int(),
  /** Minutes between two requests to `data_url`. */
  refresh_minutes: z.number().int(),
  /** Whether it is a service that visitors can choose instead of the map of this site, as each style is. */
  is_base_map: z.boolean(),
  /** For administrators; null for others. Of a service, only `received` and `failure`: of the last check. */
  data: LayerData.nullable(),
  allowed_privileges: Privileges,
});
export type Layer = z.infer<typeof Layer>;

/** How to draw a layer, at most `limits.layerOptions` characters of JSON. */
export const LayerOptionsIn = valueOrNullIn(LayerOptions).superRefine((it, context) => {
  if (JSON.stringify(it).length > limits.layerOptions)
    context.addIssue({ code: 'too_big', origin: 'string', maximum: limits.layerOptions, input: it });
});

const fields = {
  name: TrimmedText.min(limits.layerName.min).max(limits.layerName.max).regex(noControlCharacters),
  /** May contain the placeholders of tiles: `https://tiles.example.org/{z}/{x}/{y}.png`. */
  data_url: OptionalText.pipe(
    z
      .string()
      .max(limits.layerUrl)
      .refine(isHttpUrl, { error: ruleError('url') })
      .nullable(),
  ),
  /** `media_id` and `media` are two names of the same field; if both are sent, `media_id` is used. */
  media_id: RelationIn,
  media: RelationIn,
  type: LayerType,
  options: LayerOptionsIn,
  active: BooleanIn,
  visible_by_default: BooleanIn,
};
const refresh_minutes = z
  .number()
  .int()
  .min(layerLimits.refreshMinutes.min)
  .max(layerLimits.refreshMinutes.max);

interface MediaReference {
  media_id?: number | null | undefined;
  media?: number | null | undefined;
}

/** The picture of a layer form; undefined if the form has no field for it. */
export const resolveMediaId = ({ media_id, media }: MediaReference): number | null | undefined =>
  media_id === undefined ? media : media_id;

interface LayerSource {
  data_url?: string | null | undefined;
  media_id?: number | null | undefined;
}

/**
 * What is wrong with the data source of a layer: it needs either a URL or a picture. The error belongs to `data_url`.
 */
export function findSourceError({
  data_url = null,
  media_id = null,
}: LayerSource): ValidationRule | undefined {
  if (data_url === null && media_id === null) return 'dataUrlOrMediaRequired';
  return data_url !== null && media_id !== null ? 'dataUrlMediaConflict' : undefined;
}

/** Reported together with errors of other fields. */
const sourceErrorOptions = (rule: ValidationRule) => ({
  path: ['data_url'],
  error: ruleError(rule),
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
});
const hasNoSourceError = (rule: ValidationRule) => (it: LayerSource & MediaReference) =>
  findSourceError({ data_url: it.data_url, media_id: resolveMediaId(it) }) !== rule;

/**
 * A new layer. `active: false` is accepted like `true`: the reference server rejects it as if it were empty, which is
 * a defect (API v3 §2.21), and defects are not copied (API v3 §9).
 */
export const LayerInput = z
  .object({
    ...fields,
    data_url: fields.data_url.optional(),
    media_id: fields.media_id.optional(),
    media: fields.media.optional(),
    options: fields.options.optional(),
    refresh_minutes: refresh_minutes.optional(),
    is_base_map: BooleanIn.optional(),
  })
  .refine(hasNoSourceError('dataUrlOrMediaRequired'), sourceErrorOptions('dataUrlOrMediaRequired'))
  .refine(hasNoSourceError('dataUrlMediaConflict'), sourceErrorOptions('dataUrlMediaConflict'));

/** Options in a multipart form, as JSON. */
const OptionsText = z
  .string()
  .max(limits.layerOptions)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: typeError('a JSON object'), input: text });
      return z.NEVER;
    }
  })
  .pipe(LayerOptionsIn);

/** A new layer whose GeoJSON is sent as `file`. */
export const LayerUpload = z.object({
  name: fields.name,
  active: fields.active,
  visible_by_default: fields.visible_by_default,
  options: OptionsText.optional(),
});

/**
 * An update; absent keys stay unchanged. The server checks the result with `findSourceError`, since it knows the
 * stored fields. Data at a URL is fetched again if `data_url` is present.
 */
export const LayerChange = z
  .object({
    ...fields,
    refresh_minutes,
    is_base_map: BooleanIn,
    /** Its new place among all layers, from 0; the others move. */
    position: z.number().int().min(0).max(layerLimits.layers),
  })
  .partial();

/** The query of the list of layers. */
export const LayerQuery = listQuery([
  'id',
  'name',
  'type',
  'active',
  'visible_by_default',
  'created',
  'updated',
  'position',
]).extend({
  active: z.union([emptyAsUndefined, BooleanIn]).optional(),
  type: z.union([emptyAsUndefined, LayerType]).optional(),
});
export type LayerQuery = z.output<typeof LayerQuery>;

const idParams = z.object({ id: Id });
/** For administrators only (API v3 §9, ruling 29). */
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
  summary: 'One layer; active layers are readable for everybody who has signed in',
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

export const uploadLayer = defineEndpoint({
  name: 'uploadLayer',
  method: 'POST',
  path: '/layers/upload',
  summary: 'Add a layer to maps whose GeoJSON is sent as `file`',
  ...adminEndpoint,
  body: LayerUpload,
  response: Layer,
  transport: 'multipart',
});

export const replaceLayerFile = defineEndpoint({
  name: 'replaceLayerFile',
  method: 'POST',
  path: '/layers/{id}/upload',
  summary: 'Replace the GeoJSON of an uploaded layer by `file`; its look and place in the order stay',
  ...adminEndpoint,
  params: idParams,
  response: Layer,
  transport: 'multipart',
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
  summary: 'Delete a layer; returns the layer',
  ...adminEndpoint,
  params: idParams,
  response: Layer,
});
