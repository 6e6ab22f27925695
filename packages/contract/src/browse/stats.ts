/** Posts in numbers: by survey, category, status or answer, at once or over time (API v3 §2.1, "Stats", and 2.4.5). */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';
import { Privileges } from '../common/permissions.ts';
import { BooleanIn, DateIn, Id } from '../common/scalars.ts';
import { PostFilters, PostSource } from './post-filters.ts';

/** What posts are told apart by. Any other word, or none, is one group of all. */
export const statsGroups = ['form', 'tags', 'status', 'attribute'] as const;
export type StatsGroup = (typeof statsGroups)[number];

/** Seconds, kept as the caller wrote them: the answer repeats them. Empty is not said. */
const IntervalSeconds = z
  .string()
  .regex(/^\d{0,9}$/)
  .refine((text) => text === '' || Number(text) >= limits.statsIntervalSeconds.min)
  .transform((text) => text || undefined);

/** Filters, and how to group what they find. */
export const StatsQuery = PostFilters.extend({
  group_by: z.string().optional(),
  /** `all`: every category by itself; an id: those below it. Otherwise top-level categories, with what is below them. */
  group_by_tags: z.union([z.literal(['', 'all']), Id]).optional(),
  group_by_attribute_key: z.string().optional(),
  timeline: BooleanIn.optional(),
  timeline_interval: IntervalSeconds.optional(),
  /** `created`, `updated`, `post_date` (which other servers refuse), or the key of a field of dates. */
  timeline_attribute: z.string().optional(),
  include_unmapped: BooleanIn.optional(),
});
export type StatsQuery = z.output<typeof StatsQuery>;

/** Posts of one group. */
export const StatsRow = z.object({
  label: z.string(),
  total: z.number().int(),
  /** Of the survey or category; null for other groups, and for posts without a survey. */
  id: z.number().int().nullable(),
  /** Where they came from, told apart for surveys alone. */
  type: PostSource,
});
export type StatsRow = z.infer<typeof StatsRow>;

/** Posts of one span of time. */
export const StatsPoint = z.object({
  /** When it begins, in seconds since 1970. */
  label: z.number().int(),
  total: z.number().int(),
  /** With all before it. */
  cumulative_total: z.number().int(),
});
export type StatsPoint = z.infer<typeof StatsPoint>;

export const Stats = z.object({
  totals: z.array(
    z.object({
      /** The word that was grouped by; over time, the name of the group. */
      key: z.string(),
      /** Extension, over time: which survey or category the group is. */
      id: z.number().int().nullable().optional(),
      values: z.union([z.array(StatsRow), z.array(StatsPoint)]),
    }),
  ),
  group_by: z.string().nullable(),
  group_by_attribute_key: z.string().nullable(),
  timeline_attribute: z.string(),
  /** Only over time, and where there is something to tell. */
  time_interval: z.union([z.string(), z.number().int()]).optional(),
  /** Of the posts that match, those without a place that the caller may know. */
  unmapped: z.number().int().optional(),
});
export type Stats = z.infer<typeof Stats>;

/**
 * Counts only what the caller may see. Who does not hold Manage Posts is told of published posts alone, as in API v3. At
 * most the 1,000 largest groups are told.
 */
export const readPostStats = defineEndpoint({
  name: 'readPostStats',
  method: 'GET',
  path: '/posts/stats',
  summary: 'How many posts there are, by survey, category, status or answer, at once or over time',
  scope: 'posts',
  query: StatsQuery,
  response: Stats,
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
});

const nullableCount = z.number().int().nullable();
const sourceCount = z.coerce.number().int();

/** Of a survey that is sent to chosen people the first five, of any other the last. */
export const SurveyStats = z.object({
  id: z.null(),
  url: z.string(),
  total_responses: nullableCount,
  total_recipients: nullableCount,
  total_response_recipients: nullableCount,
  total_messages_sent: nullableCount,
  total_messages_pending: nullableCount,
  /** Other servers answer some of them as digits. */
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
  summary: 'How many answers a survey got, and by which way',
  scope: 'forms',
  needs: ['Manage Settings'],
  params: z.object({ id: Id }),
  query: z.object({ created_after: dateBound, created_before: dateBound }),
  response: SurveyStats,
});
