/** Towns and villages by name, to find a point on the map. An extension of API v3. */
import { z } from 'zod';
import { PointIn } from '../browse/post-filters.ts';
import { defineEndpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';

/** A town or village. */
export const Place = z.object({
  /** Stable as long as the list of places does not change. */
  id: z.number().int().positive(),
  /** In the requested language, if known. */
  name: z.string(),
  /** ISO 3166-1, two letters. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable(),
  /** Degrees. */
  lat: z.number(),
  lon: z.number(),
  /** 0 if unknown. */
  population: z.number().int().nonnegative(),
});
export type Place = z.infer<typeof Place>;

export const findPlaces = defineEndpoint({
  name: 'findPlaces',
  method: 'GET',
  path: '/places',
  summary:
    'Towns and villages whose name, in any language, begins with the search text or is similar to it; without a text, those closest to a point',
  scope: null,
  query: z
    .object({
      /** A name or its beginning, ignoring case and accents. Text after a comma is ignored. */
      q: z.string().trim().min(1).max(limits.placeSearch).optional(),
      /**
       * The centre of the caller's map: among places of similar size the closer ones come first. Without `q`: the places
       * closest to it, up to 50 km away.
       */
      near: PointIn.optional(),
      /**
       * The caller's language, two or three letters: larger cities are returned in it. Names in all languages are
       * searched.
       */
      lang: z
        .string()
        .regex(/^[a-z]{2,3}$/)
        .optional(),
      limit: z.coerce.number().int().min(1).max(limits.placePage.max).default(limits.placePage.default),
    })
    .refine(({ q, near }) => q !== undefined || near !== undefined, {
      path: ['q'],
      params: { rule: 'required' },
    }),
  response: z.object({
    /** Number of `results`. */
    count: z.number().int(),
    /** Best first. */
    results: z.array(Place),
    /** True where nothing was found because a new deployment still loads its places: the search can be sent again. */
    loading: z.boolean().optional(),
  }),
});
