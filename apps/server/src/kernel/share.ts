/** Requests that may be answered together with others, in one transaction for all. */
import {
  type AnswerOf,
  type Endpoint,
  IdempotencyKey,
  idempotencyHeader,
  type ParsedOf,
} from '@waypost/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { bearerOf } from './bearer.ts';
import type { Addresses } from './wire.ts';

/** A request before its transaction, for endpoints whose requests may share one. */
export interface Shareable<E extends Endpoint, P> {
  body: ParsedOf<E>['body'];
  token: string | undefined;
  idempotencyKey: string | undefined;
  prepared: P;
  addresses: Addresses;
}

/**
 * Answers a request, together with others or in a transaction of its own.
 * @param alone does the latter; also what tells what is wrong with a request
 */
export type Share<E extends Endpoint, P> = <Other>(
  asked: Shareable<E, P>,
  alone: () => Promise<AnswerOf<E> | Other>,
) => Promise<AnswerOf<E> | Other>;

/** Undefined where it could not be read: what is wrong with it is told by the request's own transaction. */
export function shareableOf<E extends Endpoint, P>(
  endpoint: E,
  request: FastifyRequest,
  asked: Pick<Shareable<E, P>, 'prepared' | 'addresses'>,
): Shareable<E, P> | undefined {
  const body = endpoint.body.safeParse(request.body ?? {});
  const key = IdempotencyKey.optional().safeParse(request.headers[idempotencyHeader]);
  if (!body.success || !key.success) return undefined;
  const parsed = body.data as ParsedOf<E>['body'];
  return { ...asked, body: parsed, token: bearerOf(request), idempotencyKey: key.data };
}
