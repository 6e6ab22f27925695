/** Requests that may be answered together with others in one transaction. */
import {
  type Endpoint,
  type EndpointRequest,
  type EndpointResponse,
  IdempotencyKey,
  idempotencyHeader,
} from '@waypost/contract/common/endpoint';
import type { FastifyRequest } from 'fastify';
import type { UrlBuilder } from '../http/api-format.ts';
import { findInputError } from '../http/invalid-input.ts';
import { readBearerToken } from '../security/bearer-token.ts';

/** A parsed request before its transaction, for endpoints whose requests may share one. */
export interface BatchableRequest<E extends Endpoint, P> {
  body: EndpointRequest<E>['body'];
  token: string | undefined;
  idempotencyKey: string | undefined;
  prepared: P;
  urls: UrlBuilder;
}

/**
 * Answers a request together with others, or in a transaction of its own.
 * @param runAlone answers it in its own transaction, which also reports what is wrong with it
 */
export type Batchable<E extends Endpoint, P> = <Other>(
  request: BatchableRequest<E, P>,
  runAlone: () => Promise<EndpointResponse<E> | Other>,
) => Promise<EndpointResponse<E> | Other>;

/** Parses a request. @returns undefined when it is invalid: its own transaction reports what is wrong with it */
export function toBatchableRequest<E extends Endpoint, P>(
  endpoint: E,
  request: FastifyRequest,
  context: Pick<BatchableRequest<E, P>, 'prepared' | 'urls'>,
): BatchableRequest<E, P> | undefined {
  if (findInputError(request.body)) return undefined;
  const body = endpoint.body.safeParse(request.body ?? {});
  const key = IdempotencyKey.optional().safeParse(request.headers[idempotencyHeader]);
  if (!body.success || !key.success) return undefined;
  return {
    ...context,
    body: body.data as EndpointRequest<E>['body'],
    token: readBearerToken(request),
    idempotencyKey: key.data,
  };
}
