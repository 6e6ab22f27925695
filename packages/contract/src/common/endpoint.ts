/**
 * The declaration of an endpoint. The server mounts it, the client calls it, and the OpenAPI document is generated
 * from it.
 */
import { z } from 'zod';
import type { EndpointFeature } from '../settings/features.ts';
import type { DeviceCache } from './device-cache.ts';
import { limits } from './limits.ts';
import type { Permission } from './permissions.ts';
import type { Scope } from './scopes.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS';
/** The schema of endpoints without parameters, query or body. */
export const emptySchema = z.object({});

/** Chosen by the client for each request, for example a UUID. The server keeps it for ninety days. */
export const idempotencyHeader = 'idempotency-key';

/**
 * `<challenge>:<nonce>`: the solution of a proof-of-work challenge, sent with a report while many reports arrive.
 */
export const proofOfWorkHeader = 'x-waypost-proof';

/** The value of the header `Idempotency-Key`: printable ASCII. */
export const IdempotencyKey = z
  .string()
  .min(limits.idempotencyKey.min)
  .max(limits.idempotencyKey.max)
  .regex(/^[\x21-\x7e]+$/);

/** One endpoint with the schemas of its path parameters, query, body and response. */
export interface Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  A extends z.ZodType = z.ZodType,
> {
  /** Unique, verb first: `createPost`. */
  name: string;
  method: Method;
  /** Below `/api/v3`, parameters in braces: `/posts/{id}`. */
  path: string;
  summary: string;
  /** A token needs one of these scopes; null requires none. */
  scope: Scope | null;
  /** `required`: a token must be sent; an anonymous one is enough (guard "A" of API v3 §1.5). */
  token: 'optional' | 'required';
  /**
   * The caller must hold one of these permissions or be admin; an empty list admits only admins. The handler checks
   * the finer rights.
   */
  needs?: readonly Permission[];
  /** The endpoint is refused while this feature is off (API v3 §6.1). */
  feature?: EndpointFeature;
  /** Whether the request changes data. The server chooses the type of transaction by it. */
  kind: 'reads' | 'writes';
  params: P;
  query: Q;
  /** Accepts the header `Idempotency-Key`: a repeated request with the same key is executed once. */
  idempotent?: true;
  /** Undefined for methods without a body. */
  body: B;
  response: A;
  /** `multipart` bodies are read by the handler, `binary` responses are streamed. */
  transport?: 'multipart' | 'binary';
  /**
   * Requested when a client starts, which does not repeat it: under load it is refused no earlier than writes (API v3 §7.1).
   */
  neededAtStart?: true;
  /** Whether its responses may be kept on the device, and for whom; absent: never (docs/decisions/0103). */
  deviceCache?: DeviceCache;
}

type EndpointDeclaration<P, Q, B, A> = {
  name: string;
  method: Method;
  path: string;
  summary: string;
  scope: Scope | null;
  token?: 'optional' | 'required';
  needs?: readonly Permission[];
  feature?: EndpointFeature;
  params?: P;
  query?: Q;
  body?: B;
  idempotent?: true;
  response: A;
  transport?: 'multipart' | 'binary';
  neededAtStart?: true;
  deviceCache?: DeviceCache;
};

/**
 * Declares an endpoint. By default, reads need no token and writes need one.
 * The annotation below lets bundles of the browser leave out endpoints that they do not call.
 */
// @__NO_SIDE_EFFECTS__
export function defineEndpoint<
  A extends z.ZodType,
  P extends z.ZodType = typeof emptySchema,
  Q extends z.ZodType = typeof emptySchema,
  B extends z.ZodType = typeof emptySchema,
>(declaration: EndpointDeclaration<P, Q, B, A>): Endpoint<P, Q, B, A> {
  const reads = declaration.method === 'GET' || declaration.method === 'OPTIONS';
  return {
    ...declaration,
    kind: reads ? 'reads' : 'writes',
    token: declaration.token ?? (reads ? 'optional' : 'required'),
    params: declaration.params ?? (emptySchema as unknown as P),
    query: declaration.query ?? (emptySchema as unknown as Q),
    body: declaration.body ?? (emptySchema as unknown as B),
  };
}

/** What a caller sends: parameters, query and body before parsing. */
export interface EndpointInput<E extends Endpoint> {
  params: z.input<E['params']>;
  query: z.input<E['query']>;
  body: z.input<E['body']>;
}

/** What a handler receives: parameters, query and body after parsing. */
export interface EndpointRequest<E extends Endpoint> {
  params: z.output<E['params']>;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
}

/** What an endpoint returns. */
export type EndpointResponse<E extends Endpoint> = z.output<E['response']>;
