/** A survey's settings for places and publication while they are edited. Pure. */
import { limits } from '@waypost/contract/common/limits';
import {
  isPlaceRing,
  type PlaceMasking,
  placeMaskingDefaults,
} from '@waypost/contract/surveys/place-masking';
import { PlaceMaskingInput } from '@waypost/contract/surveys/save-surveys';
import type { Survey } from '@waypost/contract/surveys/surveys';

/** Numbers are texts until they are valid. */
export type PlaceMaskingDraft = {
  [Name in keyof PlaceMasking]: PlaceMasking[Name] extends number ? number | string : PlaceMasking[Name];
};

/** The settings alone. */
export const pickPlaceMaskingDraft = (draft: PlaceMaskingDraft): PlaceMaskingDraft => ({
  place_mask: draft.place_mask,
  place_min_distance: draft.place_min_distance,
  place_max_distance: draft.place_max_distance,
  place_grid_km: draft.place_grid_km,
  place_min_reports: draft.place_min_reports,
  publication_delay_hours: draft.publication_delay_hours,
});

/** The settings of a stored survey. Other servers do not have them. */
export const toPlaceMaskingDraft = (survey: Survey): PlaceMaskingDraft =>
  pickPlaceMaskingDraft({
    ...placeMaskingDefaults,
    ...Object.fromEntries(Object.entries(survey).filter(([, value]) => value !== undefined)),
  });

/** A typed number; the text as it is while it is none. */
export const readTypedNumber = (text: string): number | string =>
  /^\s*\d+\s*$/.test(text) ? Number(text) : text;

/** Fields that are about to disappear must not keep errors: invalid numbers become the defaults. */
export function resetInvalidNumbers(draft: PlaceMaskingDraft): Partial<PlaceMaskingDraft> {
  const { place_min_distance, place_max_distance, place_min_reports } = PlaceMaskingInput.partial().shape;
  const nearest = place_min_distance.safeParse(draft.place_min_distance).data;
  const farthest = place_max_distance.safeParse(draft.place_max_distance).data;
  const isRing =
    nearest !== undefined &&
    farthest !== undefined &&
    isPlaceRing({ place_min_distance: nearest, place_max_distance: farthest });
  const { place_min_distance: min, place_max_distance: max } = placeMaskingDefaults;
  return {
    ...(isRing ? {} : { place_min_distance: min, place_max_distance: max }),
    ...(place_min_reports.safeParse(draft.place_min_reports).success
      ? {}
      : { place_min_reports: limits.placeMinReports.min }),
  };
}
