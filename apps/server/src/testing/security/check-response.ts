/** What an honest answer is, however a server is asked: no fault of ours, and every refusal in API v3's shape. */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { ErrorEnvelope } from '@waypost/contract/common/problems';
import { z } from 'zod';
import type { TestApp } from '../app/test-app.ts';
import { scaled } from '../time.ts';

/** The names of the fields that a schema knows, and one that it does not. */
export function schemaFieldNames(schema: z.ZodType): string[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: object;
  };
  return [...Object.keys(properties), 'no_such_field'];
}

/** Milliseconds that nobody waits for an answer about nonsense. */
const maxResponseMs = scaled(5000);

/**
 * Sends one request, and tells of it only if the answer is not an honest one.
 * @param url below `/api/v3`
 * @param text the body as it is sent
 * @returns one line, or none
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
