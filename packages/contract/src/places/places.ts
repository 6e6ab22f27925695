/** Towns and villages by name, to find a point on the map. An extension of API v3. */
import { z } from 'zod';
import { PointIn } from '../browse/post-filters.ts';
import { defineEndpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';

export const Place = z.object({
  /** Stays with a place as long as the list of places is the same. */
  id: z.number().int().positive(),
  /** In the language asked for, where it is known. */
  name: z.string(),
  /** ISO 3166-1, two letters. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable(),
  /** Degrees. */
  lat: z.number(),
  lon: z.number(),
  /** 0 when unknown. */
  population: z.number().int().nonnegative(),
});
export type Place = z.infer<typeof Place>;

export const findPlaces = defineEndpoint({
  name: 'findPlaces',
  method: 'GET',
  path: '/places',
  summary: 'Towns and villages whose name, in any language, begins with what was typed or is much like it',
  scope: null,
  query: z.object({
    /** A name or its beginning, in any case and with or without accents. What follows a comma is not looked at. */
    q: z.string().trim().min(1).max(limits.placeSearch),
    /** Where the asker is looking: of places much the same in size, the closer comes first. */
    near: PointIn.optional(),
    /** The asker's language, two or three letters: larger cities are named in it. A name is found in whichever it is typed. */
    lang: z
      .string()
      .regex(/^[a-z]{2,3}$/)
      .optional(),
    limit: z.coerce.number().int().min(1).max(limits.placePage.max).default(limits.placePage.default),
  }),
  response: z.object({
    /** Of `results`. */
    count: z.number().int(),
    /** Best first. */
    results: z.array(Place),
  }),
});
