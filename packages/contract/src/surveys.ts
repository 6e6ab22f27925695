/** Surveys, `forms` on the wire (wire 2.4). Their tasks and attributes are fetched apart. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listOfEntities, listQuery } from './envelope.ts';
import { limits } from './limits.ts';
import { Privileges } from './privileges.ts';
import { BoolIn, Color, ColorIn, Id, IdOut, OptionalText, Relation, WireDate } from './scalars.ts';

export const Survey = z.object({
  id: IdOut,
  url: z.string(),
  parent_id: z.null().optional(),
  parent: Relation.optional(),
  name: z.string(),
  description: z.string().nullable(),
  color: Color,
  type: z.string(),
  /** A disabled survey is seen by managers only. */
  disabled: z.boolean(),
  created: WireDate,
  updated: WireDate.nullable(),
  hide_author: z.boolean(),
  hide_time: z.boolean(),
  hide_location: z.boolean(),
  require_approval: z.boolean(),
  everyone_can_create: z.boolean(),
  targeted_survey: z.boolean(),
  /** Ours: whether the form has a button that leaves it at once. Absent from other servers. */
  quick_exit: z.boolean().optional(),
  /** Role names. */
  can_create: z.array(z.string()),
  /** Categories offered by the survey's fields. */
  tags: z.array(Relation),
  /** Ours: posts that the caller may see. Lists leave it out; `/posts/stats` counts for many surveys at once. */
  post_count: z.number().int().optional(),
  /** Ours: whether the caller may send posts to it (spec 2 §5). Absent from other servers. */
  may_post: z.boolean().optional(),
  allowed_privileges: Privileges,
});
export type Survey = z.infer<typeof Survey>;

/** Letters of any script, digits, punctuation and spaces: everything but control characters. */
export const printable = /^[^\p{Cc}]*$/u;
/** The same, on several lines. */
export const printableLines = /^(?:[^\p{Cc}]|[\t\n\r])*$/u;

export const surveyName = z
  .string()
  .trim()
  .min(limits.surveyName.min)
  .max(limits.surveyName.max)
  .regex(printable);

const flags = {
  disabled: BoolIn,
  hide_author: BoolIn,
  hide_time: BoolIn,
  hide_location: BoolIn,
  require_approval: BoolIn,
  everyone_can_create: BoolIn,
  targeted_survey: BoolIn,
  quick_exit: BoolIn,
};

export const SurveyInput = z.object({
  name: surveyName,
  description: OptionalText.optional(),
  color: ColorIn.optional(),
  type: z.string().optional(),
  disabled: flags.disabled.default(false),
  hide_author: flags.hide_author.default(false),
  hide_time: flags.hide_time.default(false),
  hide_location: flags.hide_location.default(false),
  require_approval: flags.require_approval.default(true),
  everyone_can_create: flags.everyone_can_create.default(true),
  targeted_survey: flags.targeted_survey.default(false),
  quick_exit: flags.quick_exit.default(false),
});

export const SurveyChange = z.object({
  name: surveyName.optional(),
  description: OptionalText.optional(),
  color: ColorIn.optional(),
  ...z.object(flags).partial().shape,
});

export const surveyOrders = ['id', 'name', 'created', 'updated'] as const;
const one = z.object({ id: Id });

export const listSurveys = endpoint({
  name: 'listSurveys',
  method: 'GET',
  path: '/forms',
  summary: 'Surveys',
  scope: 'forms',
  query: listQuery(surveyOrders).extend({ q: z.string().optional(), parent: z.string().optional() }),
  answer: listOfEntities(Survey),
});

export const readSurvey = endpoint({
  name: 'readSurvey',
  method: 'GET',
  path: '/forms/{id}',
  summary: 'One survey',
  scope: 'forms',
  params: one,
  answer: Survey,
});

export const createSurvey = endpoint({
  name: 'createSurvey',
  method: 'POST',
  path: '/forms',
  summary: 'Make a survey',
  scope: 'forms',
  needs: ['Manage Settings'],
  body: SurveyInput,
  answer: Survey,
});

export const updateSurvey = endpoint({
  name: 'updateSurvey',
  method: 'PUT',
  path: '/forms/{id}',
  summary: 'Change a survey',
  scope: 'forms',
  needs: ['Manage Settings'],
  params: one,
  body: SurveyChange,
  answer: Survey,
});

export const deleteSurvey = endpoint({
  name: 'deleteSurvey',
  method: 'DELETE',
  path: '/forms/{id}',
  summary: 'Delete a survey with its tasks, attributes and posts',
  scope: 'forms',
  needs: ['Manage Settings'],
  params: one,
  answer: Survey,
});

export const countAnswers = endpoint({
  name: 'countAnswers',
  method: 'GET',
  path: '/forms/{id}/answers',
  summary: 'Ours: how many posts would go, or lose answers, if the survey or a part of it were deleted',
  scope: 'forms',
  token: 'required',
  needs: ['Manage Settings'],
  params: one,
  query: z.object({
    /** Id of a task, to ask about it alone. */
    stage: Id.optional(),
    /** Id of an attribute, to ask about it alone. */
    attribute: Id.optional(),
  }),
  answer: z.object({ posts: z.number().int().min(0) }),
});

/** A role that may answer a survey. It has no number of its own: lists repeat the role's, saving answers null. */
export const SurveyRole = z.object({
  id: z.number().int().nullable(),
  /** Without `/api/v3`, as the wire has it. */
  url: z.string(),
  form_id: IdOut,
  role_id: IdOut,
  allowed_privileges: Privileges,
});

export const listSurveyRoles = endpoint({
  name: 'listSurveyRoles',
  method: 'GET',
  path: '/forms/{id}/roles',
  summary: 'Roles that may answer the survey when not everyone may',
  scope: 'forms',
  params: one,
  query: listQuery(['role_id', 'id']),
  answer: listOfEntities(SurveyRole),
});

export const saveSurveyRoles = endpoint({
  name: 'saveSurveyRoles',
  method: 'PUT',
  path: '/forms/{id}/roles',
  summary: 'Replace the roles that may answer the survey; ids or names',
  scope: 'forms',
  needs: ['Manage Settings'],
  params: one,
  body: z.object({ roles: z.array(z.union([z.number().int(), z.string()])) }),
  answer: z.object({ count: z.number().int(), results: z.array(SurveyRole) }),
});
