/**
 * What an endpoint is: one declaration that the server mounts, the client calls, and the OpenAPI document is made from.
 */
import { z } from 'zod';
import { limits } from './limits.ts';
import type { Permission } from './permissions.ts';
import type { Scope } from './scopes.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS';
const emptySchema = z.object({});

/** Made on the device for each thing that is sent, such as a UUID; kept for ninety days. */
export const idempotencyHeader = 'idempotency-key';

/** `<challenge>:<nonce>`: the answer to a challenge, sent with a report while very many come in. */
export const proofOfWorkHeader = 'x-waypost-proof';

export const IdempotencyKey = z
  .string()
  .min(limits.idempotencyKey.min)
  .max(limits.idempotencyKey.max)
  .regex(/^[\x21-\x7e]+$/);

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
  /** Any one of these scopes opens the address to a token; null asks for none. */
  scope: Scope | null;
  /** `required`: some token, an anonymous one too, must be sent (guard "A" of wire 1.5). */
  token: 'optional' | 'required';
  /** The caller must hold one of these, or be admin; of an empty list, be admin. Finer rights are asked by the action. */
  needs?: readonly Permission[];
  /** Whether the request changes anything; the server opens its transaction by it. */
  kind: 'reads' | 'writes';
  params: P;
  query: Q;
  /** Takes the header `Idempotency-Key`: the same request sent again with the same key is carried out once. */
  idempotent?: true;
  /** Undefined for methods without a body. */
  body: B;
  response: A;
  /** `multipart` bodies are read by the action, `binary` answers are streamed. */
  transport?: 'multipart' | 'binary';
}

type EndpointDeclaration<P, Q, B, A> = {
  name: string;
  method: Method;
  path: string;
  summary: string;
  scope: Scope | null;
  token?: 'optional' | 'required';
  needs?: readonly Permission[];
  params?: P;
  query?: Q;
  body?: B;
  idempotent?: true;
  response: A;
  transport?: 'multipart' | 'binary';
};

/** Declares an endpoint. Reads are open to callers without a token unless said otherwise, writes need one. */
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

/** What a caller sends. */
export interface EndpointInput<E extends Endpoint> {
  params: z.input<E['params']>;
  query: z.input<E['query']>;
  body: z.input<E['body']>;
}

/** What a handler gets: the same, parsed. */
export interface EndpointRequest<E extends Endpoint> {
  params: z.output<E['params']>;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
}

/** What comes back. */
export type EndpointResponse<E extends Endpoint> = z.output<E['response']>;
