/** Creating and changing surveys (API v3 §2.4). A separate module, since reading pages do not need it. */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';
import { BooleanIn, ColorIn, Id, noControlCharacters, OptionalText } from '../common/scalars.ts';
import { limitFieldSizes } from '../common/size-limits.ts';
import { placeGridSizes, placeMaskingDefaults, placeMasks } from './place-masking.ts';
import { SurveyConsentInput } from './survey-consent-input.ts';
import { Survey } from './surveys.ts';

export const surveyName = z
  .string()
  .trim()
  .min(limits.surveyName.min)
  .max(limits.surveyName.max)
  .regex(noControlCharacters);

const surveyFlags = {
  disabled: BooleanIn,
  hide_author: BooleanIn,
  hide_time: BooleanIn,
  hide_location: BooleanIn,
  require_approval: BooleanIn,
  everyone_can_create: BooleanIn,
  targeted_survey: BooleanIn,
  quick_exit: BooleanIn,
  keep_originals: BooleanIn,
};

const numberWithin = ({ min, max }: { min: number; max: number }) =>
  z.coerce.number().int().min(min).max(max);

/** The same settings in a request. */
export const PlaceMaskingInput = z.object({
  place_mask: z.enum(placeMasks),
  place_min_distance: numberWithin(limits.placeDistance.smallest),
  place_max_distance: numberWithin(limits.placeDistance.largest),
  place_grid_km: z.coerce
    .number()
    .pipe(z.literal(placeGridSizes))
    .transform((km): number => km),
  place_min_reports: numberWithin(limits.placeMinReports),
  publication_delay_hours: numberWithin(limits.publicationDelayHours),
});

const input = PlaceMaskingInput.shape;
/** The same settings in a new survey, where each may be absent. */
export const placeMaskingWithDefaults = {
  place_mask: input.place_mask.default(placeMaskingDefaults.place_mask),
  place_min_distance: input.place_min_distance.default(placeMaskingDefaults.place_min_distance),
  place_max_distance: input.place_max_distance.default(placeMaskingDefaults.place_max_distance),
  place_grid_km: input.place_grid_km.default(placeMaskingDefaults.place_grid_km),
  place_min_reports: input.place_min_reports.default(placeMaskingDefaults.place_min_reports),
  publication_delay_hours: input.publication_delay_hours.default(
    placeMaskingDefaults.publication_delay_hours,
  ),
};

/** What reporters are asked to agree to; null asks nothing. */
const consentField = SurveyConsentInput.nullable();

/** Maximum sizes of a survey's fields. */
const surveyFieldSizes = { description: limits.surveyText };

/** A new survey. */
export const SurveyInput = limitFieldSizes(
  z.object({
    name: surveyName,
    description: OptionalText.optional(),
    color: ColorIn.optional(),
    type: z.string().max(limits.varchar).optional(),
    disabled: surveyFlags.disabled.default(false),
    hide_author: surveyFlags.hide_author.default(false),
    hide_time: surveyFlags.hide_time.default(false),
    hide_location: surveyFlags.hide_location.default(false),
    require_approval: surveyFlags.require_approval.default(true),
    everyone_can_create: surveyFlags.everyone_can_create.default(true),
    targeted_survey: surveyFlags.targeted_survey.default(false),
    quick_exit: surveyFlags.quick_exit.default(false),
    keep_originals: surveyFlags.keep_originals.default(false),
    ...placeMaskingWithDefaults,
    consent: consentField.default(null),
  }),
  surveyFieldSizes,
);

/** An update of a survey. */
export const SurveyChange = limitFieldSizes(
  z.object({
    name: surveyName.optional(),
    description: OptionalText.optional(),
    color: ColorIn.optional(),
    consent: consentField.optional(),
    ...z.object(surveyFlags).partial().shape,
    ...PlaceMaskingInput.partial().shape,
  }),
  surveyFieldSizes,
);

export const createSurvey = defineEndpoint({
  name: 'createSurvey',
  method: 'POST',
  path: '/forms',
  summary: 'Create a survey',
  scope: 'forms',
  needs: ['Manage Settings'],
  body: SurveyInput,
  response: Survey,
});

export const updateSurvey = defineEndpoint({
  name: 'updateSurvey',
  method: 'PUT',
  path: '/forms/{id}',
  summary: 'Change a survey',
  scope: 'forms',
  needs: ['Manage Settings'],
  params: z.object({ id: Id }),
  body: SurveyChange,
  response: Survey,
});
