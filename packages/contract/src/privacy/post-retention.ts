/** Rules that delete posts, or the personal data in them, by survey, status and age. For administrators. An extension of API v3. */
import { z } from 'zod';
import { PostStatus } from '../browse/post-filters.ts';
import { defineEndpoint } from '../common/endpoint.ts';
import { typeError } from '../common/field-errors.ts';
import { limits } from '../common/limits.ts';
import { Privileges } from '../common/permissions.ts';
import { ApiDate, BooleanIn, Id, listIn, Relation, valueOrNullIn } from '../common/scalars.ts';

/**
 * `delete`: the post with everything that hangs on it. `anonymize`: its author, sender, answers that only the team sees, notes, earlier
 * versions, the texts of its messages, and exact places and times.
 */
export const retentionActions = ['delete', 'anonymize'] as const;
const RetentionAction = z.enum(retentionActions);
/** What a rule does. */
export type RetentionAction = z.infer<typeof RetentionAction>;

/** Stands for posts that have no survey. */
const withoutSurvey = z.literal('none');

const { min, max } = limits.retentionDays;

/**
 * One rule of a request. Strict, and without defaults for what it applies to: a misspelled field must not make a rule of one survey one
 * for all posts.
 */
export const PostRetentionRuleInput = z.strictObject(
  {
    /** A survey; `none`: posts without one; null: all posts. */
    form: z.union([Id, z.object({ id: Id }).transform(({ id }) => id), withoutSurvey, z.null()]),
    /** Null: any. */
    status: valueOrNullIn(PostStatus),
    action: RetentionAction,
    /** Full days since the post was received. */
    days: z
      .union(
        [
          z.number().int(),
          z
            .string()
            .trim()
            .regex(/^\d{1,6}$/)
            .transform(Number),
        ],
        { error: typeError('a whole number') },
      )
      .pipe(z.number().min(min).max(max)),
    /** For `anonymize`: exact places and times stay for the team where the survey hides them; otherwise they become what everyone sees. */
    keep_exact: BooleanIn.default(false),
  },
  { error: typeError('an object with `form`, `status`, `action`, `days` and `keep_exact` alone') },
);
export type PostRetentionRuleInput = z.infer<typeof PostRetentionRuleInput>;

/** One rule of a response. */
export const PostRetentionRule = z.object({
  form: z.union([withoutSurvey, Relation]).nullable(),
  status: PostStatus.nullable(),
  action: RetentionAction,
  days: z.number().int(),
  keep_exact: z.boolean(),
});
export type PostRetentionRule = z.infer<typeof PostRetentionRule>;

const PostRetentionRules = z.object({
  count: z.number().int(),
  results: z.array(PostRetentionRule),
  allowed_privileges: Privileges,
});

/** All rules, in their order. */
const body = z.object({
  rules: listIn(z.array(PostRetentionRuleInput).max(limits.postRetentionRules)),
});

/** No permission gives this right. */
const forAdministrators = { scope: 'config', token: 'required', needs: [] } as const;

export const listPostRetentionRules = defineEndpoint({
  name: 'listPostRetentionRules',
  method: 'GET',
  path: '/retention/rules',
  summary: 'Rules that delete posts, or the personal data in them, after a time',
  ...forAdministrators,
  response: PostRetentionRules,
});

export const savePostRetentionRules = defineEndpoint({
  name: 'savePostRetentionRules',
  method: 'PUT',
  path: '/retention/rules',
  summary: 'Replace all rules; they apply from the next night on',
  ...forAdministrators,
  body,
  response: PostRetentionRules,
});

export const previewPostRetention = defineEndpoint({
  name: 'previewPostRetention',
  method: 'POST',
  path: '/retention/rules/preview',
  summary: 'How many posts each of these rules would delete or change now; changes nothing',
  ...forAdministrators,
  body,
  response: z.object({
    /** In the order of the rules. */
    results: z.array(
      z.object({
        /** Posts that are merged into another one are not counted; they share its fate. */
        posts: z.number().int(),
        /** When the oldest of them was received. */
        oldest: ApiDate.nullable(),
      }),
    ),
  }),
});
