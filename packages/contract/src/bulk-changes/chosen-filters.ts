/** The filters that choose the posts of a bulk change. Stricter than those of a list: a typing error must not choose every post. */
import { z } from 'zod';
import { PostFilters } from '../browse/post-filters.ts';
import { typeError, zodErrorToFieldErrors } from '../common/field-errors.ts';
import { limits } from '../common/limits.ts';
import { type FieldError, formatFieldError } from '../common/problems.ts';

/** Whether a parsed filter chooses nothing: an empty text or list, or an object of these. */
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === '' ||
  (typeof value === 'object' &&
    value !== null &&
    !(value instanceof Date) &&
    Object.values(value).every(isEmpty));

/** Filters that decide how posts are shown. */
const presentation = new Set(['order_unlocked_on_top', 'include_types', 'include_attributes']);

/** Whether a filter leaves the choice as it is: a radius without its centre, or a part of `tags` that does not exist. */
const choosesNothing = (name: string, filters: Readonly<Record<string, unknown>>): boolean =>
  presentation.has(name) ||
  (name === 'within_km' && filters['center_point'] === undefined) ||
  (name === 'tags' && isUnknownPart(filters[name]));

const isUnknownPart = (tags: unknown): boolean =>
  typeof tags === 'object' &&
  tags !== null &&
  !Array.isArray(tags) &&
  Object.keys(tags).some((part) => part !== 'any' && part !== 'all');

function findWrongFilters(filters: Readonly<Record<string, unknown>>): FieldError[] {
  const unknown = Object.keys(filters).filter((name) => !Object.hasOwn(PostFilters.shape, name));
  if (unknown.length > 0) return unknown.map((field) => ({ field, rule: 'unknownPart' }));
  const { data, error } = PostFilters.safeParse(filters, { reportInput: true });
  if (error) return zodErrorToFieldErrors(error);
  const withoutEffect = Object.keys(filters).filter((name) => choosesNothing(name, filters));
  if (withoutEffect.length > 0) return withoutEffect.map((field) => ({ field, rule: 'unknownPart' }));
  return Object.entries(data).flatMap(([field, value]) =>
    isEmpty(value) ? [{ field, rule: 'required' as const }] : [],
  );
}

/** Filters of a post query. Unknown names and filters without a value are refused, which a list ignores. */
export const ChosenFilters = z.record(z.string(), z.unknown()).superRefine((filters, context) => {
  if (JSON.stringify(filters).length > limits.savedSearchFilter) {
    context.addIssue({
      code: 'too_big',
      origin: 'string',
      maximum: limits.savedSearchFilter,
      input: filters,
    });
    return;
  }
  const wrong = findWrongFilters(filters);
  if (wrong.length > 0)
    context.addIssue({
      code: 'custom',
      input: filters,
      message: typeError(`an object of filters: ${wrong.map(formatFieldError).join('; ')}`),
    });
});
