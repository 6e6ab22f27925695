/** Which posts: the filters of lists, maps and statistics, all of them ANDed (wire 4). */
import { z } from 'zod';
import { listQuery } from './envelope.ts';
import { limits } from './limits.ts';
import { BoolIn, DateIn, Id, listOf } from './scalars.ts';

export const postStatuses = ['published', 'draft', 'archived'] as const;
export const PostStatus = z.enum(postStatuses);
export type PostStatus = z.infer<typeof PostStatus>;

/** Where a post came from. `web` is null on a post and a word in a filter. */
export const sources = ['web', 'sms', 'email', 'twitter'] as const;
export const Source = z.enum(sources);
export type Source = z.infer<typeof Source>;

/** `relevance` is ours: what fits the text best comes first. Without a text it is the usual order, by date. */
export const postOrders = ['id', 'post_date', 'created', 'updated', 'title', 'status', 'relevance'] as const;

/** A filter that may be sent empty, which is not to filter. */
const unlessEmpty = <T extends z.ZodType>(filter: T) =>
  z.union([z.literal('').transform(() => undefined), filter]).optional();

const idsOrNone = listOf(z.union([z.literal('none'), Id]));

const numbers = (text: string) =>
  text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));

/** `west,north,east,south` in degrees. */
const Box = z.string().transform((text, context) => {
  const [west, north, east, south, ...more] = numbers(text);
  const sides = [west, north, east, south];
  const fine = more.length === 0 && sides.every((it) => it !== undefined && Number.isFinite(it));
  if (fine)
    return { west: west as number, north: north as number, east: east as number, south: south as number };
  context.issues.push({ code: 'custom', input: text, params: { rule: 'invalid' }, message: 'box' });
  return z.NEVER;
});

/** `lat,lon` in degrees. */
export const PointIn = z.string().transform((text, context) => {
  const [lat, lon, ...more] = numbers(text);
  const fine =
    more.length === 0 &&
    lat !== undefined &&
    lon !== undefined &&
    Math.abs(lat) <= limits.latitude &&
    Math.abs(lon) <= 2 * limits.longitude;
  if (fine) return { lat, lon };
  context.issues.push({ code: 'custom', input: text, params: { rule: 'invalid' }, message: 'point' });
  return z.NEVER;
});

export const PostFilters = z.object({
  q: z.string().trim().optional(),
  status: listOf(z.enum([...postStatuses, 'all'])).optional(),
  type: unlessEmpty(z.literal('report')),
  locale: z.string().optional(),
  slug: z.string().optional(),
  user: listOf(z.union([z.literal(['me', 'none']), Id])).optional(),
  parent: idsOrNone.optional(),
  form: idsOrNone.optional(),
  /** Posts in any of these collections, or found by any of these saved searches. */
  set: listOf(Id).optional(),
  /** Posts found by any of these saved searches, statuses and all. */
  saved_search: listOf(Id).optional(),
  created_before: unlessEmpty(DateIn),
  created_after: unlessEmpty(DateIn),
  created_before_by_id: unlessEmpty(Id),
  created_after_by_id: unlessEmpty(Id),
  updated_before: unlessEmpty(DateIn),
  updated_after: unlessEmpty(DateIn),
  date_before: unlessEmpty(DateIn),
  date_after: unlessEmpty(DateIn),
  bbox: unlessEmpty(Box),
  center_point: unlessEmpty(PointIn),
  within_km: unlessEmpty(z.coerce.number().positive().max(20_040)),
  has_location: unlessEmpty(z.enum(['all', 'mapped', 'unmapped'])),
  source: listOf(Source).optional(),
  tags: z
    .union([listOf(Id), z.object({ any: listOf(Id).optional(), all: listOf(Id).optional() })])
    .optional(),
  values: z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional(),
  post_id: listOf(Id).optional(),
  published_to: listOf(z.string()).optional(),
  /** The next task to complete is one of these. */
  current_stage: listOf(Id).optional(),
  /** Any of these tasks is complete. */
  completed_stages: listOf(Id).optional(),
  order_unlocked_on_top: BoolIn.optional(),
  include_types: listOf(z.string()).optional(),
  include_attributes: listOf(z.string()).optional(),
});
export type PostFilters = z.output<typeof PostFilters>;
/** Filters as a client writes them, before parsing. */
export type PostFiltersIn = z.input<typeof PostFilters>;

/** What a form of filters has where nothing is chosen. */
export const isUnset = (value: unknown): boolean =>
  value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);

/** Filters and a page. */
export const PostQuery = listQuery(postOrders).extend(PostFilters.shape);
export type PostQuery = z.output<typeof PostQuery>;
