/**
 * Checks that a response is valid, whatever was requested: no server error, and every error in the format of API v3.
 */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { ErrorEnvelope } from '@waypost/contract/common/error-envelope';
import { z } from 'zod';
import type { TestApp } from '../app/test-app.ts';
import { scaled } from '../time.ts';

/** The field names of a schema, and one unknown name. */
export function schemaFieldNames(schema: z.ZodType): string[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: object;
  };
  return [...Object.keys(properties), 'no_such_field'];
}

/** The maximum time for a response to an invalid request. */
const maxResponseMs = scaled(5000);

/**
 * Sends one request and reports an invalid response.
 * @param url below `/api/v3`
 * @param text the body as it is sent
 * @returns one line, or none if the response is valid
 */
export async function findInvalidResponses(
  app: TestApp,
  { method }: Pick<Endpoint, 'method'>,
  url: string,
  request: { text?: string | undefined; token?: string | undefined } = {},
): Promise<string[]> {
  const { text, token } = request;
  const headers = {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const startedAt = performance.now();
  const response = await app.fastify.inject({
    method,
    url: `/api/v3${url}`,
    headers,
    ...(text === undefined ? {} : { payload: text }),
  });
  const description = `${method} ${url.slice(0, 160)} ${text?.slice(0, 300) ?? ''}`;
  if (performance.now() - startedAt > maxResponseMs) return [`too slow: ${description}`];
  if (response.statusCode >= 500) return [`${response.statusCode} ${description}`];
  if (response.statusCode < 400) return [];
  const isJson = String(response.headers['content-type']).includes('json');
  const parsed = ErrorEnvelope.safeParse(isJson ? response.json() : undefined);
  return parsed.success && parsed.data.errors.length > 0 ? [] : [`no envelope: ${description}`];
}
