/** Urgency: rules of an administrator by which waiting posts come first in the review queue. An extension of API v3, for the team alone. */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';
import { Id, IdOut, listIn, OptionalText, Relation, RelationIn } from '../common/scalars.ts';
import { Point } from '../posts/posts.ts';

const { urgency } = limits;
const path = '/review/urgency-rules';

/** What a rule looks at. */
export const urgencyKinds = ['category', 'words', 'survey', 'area', 'age', 'sender'] as const;
export const UrgencyKind = z.enum(urgencyKinds);
export type UrgencyKind = z.infer<typeof UrgencyKind>;

const condition = {
  kind: UrgencyKind,
  /** How much it counts. The weights of all rules that match a post are added up. */
  weight: z.number().int().min(1).max(urgency.weight),
};

/** A rule. Members that its kind does not need are null or empty. */
export const UrgencyRule = z.object({
  id: IdOut,
  ...condition,
  /** Category; its subcategories count too. */
  tag: Relation.nullable(),
  form: Relation.nullable(),
  /** Name of the category or survey, or of the area if it has one. */
  name: z.string().nullable(),
  /** Words and sequences of words, of which a post contains one. Case and accents do not matter. */
  words: z.array(z.string()),
  /** Center and radius of the area. */
  location: Point.nullable(),
  within_km: z.number().nullable(),
  /** Hours that the post has waited at least. */
  hours: z.number().int().nullable(),
});
export type UrgencyRule = z.infer<typeof UrgencyRule>;

const required = (field: string) => ({ path: [field], params: { rule: 'required' } });
const coordinate = (max: number) => z.number().min(-max).max(max);

/** A rule in a request. The members that its kind needs are required, others are ignored. */
export const UrgencyRuleInput = z
  .object({
    ...condition,
    weight: z.coerce.number().int().min(1).max(urgency.weight).default(1),
    tag: RelationIn.optional(),
    form: RelationIn.optional(),
    name: OptionalText.pipe(z.string().max(limits.varchar).nullable()).optional(),
    words: listIn(z.array(z.string().trim().min(1).max(urgency.wordLength)).max(urgency.words)).optional(),
    location: z
      .object({ lat: coordinate(limits.latitude), lon: coordinate(limits.longitude) })
      .nullable()
      .optional(),
    within_km: z.coerce.number().min(urgency.radiusKm.min).max(urgency.radiusKm.max).nullable().optional(),
    hours: z.coerce.number().int().min(1).max(urgency.hours).nullable().optional(),
  })
  .refine(({ kind, tag }) => kind !== 'category' || Boolean(tag), required('tag'))
  .refine(({ kind, form }) => kind !== 'survey' || Boolean(form), required('form'))
  .refine(({ kind, words }) => kind !== 'words' || Boolean(words?.length), required('words'))
  .refine(({ kind, location }) => kind !== 'area' || Boolean(location), required('location'))
  .refine(({ kind, within_km }) => kind !== 'area' || Boolean(within_km), required('within_km'))
  .refine(({ kind, hours }) => kind !== 'age' || Boolean(hours), required('hours'));
export type UrgencyRuleInput = z.output<typeof UrgencyRuleInput>;

const needs = ['Manage Settings'] as const;
const params = z.object({ ruleId: Id });

export const listUrgencyRules = defineEndpoint({
  name: 'listUrgencyRules',
  method: 'GET',
  path,
  summary: 'The rules of urgency, those with the greatest weight first',
  scope: 'config',
  token: 'required',
  needs,
  response: z.object({
    count: z.number().int(),
    results: z.array(UrgencyRule),
    /** Whether a change of the rules is still being applied to waiting posts. */
    is_updating: z.boolean(),
  }),
});

export const createUrgencyRule = defineEndpoint({
  name: 'createUrgencyRule',
  method: 'POST',
  path,
  summary: 'Add a rule of urgency; waiting posts are ordered by it in the background',
  scope: 'config',
  needs,
  body: UrgencyRuleInput,
  response: UrgencyRule,
});

export const updateUrgencyRule = defineEndpoint({
  name: 'updateUrgencyRule',
  method: 'PUT',
  path: `${path}/{ruleId}`,
  summary: 'Change a rule of urgency',
  scope: 'config',
  needs,
  params,
  body: UrgencyRuleInput,
  response: UrgencyRule,
});

export const deleteUrgencyRule = defineEndpoint({
  name: 'deleteUrgencyRule',
  method: 'DELETE',
  path: `${path}/{ruleId}`,
  summary: 'Delete a rule of urgency',
  scope: 'config',
  needs,
  params,
  response: UrgencyRule,
});

export const previewUrgencyRule = defineEndpoint({
  name: 'previewUrgencyRule',
  method: 'POST',
  path: `${path}/preview`,
  summary: 'How many waiting posts a rule matches now; stores nothing',
  scope: 'config',
  needs,
  body: UrgencyRuleInput,
  response: z.object({ count: z.number().int(), total: z.number().int() }),
});

export const readPostUrgency = defineEndpoint({
  name: 'readPostUrgency',
  method: 'GET',
  path: '/posts/{id}/urgency',
  summary: 'Why a waiting post is urgent: the rules that match it',
  scope: 'posts',
  token: 'required',
  needs: ['Manage Posts'],
  params: z.object({ id: Id }),
  response: z.object({
    /** Sum of the weights; 0 if no rule matches. */
    score: z.number().int(),
    /** Those with the greatest weight first. `words` are the ones that the post contains. */
    reasons: z.array(UrgencyRule),
  }),
});
