/** What the contract's schemas say of a form, in the reader's words: the sentences that the server's refusals get, too. */
import { zodErrorToFieldErrors } from '@waypost/contract/common/field-errors';
import type { z } from 'zod';
import { formatErrorEntry } from './error-text.ts';

/**
 * For a form's `validate`.
 * @param labels what the form calls its fields
 * @returns one sentence by field; nothing for a form that is right
 */
export function formatSchemaErrors(
  schema: z.ZodType,
  values: unknown,
  labels: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const parsed = schema.safeParse(values, { reportInput: true });
  if (parsed.success) return {};
  const sentences = zodErrorToFieldErrors(parsed.error).map(({ field, rule, params }): [string, string] => {
    const entry = {
      status: 422,
      code: rule,
      source: { pointer: `/${field}` },
      ...(params ? { params } : {}),
    };
    return [field, formatErrorEntry(entry, labels[field]) ?? rule];
  });
  // The first of each field.
  return Object.fromEntries(sentences.toReversed());
}
