/** Lists in API v3: the paging parameters and the envelope (API v3 §1.6). */
import { z } from 'zod';
import { typeError } from './field-errors.ts';

/** An empty parameter counts as absent. */
export const emptyAsUndefined = z.literal('').transform(() => undefined);
const pageNumberError = typeError('a whole number, 0 or more');
const pageNumberIn = z.union([
  emptyAsUndefined,
  z
    .union([z.number().int().min(0), z.string().regex(/^\d{1,9}$/, { error: pageNumberError })], {
      error: pageNumberError,
    })
    .transform(Number),
]);

/** Paging parameters. Without `limit` a resource returns everything, up to its own maximum. */
export const listQuery = <const O extends readonly [string, ...string[]]>(sortFields: O) =>
  z.object({
    limit: pageNumberIn.optional(),
    offset: pageNumberIn.optional(),
    order: z
      .preprocess(
        (it) => (typeof it === 'string' ? it.toLowerCase() || undefined : it),
        z.enum(['asc', 'desc']).optional(),
      )
      .optional(),
    orderby: z.union([emptyAsUndefined, z.enum(sortFields)]).optional(),
  });

/** The parsed paging parameters of a list query. */
export interface Paging {
  limit?: number | undefined;
  offset?: number | undefined;
  order?: 'asc' | 'desc' | undefined;
  orderby?: string | undefined;
}

/** The schema of a page; `total_count` counts the matching entities that the caller may see. */
export const listResponse = <T extends z.ZodType>(entity: T) =>
  z.object({
    count: z.number().int(),
    results: z.array(entity),
    limit: z.union([z.string(), z.null()]),
    offset: z.union([z.string(), z.number()]),
    order: z.string(),
    orderby: z.string(),
    curr: z.string(),
    next: z.string(),
    prev: z.string(),
    total_count: z.number().int(),
  });
