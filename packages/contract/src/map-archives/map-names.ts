/**
 * Streets, house numbers, places and points on the map archives that were made from an extract: search by name, and words for a place.
 * Everybody who may see the map may use them. Extensions of API v3.
 */
import { z } from 'zod';
import { PointIn } from '../browse/post-filters.ts';
import { defineEndpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';

/** What has a name on a map. */
export const mapNameKinds = ['street', 'place', 'point'] as const;

/** How a name matches the search, the best first: it is the whole name, its beginning, begins a later word, is inside of one, or is similar. */
export const nameMatches = ['name', 'beginning', 'word', 'part', 'similar'] as const;

/** A hit of the search. */
export const MapName = z.object({
  kind: z.enum(mapNameKinds),
  /** As OpenStreetMap calls it: `town`, `school`; null for streets. */
  type: z.string().nullable(),
  /** In the requested language, if known. */
  name: z.string(),
  /** The house number of the search, where the street has it; then `lat` and `lon` are those of the house. */
  house_number: z.string().nullable(),
  /** The house number of the search that the street does not have on the map; else null. */
  missing_house_number: z.string().nullable(),
  /** The settlement, in the requested language if known. */
  place: z.string().nullable(),
  /** Degrees. */
  lat: z.number(),
  lon: z.number(),
  /** Metres from `near`; null without it. */
  distance: z.number().int().nonnegative().nullable(),
  match: z.enum(nameMatches),
});
export type MapName = z.infer<typeof MapName>;

/** What is near a place. */
export const PlaceWords = z.object({
  /** The street, with a house number that is close enough to name the place. */
  street: z.object({ name: z.string(), house_number: z.string().nullable() }).nullable(),
  /** What else people know the place by, such as a school. */
  point: z.object({ type: z.string(), name: z.string().nullable() }).nullable(),
  /** The settlement. */
  place: z.object({ type: z.string(), name: z.string() }).nullable(),
});
export type PlaceWords = z.infer<typeof PlaceWords>;

const lang = z
  .string()
  .regex(/^[a-z]{2,3}$/)
  .optional();

export const findMapNames = defineEndpoint({
  name: 'findMapNames',
  method: 'GET',
  path: '/map-archives/names',
  summary:
    'Streets, places and points of the active map archives whose name, in any language, begins with the search text or is similar to it; with house numbers',
  scope: 'layers',
  query: z.object({
    /** A name or its beginning, ignoring case and accents, with or without a house number; after a comma, the settlement. */
    q: z.string().trim().min(1).max(limits.placeSearch),
    /** Of equally good hits, those closest to this point come first. */
    near: PointIn.optional(),
    /** The caller's language, two or three letters. */
    lang,
    limit: z.coerce.number().int().min(1).max(limits.placePage.max).default(limits.placePage.default),
  }),
  response: z.object({
    /** Number of `results`. */
    count: z.number().int(),
    /** Best first. */
    results: z.array(MapName),
  }),
});

/** `lat,lon` in degrees, several separated by semicolons. */
const PointsIn = z
  .string()
  .transform((text) => text.split(';'))
  .pipe(z.array(PointIn).max(limits.describedPlaces));

export const describeMapPlaces = defineEndpoint({
  name: 'describeMapPlaces',
  method: 'GET',
  path: '/map-archives/words',
  summary:
    'The street, house number, known point and settlement nearest to each of some places, from the active map archives',
  scope: 'layers',
  query: z.object({ at: PointsIn, lang }),
  response: z.object({
    /** Number of `results`. */
    count: z.number().int(),
    /** One for each place of `at`, in its order. */
    results: z.array(PlaceWords),
  }),
});
