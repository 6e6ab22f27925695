/**
 * Numbers of posts by survey, category, status or answer, in total or over time (API v3 §2.1, "Stats", and §2.4.5).
 */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { typeError } from '../common/field-errors.ts';
import { limits } from '../common/limits.ts';
import { Privileges } from '../common/permissions.ts';
import { BooleanIn, DateIn, Id } from '../common/scalars.ts';
import { PostFilters, PostSource } from './post-filters.ts';

/** What posts can be grouped by. Any other value, or none, gives one group of all posts. */
export const statsGroups = ['form', 'tags', 'status', 'attribute', 'area'] as const;
/** What posts can be grouped by. */
export type StatsGroup = (typeof statsGroups)[number];

const intervalError = typeError(`a number of seconds, at least ${limits.statsIntervalSeconds.min}`);

/** Seconds as the caller wrote them, since the response repeats them. An empty value counts as absent. */
const IntervalSeconds = z
  .string()
  .regex(/^\d{0,9}$/, { error: intervalError })
  .refine((text) => text === '' || Number(text) >= limits.statsIntervalSeconds.min, { error: intervalError })
  .transform((text) => text || undefined);

/** Filters and grouping of the statistics. */
export const StatsQuery = PostFilters.extend({
  group_by: z.string().optional(),
  /**
   * `all`: every category on its own; an id: its child categories. Otherwise top-level categories, including their
   * children.
   */
  group_by_tags: z.union([z.literal(['', 'all']), Id]).optional(),
  group_by_attribute_key: z.string().optional(),
  /** Extension, with the group `area`: the set whose areas are counted; otherwise the one with the largest areas. */
  group_by_area_set: z.union([z.literal(''), Id]).optional(),
  timeline: BooleanIn.optional(),
  timeline_interval: IntervalSeconds.optional(),
  /** `created`, `updated`, `post_date` (which other servers reject), or the key of a date attribute. */
  timeline_attribute: z.string().optional(),
  include_unmapped: BooleanIn.optional(),
});
export type StatsQuery = z.output<typeof StatsQuery>;

/** Posts of one group. */
export const StatsRow = z.object({
  label: z.string(),
  total: z.number().int(),
  /** Id of the survey, category or area; null for other groups, and for posts without a survey. */
  id: z.number().int().nullable(),
  /** The source of the posts; only set when grouping by survey. */
  type: PostSource,
});
export type StatsRow = z.infer<typeof StatsRow>;

/** Number of posts in one interval. */
export const StatsPoint = z.object({
  /** Start of the interval in Unix seconds. */
  label: z.number().int(),
  total: z.number().int(),
  /** Including all earlier intervals. */
  cumulative_total: z.number().int(),
});
export type StatsPoint = z.infer<typeof StatsPoint>;

/** The response of the statistics. */
export const Stats = z.object({
  totals: z.array(
    z.object({
      /** The value of `group_by`; over time, the name of the group. */
      key: z.string(),
      /** Extension, over time: the id of the group's survey or category. */
      id: z.number().int().nullable().optional(),
      values: z.union([z.array(StatsRow), z.array(StatsPoint)]),
    }),
  ),
  group_by: z.string().nullable(),
  group_by_attribute_key: z.string().nullable(),
  timeline_attribute: z.string(),
  /** Only over time, if there is any data. */
  time_interval: z.union([z.string(), z.number().int()]).optional(),
  /** Matching posts without a place that the caller may see. */
  unmapped: z.number().int().optional(),
});
export type Stats = z.infer<typeof Stats>;

/**
 * Counts only what the caller may see. Without Manage Posts only published posts are counted, as in API v3. At most
 * the 1,000 largest groups are returned.
 */
export const readPostStats = defineEndpoint({
  name: 'readPostStats',
  method: 'GET',
  path: '/posts/stats',
  summary: 'How many posts there are, by survey, category, status or answer, at once or over time',
  scope: 'posts',
  query: StatsQuery,
  response: Stats,
  neededAtStart: true,
  deviceCache: 'reports',
});

export const readStatsOfPost = defineEndpoint({
  name: 'readStatsOfPost',
  method: 'GET',
  path: '/posts/{id}/stats',
  summary: 'The same for one post that the caller may read',
  scope: 'posts',
  params: z.object({ id: Id }),
  query: StatsQuery,
  response: Stats,
  deviceCache: 'reports',
});

const nullableCount = z.number().int().nullable();
const sourceCount = z.coerce.number().int();

/** Targeted surveys have the first five numbers, other surveys the last. */
export const SurveyStats = z.object({
  id: z.null(),
  url: z.string(),
  total_responses: nullableCount,
  total_recipients: nullableCount,
  total_response_recipients: nullableCount,
  total_messages_sent: nullableCount,
  total_messages_pending: nullableCount,
  /** Other servers return some of them as digits. */
  total_by_data_source: z
    .object({
      sms: sourceCount,
      email: sourceCount,
      twitter: sourceCount,
      web: sourceCount,
      all: sourceCount,
    })
    .nullable(),
  allowed_privileges: Privileges,
});
export type SurveyStats = z.infer<typeof SurveyStats>;

const dateBound = z.union([z.literal('').transform(() => undefined), DateIn]).optional();

export const readSurveyStats = defineEndpoint({
  name: 'readSurveyStats',
  method: 'GET',
  path: '/forms/{id}/stats',
  summary: 'How many responses a survey received, by source',
  scope: 'forms',
  needs: ['Manage Settings'],
  params: z.object({ id: Id }),
  query: z.object({ created_after: dateBound, created_before: dateBound }),
  response: SurveyStats,
  deviceCache: 'reports',
});
