/** Surveys, `forms` in API v3 (API v3 §2.4). Their tasks and attributes are fetched separately. */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import { ApiDate, Color, Id, IdOut, listIn, Relation } from '../common/scalars.ts';
import { PlaceMasking } from './place-masking.ts';
import { SurveyConsent } from './survey-consent.ts';

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
  /** Extension: whether the team keeps the originals of pictures that it covers. Absent from other servers. */
  keep_originals: z.boolean().optional(),
  /** Extensions: how places are hidden, and how long posts wait. Absent from other servers. */
  ...PlaceMasking.partial().shape,
  /** Extension: what reporters are asked to agree to; null for nothing. Absent from other servers. */
  consent: SurveyConsent.nullable().optional(),
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
  deviceCache: 'own',
});

export const readSurvey = defineEndpoint({
  name: 'readSurvey',
  method: 'GET',
  path: '/forms/{id}',
  summary: 'One survey',
  scope: 'forms',
  params: idParams,
  response: Survey,
  deviceCache: 'own',
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
