/** What an honest answer is, however a server is asked: no fault of ours, and every refusal in the wire's shape. */
import type { Endpoint } from '@waypost/contract/endpoint';
import { ErrorEnvelope } from '@waypost/contract/problems';
import { z } from 'zod';
import type { Deployment } from './deployment.ts';
import { scaled } from './time.ts';

/** The names of the fields that a schema knows, and one that it does not. */
export function fieldsOf(schema: z.ZodType): string[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: object;
  };
  return [...Object.keys(properties), 'no_such_field'];
}

/** Milliseconds that nobody waits for an answer about nonsense. */
const patience = scaled(5000);

/**
 * Sends one request, and tells of it only if the answer is not an honest one.
 * @param url below `/api/v3`
 * @param text the body as it is sent
 * @returns one line, or none
 */
export async function complaints(
  it: Deployment,
  { method }: Pick<Endpoint, 'method'>,
  url: string,
  sent: { text?: string | undefined; token?: string | undefined } = {},
): Promise<string[]> {
  const { text, token } = sent;
  const headers = {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const began = performance.now();
  const answer = await it.app.inject({
    method,
    url: `/api/v3${url}`,
    headers,
    ...(text === undefined ? {} : { payload: text }),
  });
  const asked = `${method} ${url.slice(0, 160)} ${text?.slice(0, 300) ?? ''}`;
  if (performance.now() - began > patience) return [`too slow: ${asked}`];
  if (answer.statusCode >= 500) return [`${answer.statusCode} ${asked}`];
  if (answer.statusCode < 400) return [];
  const isJson = String(answer.headers['content-type']).includes('json');
  const told = ErrorEnvelope.safeParse(isJson ? answer.json() : undefined);
  return told.success && told.data.errors.length > 0 ? [] : [`no envelope: ${asked}`];
}
