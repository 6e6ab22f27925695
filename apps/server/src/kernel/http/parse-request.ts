/** From what was sent to what a handler is given: path, query and body, read with the schemas of the endpoint. */
import type { Endpoint, EndpointRequest } from '@waypost/contract/common/endpoint';
import { zodErrorToFieldErrors } from '@waypost/contract/common/field-errors';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { resourceOf } from '../security/endpoint-access.ts';
import { notFound, ValidationError } from './problem.ts';

function parse<S extends z.ZodType>(schema: S, value: unknown, resource: string): z.output<S> {
  const parsed = schema.safeParse(value ?? {}, { reportInput: true });
  if (!parsed.success) throw new ValidationError(resource, zodErrorToFieldErrors(parsed.error));
  return parsed.data;
}

/** Stands for an input that is not valid: whatever is read of it throws what is wrong with it. */
function createThrowingInput(validationError: ValidationError): object {
  const refuse = () => {
    throw validationError;
  };
  return new Proxy({}, { get: refuse, has: refuse, ownKeys: refuse, getOwnPropertyDescriptor: refuse });
}

/** A request as its handler is given it. */
interface ParsedRequest<E extends Endpoint> {
  input: EndpointRequest<E>;
  /** What is wrong with the query or the body, if anything. */
  validationError: ValidationError | undefined;
}

/**
 * Parses a request. Query and body that do not fit their schemas are not refused at once: the handler first decides
 * whether the caller may do what they ask at all, with rows at hand that the kernel knows nothing of, and is refused when
 * it reads the input (section 9 of the API format, "order of refusals": 401, 403, 404, then 422).
 * @throws Problem 404 for a path that can name nothing
 */
export function parseRequest<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
  fields: unknown,
): ParsedRequest<E> {
  const resource = resourceOf(endpoint);
  const params = endpoint.params.safeParse(request.params);
  // `/posts/abc` names no post: that is a 404, not a field to mend.
  if (!params.success) throw notFound(resource, Object.values(request.params as object).join('/'));
  let validationError: ValidationError | undefined;
  const lenient = (schema: z.ZodType, value: unknown): unknown => {
    try {
      return parse(schema, value, resource);
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      validationError ??= error;
      return createThrowingInput(error);
    }
  };
  const query = lenient(endpoint.query, request.query);
  const body = lenient(endpoint.body, fields);
  return { input: { params: params.data, query, body } as EndpointRequest<E>, validationError };
}
