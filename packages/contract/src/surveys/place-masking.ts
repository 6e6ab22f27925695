/** How a survey hides places, and how long its posts wait, from those who do not manage posts. Extensions of API v3. */
import { z } from 'zod';

/**
 * What is shown instead of a place where `hide_location` is set: `rounded` to the decimals of the map's settings, `displaced` within a
 * ring around it, the centre of a square of a `grid`, or `hidden`.
 */
export const placeMasks = ['rounded', 'displaced', 'grid', 'hidden'] as const;
export type PlaceMask = (typeof placeMasks)[number];

/** Sides of the squares of a grid, in kilometres. */
export const placeGridSizes = [1, 5, 10, 25, 50] as const;

/** What a survey has unless it says otherwise. */
export const placeMaskingDefaults = {
  place_mask: 'rounded',
  place_min_distance: 500,
  place_max_distance: 2000,
  place_grid_km: 5,
  place_min_reports: 1,
  publication_delay_hours: 0,
} as const satisfies PlaceMasking;

/** How exact a place is that is shown instead of the real one, as far as the survey's settings tell. */
export const PlacePrecision = z.object({
  kind: z.enum(placeMasks).exclude(['hidden']),
  /** Metres that the real place is away from the shown one, at most. */
  radius: z.number().int(),
  /** Metres that it is away at least; 0 unless places are displaced. */
  min_radius: z.number().int(),
});
export type PlacePrecision = z.infer<typeof PlacePrecision>;

/** A survey's settings for places and publication, as the API returns them. */
export const PlaceMasking = z.object({
  place_mask: z.enum(placeMasks),
  /** Metres that a displaced place is away from the real one, at least and at most. */
  place_min_distance: z.number().int(),
  place_max_distance: z.number().int(),
  /** Side of the squares of the grid, in kilometres. */
  place_grid_km: z.number().int(),
  /** Places are shown where at least so many public reports of the survey are in the same square; 1 shows all. */
  place_min_reports: z.number().int(),
  /** Hours from the creation of a post until others than its author and the team may see it. */
  publication_delay_hours: z.number().int(),
});
export type PlaceMasking = z.infer<typeof PlaceMasking>;

/** These settings alone. */
export const pickPlaceMasking = (it: PlaceMasking): PlaceMasking => ({
  place_mask: it.place_mask,
  place_min_distance: it.place_min_distance,
  place_max_distance: it.place_max_distance,
  place_grid_km: it.place_grid_km,
  place_min_reports: it.place_min_reports,
  publication_delay_hours: it.publication_delay_hours,
});

/** Whether the distances make a ring that hides something: the larger one is at least twice the smaller one. */
export const isPlaceRing = (it: Pick<PlaceMasking, 'place_min_distance' | 'place_max_distance'>): boolean =>
  it.place_max_distance >= 2 * it.place_min_distance;

/** Whether hidden places are rounded to decimals, and shown however few there are. Only then are shapes shown. */
export const isOnlyRounded = (it: Pick<PlaceMasking, 'place_mask' | 'place_min_reports'>): boolean =>
  it.place_mask === 'rounded' && it.place_min_reports <= 1;
