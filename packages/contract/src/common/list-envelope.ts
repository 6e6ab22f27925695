/** Lists on the wire: how a page is asked for and how it is wrapped (wire 1.6). */
import { z } from 'zod';

/** Sent empty, nothing was asked. */
export const emptyAsUndefined = z.literal('').transform(() => undefined);
const pageNumberIn = z.union([
  emptyAsUndefined,
  z.union([z.number().int().min(0), z.string().regex(/^\d{1,9}$/)]).transform(Number),
]);

/** Asking for a page. Without `limit` a resource answers everything it has, up to its own cap. */
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

/** The paging part of any list query, once parsed. */
export interface Paging {
  limit?: number | undefined;
  offset?: number | undefined;
  order?: 'asc' | 'desc' | undefined;
  orderby?: string | undefined;
}

/** A page of entities; `total_count` counts what matches and may be seen. */
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
