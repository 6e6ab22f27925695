/** Parses path, query and body of a request with the schemas of its endpoint. */
import { type Endpoint, type EndpointRequest, emptySchema } from '@waypost/contract/common/endpoint';
import { parseFields } from '@waypost/contract/common/field-errors';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { resourceOf } from '../security/endpoint-access.ts';
import { createInvalidInput, findInputError } from './invalid-input.ts';
import { notFound, Problem, type RequestError, ValidationError } from './problem.ts';

function parse<S extends z.ZodType>(schema: S, value: unknown, resource: string): z.output<S> {
  const { data, errors } = parseFields(schema, value ?? {});
  if (errors) throw new ValidationError(resource, errors);
  return data;
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

/**
 * Marks a body as invalid that has the type of a form or of plain text where fields are read from JSON (API v3 §1.2): curl, browsers
 * and some libraries send JSON with such a type unless they are told otherwise, and its fields would be missing.
 */
export function refuseOtherBodyTypes(endpoint: Endpoint, request: FastifyRequest): void {
  if (endpoint.transport === 'multipart' || endpoint.body === emptySchema) return;
  const type = request.headers['content-type'] ?? '';
  const isForm =
    /^multipart\//i.test(type) ||
    // Libraries send this type with an empty body, too.
    (/^application\/x-www-form-urlencoded/i.test(type) && Object.keys(request.body ?? {}).length > 0);
  const isText = typeof request.body === 'string' && request.body.trim() !== '';
  if ((isText && !/^application\/(?:.+\+)?json/i.test(type)) || isForm)
    request.body = createInvalidInput(
      new Problem('request.bad', { reason: 'the body must be JSON, with Content-Type: application/json' }),
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
    // A body that is no JSON is refused even if the endpoint reads none: the client meant something else.
    const bodyError = findInputError(value);
    if (bodyError) {
      inputError ??= bodyError;
      return value;
    }
    try {
      return parse(schema, value, resource);
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      inputError ??= error;
      return createInvalidInput(error, parseValidFields(schema, value));
    }
  };
  const query = parseLenient(endpoint.query, request.query);
  const body = parseLenient(endpoint.body, fields);
  return { input: { params: params.data, query, body } as EndpointRequest<E>, inputError };
}
