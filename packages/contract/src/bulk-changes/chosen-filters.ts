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

function findWrongFilters(filters: object): FieldError[] {
  const unknown = Object.keys(filters).filter((name) => !Object.hasOwn(PostFilters.shape, name));
  if (unknown.length > 0) return unknown.map((field) => ({ field, rule: 'unknownPart' }));
  const { data, error } = PostFilters.safeParse(filters, { reportInput: true });
  if (error) return zodErrorToFieldErrors(error);
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
