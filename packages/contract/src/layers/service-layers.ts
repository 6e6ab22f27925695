/** The layers that a map service offers (WMTS and WMS), so that administrators choose one. Extension of API v3. */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { ruleError } from '../common/field-errors.ts';
import { limits } from '../common/limits.ts';
import { isHttpUrl } from '../common/parse-url.ts';

export const serviceLayerLimits = {
  /** Bytes of the document of a service. */
  bytes: 5_000_000,
  /** Those of an answer; others are found by a word. */
  layers: 500,
  unsupported: 100,
  /** Characters. */
  title: 200,
  address: limits.layerUrl,
  /** Levels of layers in layers. */
  depth: 10,
} as const;

/** A layer of a service. */
export const ServiceLayer = z.object({
  name: z.string(),
  title: z.string(),
  /** Of its tiles, with placeholders, as the `data_url` of a `tile`; null for WMS, where `name` is for `options.layers`. */
  address: z.string().nullable(),
});
export type ServiceLayer = z.output<typeof ServiceLayer>;

/**
 * The first layers of a service that a map can show, and the first titles of those in another projection than that of web maps, with the
 * numbers of all.
 */
export const ServiceLayers = z.object({
  layers: z.array(ServiceLayer),
  layer_count: z.number().int(),
  unsupported: z.array(z.string()),
  unsupported_count: z.number().int(),
});
export type ServiceLayers = z.output<typeof ServiceLayers>;

export const findServiceLayers = defineEndpoint({
  name: 'findServiceLayers',
  method: 'POST',
  path: '/layers/service-layers',
  summary:
    'The layers that a WMTS (`tile`) or WMS offers, by the address of the service or of its capabilities',
  scope: 'layers',
  needs: [],
  body: z.object({
    type: z.enum(['tile', 'wms']),
    data_url: z
      .string()
      .trim()
      .max(limits.layerUrl)
      .refine(isHttpUrl, { error: ruleError('url') }),
    /** Only layers with this text in their title or name. */
    q: z.string().trim().max(limits.placeSearch).optional(),
  }),
  response: ServiceLayers,
});
