/** The filters of a template's saved searches: those of posts, with keys of surveys and categories instead of ids. */
import { z } from 'zod';
import { PostSource, postStatuses } from '../browse/post-filters.ts';
import { limits } from '../common/limits.ts';
import { templateLimits } from './template-limits.ts';

const key = z.string().trim().min(1).max(templateLimits.key);
const keys = z.array(key).max(templateLimits.categories);
const date = z.string().max(limits.varchar);

/** Filters that name people, single posts or other saved searches do not exist here: they mean nothing elsewhere. */
export const TemplateFilter = z.strictObject({
  q: z.string().max(limits.varchar).optional(),
  status: z.array(z.enum([...postStatuses, 'all'])).optional(),
  /** Keys of surveys, and `none`. */
  form: keys.optional(),
  /** Slugs of categories: posts in any of them, or in all. */
  tags: z.union([keys, z.strictObject({ any: keys.optional(), all: keys.optional() })]).optional(),
  source: z.array(PostSource).optional(),
  has_location: z.enum(['all', 'mapped', 'unmapped']).optional(),
  bbox: z.string().max(limits.varchar).optional(),
  center_point: z.string().max(limits.varchar).optional(),
  within_km: z.number().positive().optional(),
  created_after: date.optional(),
  created_before: date.optional(),
  updated_after: date.optional(),
  updated_before: date.optional(),
  date_after: date.optional(),
  date_before: date.optional(),
  /** Answers by the key of the attribute. */
  values: z.record(key, z.union([z.string(), z.array(z.string())])).optional(),
});
export type TemplateFilter = z.output<typeof TemplateFilter>;
