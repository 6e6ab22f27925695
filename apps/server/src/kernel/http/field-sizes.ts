/** Checks the sizes of fields whose stored value may be larger than the limit. */
import { findOversizedFields } from '@waypost/contract/common/size-limits';
import type { z } from 'zod';
import { ValidationError } from './problem.ts';

/**
 * Refuses fields that are too large. What is stored already may stay, and shrink.
 * @param resource name of the entity in the API
 * @param schema of the request, with the limits
 * @param stored current values by field of the request; none for a new entity
 * @throws ValidationError at each field that is larger than its limit and than the stored value
 */
export function requireFieldSizesWithinLimits(
  resource: string,
  schema: z.ZodObject,
  input: object,
  stored?: Readonly<Record<string, unknown>>,
): void {
  const errors = findOversizedFields(schema, input, stored);
  if (errors.length > 0) throw new ValidationError(resource, errors);
}
