/** Requests that may be answered together with others, in one transaction for all. */
import {
  type Endpoint,
  type EndpointRequest,
  type EndpointResponse,
  IdempotencyKey,
  idempotencyHeader,
} from '@waypost/contract/common/endpoint';
import type { FastifyRequest } from 'fastify';
import type { UrlBuilder } from '../http/api-format.ts';
import { readBearerToken } from '../security/bearer-token.ts';

/** A request before its transaction, for endpoints whose requests may share one. */
export interface BatchableRequest<E extends Endpoint, P> {
  body: EndpointRequest<E>['body'];
  token: string | undefined;
  idempotencyKey: string | undefined;
  prepared: P;
  urls: UrlBuilder;
}

/**
 * Answers a request, together with others or in a transaction of its own.
 * @param alone does the latter; also what tells what is wrong with a request
 */
export type Batchable<E extends Endpoint, P> = <Other>(
  asked: BatchableRequest<E, P>,
  alone: () => Promise<EndpointResponse<E> | Other>,
) => Promise<EndpointResponse<E> | Other>;

/** Undefined where it could not be read: what is wrong with it is told by the request's own transaction. */
export function toBatchableRequest<E extends Endpoint, P>(
  endpoint: E,
  request: FastifyRequest,
  context: Pick<BatchableRequest<E, P>, 'prepared' | 'urls'>,
): BatchableRequest<E, P> | undefined {
  const body = endpoint.body.safeParse(request.body ?? {});
  const key = IdempotencyKey.optional().safeParse(request.headers[idempotencyHeader]);
  if (!body.success || !key.success) return undefined;
  const parsed = body.data as EndpointRequest<E>['body'];
  return { ...context, body: parsed, token: readBearerToken(request), idempotencyKey: key.data };
}
