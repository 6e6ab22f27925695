/** The filters of lists, maps and statistics. All given filters must match (API v3 §4). */
import { z } from 'zod';
import { typeError } from '../common/field-errors.ts';
import { limits } from '../common/limits.ts';
import { listQuery } from '../common/list-envelope.ts';
import { BooleanIn, DateIn, Id, queryList } from '../common/scalars.ts';
import { ExtraFields, VerificationStatus } from '../posts/post-verification.ts';

export const postStatuses = ['published', 'draft', 'archived'] as const;
export const PostStatus = z.enum(postStatuses);
export type PostStatus = z.infer<typeof PostStatus>;

/** Where a post came from. On a post, `web` is null; in a filter, it is `web`. */
export const postSources = ['web', 'sms', 'email', 'twitter'] as const;
/** A source of posts. */
export const PostSource = z.enum(postSources);
export type PostSource = z.infer<typeof PostSource>;

/**
 * `relevance` is an extension: best match of the search text first. Without a search text it is the default order, by
 * date.
 */
export const postSortFields = [
  'id',
  'post_date',
  'created',
  'updated',
  'title',
  'status',
  'slug',
  'form_id',
  'relevance',
] as const;

/** A filter that is ignored when it is sent empty. */
const optionalUnlessEmpty = <T extends z.ZodType>(filter: T) =>
  z.union([z.literal('').transform(() => undefined), filter]).optional();

const idsOrNone = queryList(z.union([z.literal('none'), Id]));

const parseNumbers = (text: string) =>
  text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));

/** `west,north,east,south` in degrees. */
const BoundingBoxIn = z.string().transform((text, context) => {
  const [west, north, east, south, ...extra] = parseNumbers(text);
  const sides = [west, north, east, south];
  const fine = extra.length === 0 && sides.every((it) => it !== undefined && Number.isFinite(it));
  if (fine)
    return { west: west as number, north: north as number, east: east as number, south: south as number };
  context.issues.push({
    code: 'custom',
    input: text,
    message: typeError('west,north,east,south in degrees'),
  });
  return z.NEVER;
});

/** `lat,lon` in degrees. */
export const PointIn = z.string().transform((text, context) => {
  const [lat, lon, ...extra] = parseNumbers(text);
  const fine =
    extra.length === 0 &&
    lat !== undefined &&
    lon !== undefined &&
    Math.abs(lat) <= limits.latitude &&
    Math.abs(lon) <= 2 * limits.longitude;
  if (fine) return { lat, lon };
  context.issues.push({ code: 'custom', input: text, message: typeError('latitude,longitude in degrees') });
  return z.NEVER;
});

const answerText = z.string().max(limits.postFilters.textLength);

/** Texts that answers contain, by the key of the attribute. */
const AnswerFilters = z
  .record(z.string(), z.union([answerText, z.array(answerText)]))
  .superRefine((filters, context) => {
    const maximum = limits.postFilters.texts;
    if (Object.values(filters).flat().length > maximum)
      context.addIssue({ code: 'too_big', origin: 'array', maximum, input: filters });
  });

/** The filters of posts in a query. */
export const PostFilters = z.object({
  q: z.string().trim().optional(),
  status: queryList(z.enum([...postStatuses, 'all'])).optional(),
  type: optionalUnlessEmpty(z.literal('report')),
  locale: z.string().optional(),
  slug: z.string().optional(),
  user: queryList(z.union([z.literal(['me', 'none']), Id])).optional(),
  parent: idsOrNone.optional(),
  form: idsOrNone.optional(),
  /** Posts in any of these collections, or found by any of these saved searches. */
  set: queryList(Id, limits.postFilters.sets).optional(),
  /** Posts found by any of these saved searches, with the status filters of those searches. */
  saved_search: queryList(Id, limits.postFilters.sets).optional(),
  created_before: optionalUnlessEmpty(DateIn),
  created_after: optionalUnlessEmpty(DateIn),
  created_before_by_id: optionalUnlessEmpty(Id),
  created_after_by_id: optionalUnlessEmpty(Id),
  updated_before: optionalUnlessEmpty(DateIn),
  updated_after: optionalUnlessEmpty(DateIn),
  date_before: optionalUnlessEmpty(DateIn),
  date_after: optionalUnlessEmpty(DateIn),
  bbox: optionalUnlessEmpty(BoundingBoxIn),
  center_point: optionalUnlessEmpty(PointIn),
  within_km: optionalUnlessEmpty(z.coerce.number().positive().max(20_040)),
  has_location: optionalUnlessEmpty(z.enum(['all', 'mapped', 'unmapped'])),
  source: queryList(PostSource).optional(),
  tags: z
    .union([
      queryList(Id),
      z.object({
        any: queryList(Id).optional(),
        all: queryList(Id, limits.postFilters.allCategories).optional(),
      }),
    ])
    .optional(),
  values: AnswerFilters.optional(),
  post_id: queryList(Id).optional(),
  published_to: queryList(z.string()).optional(),
  /** The next task to complete is one of these. */
  current_stage: queryList(Id).optional(),
  /** Any of these tasks is complete. */
  completed_stages: queryList(Id).optional(),
  /** Extension: posts that are assigned to these members of the team; only Manage Posts finds any. */
  assignee: queryList(z.union([z.literal(['me', 'none']), Id])).optional(),
  /** Extension: how sure the team is; only Manage Posts finds any. */
  verification: queryList(VerificationStatus).optional(),
  /** Extension: posts with a place, as the caller may see it, in any of these areas. */
  area: queryList(Id).optional(),
  order_unlocked_on_top: BooleanIn.optional(),
  include_types: queryList(z.string()).optional(),
  include_attributes: queryList(z.string()).optional(),
});
export type PostFilters = z.output<typeof PostFilters>;
/** Filters before parsing, as a client writes them. */
export type PostFiltersInput = z.input<typeof PostFilters>;

const isEmptyListOrObject = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** Whether a form value of a filter means that the filter is not set. */
export const isEmptyFilterValue = (value: unknown): boolean =>
  value === null || value === '' || value === false || isEmptyListOrObject(value);

/** The query of a list of posts: filters and paging. */
export const PostQuery = listQuery(postSortFields).extend(PostFilters.shape).extend(ExtraFields.shape);
export type PostQuery = z.output<typeof PostQuery>;
