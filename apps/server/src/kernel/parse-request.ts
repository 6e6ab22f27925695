/** From what was sent to what a handler is given: path, query and body, read with the schemas of the endpoint. */
import type { Endpoint, ParsedOf } from '@waypost/contract/endpoint';
import { faultsOf } from '@waypost/contract/faults';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { resourceOf } from './guard.ts';
import { Faults, notFound } from './problem.ts';

function parse<S extends z.ZodType>(schema: S, value: unknown, resource: string): z.output<S> {
  const parsed = schema.safeParse(value ?? {}, { reportInput: true });
  if (!parsed.success) throw new Faults(resource, faultsOf(parsed.error));
  return parsed.data;
}

/** Stands for an input that is not valid: whatever is read of it throws what is wrong with it. */
function invalidInput(faults: Faults): object {
  const refuse = () => {
    throw faults;
  };
  return new Proxy({}, { get: refuse, has: refuse, ownKeys: refuse, getOwnPropertyDescriptor: refuse });
}

/** A request as its handler is given it. */
interface ParsedRequest<E extends Endpoint> {
  input: ParsedOf<E>;
  /** What is wrong with the query or the body, if anything. */
  faults: Faults | undefined;
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
  let faults: Faults | undefined;
  const lenient = (schema: z.ZodType, value: unknown): unknown => {
    try {
      return parse(schema, value, resource);
    } catch (error) {
      if (!(error instanceof Faults)) throw error;
      faults ??= error;
      return invalidInput(error);
    }
  };
  const query = lenient(endpoint.query, request.query);
  const body = lenient(endpoint.body, fields);
  return { input: { params: params.data, query, body } as ParsedOf<E>, faults };
}
