/** Maximum sizes of fields whose stored value may be larger, since it was saved before there was a limit. */
import { z } from 'zod';
import type { FieldError } from './problems.ts';

/** Maximum bytes of the JSON of fields, by name. */
export type FieldSizes = Readonly<Record<string, number>>;

const registry = z.registry<{ fieldSizes: FieldSizes }>();

/**
 * Limits fields of a request. Parsing does not check it, since a larger value that is stored already may be sent back: the server
 * calls `findOversizedFields`.
 */
export function limitFieldSizes<T extends z.ZodObject>(schema: T, fieldSizes: FieldSizes): T {
  registry.add(schema, { fieldSizes });
  return schema;
}

/** The limits of `limitFieldSizes`. */
export const fieldSizesOf = (schema: z.core.$ZodType): FieldSizes => registry.get(schema)?.fieldSizes ?? {};

const encoder = new TextEncoder();

/** Bytes of a value as JSON; 0 for undefined. */
export const countJsonBytes = (value: unknown): number =>
  value === undefined ? 0 : encoder.encode(JSON.stringify(value)).length;

/**
 * Finds fields that are larger than the limit, and larger than what is stored.
 * @param schema of the request
 * @param input the parsed request
 * @param stored current values by field; empty for a new entity
 */
export const findOversizedFields = (
  schema: z.ZodObject,
  input: object,
  stored: Readonly<Record<string, unknown>> = {},
): FieldError[] => {
  const values = new Map<string, unknown>(Object.entries(input));
  return Object.entries(fieldSizesOf(schema)).flatMap(([field, max]) => {
    const size = countJsonBytes(values.get(field));
    return size <= max || size <= countJsonBytes(stored[field])
      ? []
      : [{ field, rule: 'maxbytes', params: { max } }];
  });
};
