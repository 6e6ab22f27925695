/** Surveys, `forms` in API v3 (API v3 §2.4). Their tasks and attributes are fetched separately. */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import {
  ApiDate,
  BooleanIn,
  Color,
  ColorIn,
  Id,
  IdOut,
  listIn,
  OptionalText,
  Relation,
} from '../common/scalars.ts';
import { limitFieldSizes } from '../common/size-limits.ts';

/** A survey as the API returns it. */
export const Survey = z.object({
  id: IdOut,
  url: z.string(),
  parent_id: z.null().optional(),
  parent: Relation.optional(),
  name: z.string(),
  description: z.string().nullable(),
  color: Color,
  type: z.string(),
  /** A disabled survey is only visible to managers. */
  disabled: z.boolean(),
  created: ApiDate,
  updated: ApiDate.nullable(),
  hide_author: z.boolean(),
  hide_time: z.boolean(),
  hide_location: z.boolean(),
  require_approval: z.boolean(),
  everyone_can_create: z.boolean(),
  targeted_survey: z.boolean(),
  /** Extension: whether the report form has a quick exit button. Absent from other servers. */
  quick_exit: z.boolean().optional(),
  /** Role names. */
  can_create: z.array(z.string()),
  /** Categories that the survey's attributes offer. */
  tags: z.array(Relation),
  /** Extension: posts that the caller may see. Absent in lists; `/posts/stats` counts for many surveys at once. */
  post_count: z.number().int().optional(),
  /** Extension: whether the caller may send posts to it (spec 2 §5). Absent from other servers. */
  may_post: z.boolean().optional(),
  allowed_privileges: Privileges,
});
export type Survey = z.infer<typeof Survey>;

/** Letters of any script, digits, punctuation and spaces, but no control characters. */
export const noControlCharacters = /^[^\p{Cc}]*$/u;
/** The same, with line breaks and tabs. */
export const noControlCharactersMultiline = /^(?:[^\p{Cc}]|[\t\n\r])*$/u;

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
};

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
  }),
  surveyFieldSizes,
);

/** An update of a survey. */
export const SurveyChange = limitFieldSizes(
  z.object({
    name: surveyName.optional(),
    description: OptionalText.optional(),
    color: ColorIn.optional(),
    ...z.object(surveyFlags).partial().shape,
  }),
  surveyFieldSizes,
);

export const surveySortFields = ['id', 'name', 'created', 'updated'] as const;
const idParams = z.object({ id: Id });

export const listSurveys = defineEndpoint({
  name: 'listSurveys',
  method: 'GET',
  path: '/forms',
  summary: 'Surveys',
  scope: 'forms',
  query: listQuery(surveySortFields).extend({ q: z.string().optional(), parent: z.string().optional() }),
  response: listResponse(Survey),
  neededAtStart: true,
});

export const readSurvey = defineEndpoint({
  name: 'readSurvey',
  method: 'GET',
  path: '/forms/{id}',
  summary: 'One survey',
  scope: 'forms',
  params: idParams,
  response: Survey,
});

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
  params: idParams,
  body: SurveyChange,
  response: Survey,
});

export const deleteSurvey = defineEndpoint({
  name: 'deleteSurvey',
  method: 'DELETE',
  path: '/forms/{id}',
  summary: 'Delete a survey with its tasks, attributes and posts',
  scope: 'forms',
  needs: ['Manage Settings'],
  params: idParams,
  response: Survey,
});

export const countAffectedPosts = defineEndpoint({
  name: 'countAffectedPosts',
  method: 'GET',
  path: '/forms/{id}/answers',
  summary:
    'Extension: how many posts would be deleted, or lose answers, if the survey or a part of it were deleted',
  scope: 'forms',
  token: 'required',
  needs: ['Manage Settings'],
  params: idParams,
  query: z.object({
    /** Id of a task, to count for it alone. */
    stage: Id.optional(),
    /** Id of an attribute, to count for it alone. */
    attribute: Id.optional(),
  }),
  response: z.object({ posts: z.number().int().min(0) }),
});

/**
 * A role that may answer a survey. It has no id of its own: lists contain the role's id, the response of a save null.
 */
export const SurveyRole = z.object({
  id: z.number().int().nullable(),
  /** Without `/api/v3`, as in API v3. */
  url: z.string(),
  form_id: IdOut,
  role_id: IdOut,
  allowed_privileges: Privileges,
});

export const listSurveyRoles = defineEndpoint({
  name: 'listSurveyRoles',
  method: 'GET',
  path: '/forms/{id}/roles',
  summary: 'Roles that may answer the survey when not everyone may',
  scope: 'forms',
  params: idParams,
  query: listQuery(['role_id', 'id']),
  response: listResponse(SurveyRole),
});

export const saveSurveyRoles = defineEndpoint({
  name: 'saveSurveyRoles',
  method: 'PUT',
  path: '/forms/{id}/roles',
  summary: 'Replace the roles that may answer the survey; ids or names',
  scope: 'forms',
  needs: ['Manage Settings'],
  params: idParams,
  body: z.object({ roles: listIn(z.array(z.union([z.number().int(), z.string()]))) }),
  response: z.object({ count: z.number().int(), results: z.array(SurveyRole) }),
});
