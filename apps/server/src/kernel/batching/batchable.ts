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
import { Problem } from '../http/problem.ts';
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

/** Undefined for a body that is no JSON (`createInvalidInput`). */
function parseBody(endpoint: Endpoint, { body }: FastifyRequest) {
  try {
    return endpoint.body.safeParse(body ?? {});
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** Parses a request. @returns undefined when it is invalid: its own transaction reports what is wrong with it */
export function toBatchableRequest<E extends Endpoint, P>(
  endpoint: E,
  request: FastifyRequest,
  context: Pick<BatchableRequest<E, P>, 'prepared' | 'urls'>,
): BatchableRequest<E, P> | undefined {
  const body = parseBody(endpoint, request);
  const key = IdempotencyKey.optional().safeParse(request.headers[idempotencyHeader]);
  if (!body?.success || !key.success) return undefined;
  return {
    ...context,
    body: body.data as EndpointRequest<E>['body'],
    token: readBearerToken(request),
    idempotencyKey: key.data,
  };
}
