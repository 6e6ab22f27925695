/** How exact the places of a post are for viewers who may not see the real ones. Pure. */
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import {
  type PlaceMasking,
  type PlacePrecision,
  pickPlaceMasking,
  placeMaskingDefaults,
} from '@waypost/contract/surveys/place-masking';
import { computePlaceRadius } from '@waypost/survey-logic/location-precision';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { canSeeUnmasked } from '../posts.rules.ts';
import type { AnsweredPost, VisibleAnswers } from './visible-answers.ts';

/** What a survey says about places. */
export type PlaceSettings = PlaceMasking & { hide_location: boolean };

/**
 * How exact masked places of a survey are. Posts without a survey have rounded places (API v3 §3.5).
 * @param decimals that hidden places are rounded to
 * @returns undefined where places are exact, or none is shown
 */
export function computePlacePrecision(
  survey: PlaceSettings | undefined,
  decimals: number,
): PlacePrecision | undefined {
  if (survey?.hide_location === false) return undefined;
  const masking = pickPlaceMasking(survey ?? placeMaskingDefaults);
  const { place_mask: kind, place_min_distance } = masking;
  if (kind === 'hidden') return undefined;
  const radius = Math.ceil(computePlaceRadius(masking, decimals));
  return { kind, radius, min_radius: kind === 'displaced' ? place_min_distance : 0 };
}

/**
 * How exact the places are that a viewer gets of a post. Follows from the survey and whether a place is shown, and so tells nothing about
 * the real place.
 * @param answers as the viewer sees them
 * @param isMasked whether the viewer gets masked places
 * @returns undefined where places are exact, or none is shown
 */
export function findPlacePrecision(
  viewer: Viewer,
  { post, survey, precision }: Pick<AnsweredPost, 'post' | 'survey' | 'precision'>,
  answers: readonly VisibleAnswers[],
  isMasked = !canSeeUnmasked(viewer, post),
): PlacePrecision | undefined {
  if (!isMasked) return undefined;
  const showsPlace = answers.some(
    ({ attribute }) => fieldTypes[attribute.type].roundedBy === 'hide_location',
  );
  return showsPlace ? computePlacePrecision(survey, precision) : undefined;
}
