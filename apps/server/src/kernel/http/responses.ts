/** Kinds of responses, and how they are sent. */
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { CompressedBody } from './compressed-body.ts';

/** A response that is not JSON. */
export class BinaryResponse {
  readonly body: CompressedBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: CompressedBody, headers: Readonly<Record<string, string>>) {
    this.body = body;
    this.headers = headers;
  }
}

/** A response that is produced while it is sent. Its source opens its own transactions: the request's has ended by then. */
export class StreamedResponse {
  readonly source: Readable;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;

  constructor(source: Readable, headers: Readonly<Record<string, string>>, status = 200) {
    this.source = source;
    this.headers = headers;
    this.status = status;
  }
}

/** A response that needs another server: produced after the transaction, so that it holds no database connection. */
export class DeferredResponse<A> {
  readonly produce: () => Promise<A>;

  constructor(produce: () => Promise<A>) {
    this.produce = produce;
  }
}

/** A response as JSON. */
export class SerializedResponse {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}

const toJson = (response: unknown, schema: z.ZodType | undefined): string =>
  JSON.stringify(schema ? schema.parse(response) : response);

/**
 * Serializes a response before it is sent.
 * @param schema parses it first, if there is one
 * @returns a response without JSON, or whose JSON is produced later, as it is
 * @throws when it cannot be serialized, or does not match the schema
 */
export const serializeResponse = <R>(response: R, schema: z.ZodType | undefined): R | SerializedResponse =>
  [BinaryResponse, StreamedResponse, DeferredResponse].some((type) => response instanceof type)
    ? response
    : new SerializedResponse(toJson(response, schema));

/** Sends JSON; null as 204: a write whose result the caller may not read (API v3 §1.3). @throws as `serializeResponse` */
export function sendJson(
  reply: FastifyReply,
  response: unknown,
  schema: z.ZodType | undefined,
): FastifyReply {
  const json = response instanceof SerializedResponse ? response.json : toJson(response, schema);
  if (json === 'null') return reply.code(204).send();
  return reply.type('application/json; charset=utf-8').send(json);
}

/** Sends a binary response, compressed as the client accepts it; 304 if the client has it. */
export async function sendBinaryResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, headers }: BinaryResponse,
): Promise<FastifyReply> {
  const { etag } = headers;
  reply.headers(headers);
  if (etag !== undefined && request.headers['if-none-match'] === etag) return reply.code(304).send();
  const encoded = await body.encodeFor(request);
  return reply.headers(encoded.headers).send(encoded.bytes);
}
