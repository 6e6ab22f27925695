/** Parses path, query and body of a request with the schemas of its endpoint. */
import type { Endpoint, EndpointRequest } from '@waypost/contract/common/endpoint';
import { zodErrorToFieldErrors } from '@waypost/contract/common/field-errors';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { resourceOf } from '../security/endpoint-access.ts';
import { createInvalidInput } from './invalid-input.ts';
import { notFound, Problem, type RequestError, ValidationError } from './problem.ts';

function parse<S extends z.ZodType>(schema: S, value: unknown, resource: string): z.output<S> {
  const parsed = schema.safeParse(value ?? {}, { reportInput: true });
  if (!parsed.success) throw new ValidationError(resource, zodErrorToFieldErrors(parsed.error));
  return parsed.data;
}

/** The fields that are valid by themselves. A body that is no object has none. */
function parseValidFields(schema: z.ZodType, value: unknown): Map<string, unknown> {
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return new Map();
  const fields = Object.entries(schema.shape);
  return new Map(
    fields.flatMap(([name, field]): [string, unknown][] => {
      const parsed = field.safeParse((value as Record<string, unknown>)[name]);
      return parsed.success ? [[name, parsed.data]] : [];
    }),
  );
}

/** The input of a handler. */
interface ParsedRequest<E extends Endpoint> {
  input: EndpointRequest<E>;
  /** Set when the query or the body is invalid. */
  inputError: RequestError | undefined;
}

/**
 * Parses a request. An invalid query or body is not refused at once: the handler first decides whether the caller may do this
 * at all, with rows that the kernel does not know, and gets the error when it reads the input. So errors come in the order of
 * API v3 §1.5: 401, 403, 404, then 422.
 * @throws Problem 404 for a path whose id is malformed
 */
export function parseRequest<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
  fields: unknown,
): ParsedRequest<E> {
  const resource = resourceOf(endpoint);
  const params = endpoint.params.safeParse(request.params);
  // `/posts/abc` names no post: that is a 404, not a validation error.
  if (!params.success) throw notFound(resource, Object.values(request.params as object).join('/'));
  let inputError: RequestError | undefined;
  const parseLenient = (schema: z.ZodType, value: unknown): unknown => {
    try {
      return parse(schema, value, resource);
    } catch (error) {
      if (!(error instanceof ValidationError || error instanceof Problem)) throw error;
      inputError ??= error;
      // A body that is no JSON throws when it is read.
      return createInvalidInput(
        error,
        error instanceof Problem ? undefined : parseValidFields(schema, value),
      );
    }
  };
  const query = parseLenient(endpoint.query, request.query);
  const body = parseLenient(endpoint.body, fields);
  return { input: { params: params.data, query, body } as EndpointRequest<E>, inputError };
}
