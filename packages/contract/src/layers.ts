/**
 * Layers (wire 2.21): what a map can be drawn with besides posts, such as a GeoJSON file, a map service or tiles. The list and
 * every change are for administrators (ruling 29); whoever has signed in reads a layer that is active.
 */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listOfEntities, listQuery, unasked } from './envelope.ts';
import { rule } from './faults.ts';
import { limits } from './limits.ts';
import { Privileges } from './privileges.ts';
import type { Rule } from './problems.ts';
import {
  BoolIn,
  Id,
  IdOut,
  isWebAddress,
  OptionalText,
  Relation,
  RelationIn,
  Text,
  WireDate,
} from './scalars.ts';
import { printable } from './surveys.ts';

export const layerTypes = ['geojson', 'wms', 'tile'] as const;
const LayerType = z.enum(layerTypes);

/** What drawing it needs to know: the client's own words, kept as sent. */
const Options = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]);

export const Layer = z.object({
  id: IdOut,
  /** Ends in `layer/5`: the wire's habit, and no route (wire 1.7). */
  url: z.string(),
  name: z.string(),
  /** Where its data is; null where a picture is its data. */
  data_url: z.string().nullable(),
  /** Null where an address says where its data is, and after the picture was deleted. */
  media: Relation.nullable(),
  type: LayerType,
  options: Options.nullable(),
  /** Others than administrators know nothing of a layer that is not. */
  active: z.boolean(),
  /** Whether a map shows it before anybody asks for it. */
  visible_by_default: z.boolean(),
  created: WireDate,
  updated: WireDate.nullable(),
  allowed_privileges: Privileges,
});
export type Layer = z.infer<typeof Layer>;

const options = z.union([z.null(), Options]).superRefine((it, context) => {
  if (JSON.stringify(it).length > limits.layerOptions)
    context.addIssue({ code: 'too_big', origin: 'string', maximum: limits.layerOptions, input: it });
});

const fields = {
  name: Text.min(limits.layerName.min).max(limits.layerName.max).regex(printable),
  /** May hold the places of tiles: `https://tiles.example.org/{z}/{x}/{y}.png`. */
  data_url: OptionalText.pipe(
    z
      .string()
      .max(limits.layerUrl)
      .refine(isWebAddress, { error: rule('url') })
      .nullable(),
  ),
  /** `media_id` and `media` are two names of one thing; where both are sent, the first counts. */
  media_id: RelationIn,
  media: RelationIn,
  type: LayerType,
  options,
  active: BoolIn,
  visible_by_default: BoolIn,
};

interface Sent {
  media_id?: number | null | undefined;
  media?: number | null | undefined;
}

/** The picture that a form names. Undefined: it says nothing of one. */
export const mediaOf = ({ media_id, media }: Sent): number | null | undefined =>
  media_id === undefined ? media : media_id;

interface Source {
  data_url?: string | null | undefined;
  media_id?: number | null | undefined;
}

/** What is wrong with where a layer's data comes from: it is either at an address or a picture. To be told at `data_url`. */
export function sourceFault({ data_url = null, media_id = null }: Source): Rule | undefined {
  if (data_url === null && media_id === null) return 'dataUrlOrMediaRequired';
  return data_url !== null && media_id !== null ? 'dataUrlMediaConflict' : undefined;
}

/** Told together with what is wrong in other fields. */
const atSource = (wrong: Rule) => ({
  path: ['data_url'],
  error: rule(wrong),
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
});
const breaks = (wrong: Rule) => (it: Source & Sent) =>
  sourceFault({ data_url: it.data_url, media_id: mediaOf(it) }) !== wrong;

/**
 * A new layer. `active: false` is taken like `true`: refusing it as if it were empty is a defect of the wire's server
 * (wire 2.21), and defects are not copied (wire 9).
 */
export const LayerInput = z
  .object({
    ...fields,
    data_url: fields.data_url.optional(),
    media_id: fields.media_id.optional(),
    media: fields.media.optional(),
    options: fields.options.optional(),
  })
  .refine(breaks('dataUrlOrMediaRequired'), atSource('dataUrlOrMediaRequired'))
  .refine(breaks('dataUrlMediaConflict'), atSource('dataUrlMediaConflict'));

/** A change, with what is left out as it was. What comes of it is held to `sourceFault` by the server, which knows the rest. */
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
  active: z.union([unasked, BoolIn]).optional(),
  type: z.union([unasked, LayerType]).optional(),
});
export type LayerQuery = z.output<typeof LayerQuery>;

const one = z.object({ id: Id });
/** Administrators alone (ruling 29). */
const managed = { scope: 'layers', needs: [] } as const;

export const listLayers = endpoint({
  name: 'listLayers',
  method: 'GET',
  path: '/layers',
  summary: 'Layers of maps; for administrators',
  ...managed,
  query: LayerQuery,
  answer: listOfEntities(Layer),
});

export const readLayer = endpoint({
  name: 'readLayer',
  method: 'GET',
  path: '/layers/{id}',
  summary: 'One layer; an active one for whoever has signed in',
  scope: 'layers',
  params: one,
  answer: Layer,
});

export const createLayer = endpoint({
  name: 'createLayer',
  method: 'POST',
  path: '/layers',
  summary: 'Add a layer to maps; its data is at an address or is a picture',
  ...managed,
  body: LayerInput,
  answer: Layer,
});

export const updateLayer = endpoint({
  name: 'updateLayer',
  method: 'PUT',
  path: '/layers/{id}',
  summary: 'Change a layer',
  ...managed,
  params: one,
  body: LayerChange,
  answer: Layer,
});

export const deleteLayer = endpoint({
  name: 'deleteLayer',
  method: 'DELETE',
  path: '/layers/{id}',
  summary: 'Delete a layer; answers it as it was',
  ...managed,
  params: one,
  answer: Layer,
});
