/** Calls in the name of somebody who need not be the one at the screen: a visitor's report stays a visitor's. */
import type { AnswerOf, Endpoint } from '@waypost/contract/endpoint';
import { addressOf, type CallInput, type LooseInput } from './address.ts';
import { ApiError, notReached, refusalFrom } from './api-error.ts';

export interface SendInput {
  headers?: Readonly<Record<string, string>>;
  /** Instead of a body in JSON. */
  form?: FormData;
}

/**
 * @param token of whoever sends it
 * @throws ApiError; nobody else is told of it
 */
export async function sendAs<E extends Endpoint>(
  token: string,
  endpoint: E,
  input: CallInput<E>,
  { headers, form }: SendInput = {},
): Promise<AnswerOf<E>> {
  const { body } = input as LooseInput;
  const isRead = endpoint.kind === 'reads';
  const answer = await fetch(addressOf(endpoint, input as LooseInput), {
    method: endpoint.method,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      ...(form || isRead ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(isRead ? {} : { body: form ?? JSON.stringify(body ?? {}) }),
  }).catch(() => {
    throw notReached();
  });
  if (answer.status === 204) return null as AnswerOf<E>;
  // A line that breaks in the middle of an answer says nothing about the answer.
  const told: unknown = await answer.json().catch((error: unknown) => {
    if (error instanceof SyntaxError) return undefined;
    throw notReached();
  });
  if (!answer.ok) throw refusalFrom(answer.status, told, 'save');
  const parsed = endpoint.answer.safeParse(told);
  if (!parsed.success) throw new ApiError(answer.status, [], 'unreadable');
  return parsed.data as AnswerOf<E>;
}
