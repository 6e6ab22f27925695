/** Validates forms with the contract's schemas. The messages are the same as for the server's errors. */
import { zodErrorToFieldErrors } from '@waypost/contract/common/field-errors';
import type { z } from 'zod';
import { formatErrorEntry } from './error-text.ts';

/**
 * For a form's `validate`.
 * @param labels of the form's fields
 * @returns the first message of each invalid field
 */
export function formatSchemaErrors(
  schema: z.ZodType,
  values: unknown,
  labels: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const parsed = schema.safeParse(values, { reportInput: true });
  if (parsed.success) return {};
  const messages = zodErrorToFieldErrors(parsed.error).map(({ field, rule, params }): [string, string] => {
    const entry = {
      status: 422,
      code: rule,
      source: { pointer: `/${field}` },
      ...(params ? { params } : {}),
    };
    return [field, formatErrorEntry(entry, labels[field]) ?? rule];
  });
  // Reversed, so that the first message of a field wins.
  return Object.fromEntries(messages.toReversed());
}
