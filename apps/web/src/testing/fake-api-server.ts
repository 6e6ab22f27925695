/**
 * The fake API for component tests: a real HTTP server on the loopback address. Requests and responses are parsed with the
 * contract's schemas, so that a test cannot send or expect anything that the API does not have.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Endpoint, EndpointRequest } from '@waypost/contract/common/endpoint';
import type { ErrorEnvelope } from '@waypost/contract/common/error-envelope';
import { zodErrorToFieldErrors } from '@waypost/contract/common/field-errors';
import {
  buildProblemEnvelope,
  buildValidationEnvelope,
  type FieldError,
  type ProblemCode,
} from '@waypost/contract/common/problems';
import { Token, tokenErrors } from '@waypost/contract/users/oauth';
import type { z } from 'zod';

/** A response that is not a success: an error of the API, or with status 0 a connection that breaks without a response. */
export class FailedResponse {
  readonly status: number;
  readonly body: ErrorEnvelope | null;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, body: ErrorEnvelope | null, headers: Readonly<Record<string, string>> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** An error of the API by its code, such as `request.refused` (403) or `server.busy` (503). */
export function createProblemResponse(
  code: ProblemCode,
  params: Record<string, string | number> = {},
  headers: Readonly<Record<string, string>> = {},
): FailedResponse {
  const body = buildProblemEnvelope(code, params);
  return new FailedResponse(body.errors[0]?.status ?? 500, body, headers);
}

/** A 422 response with field errors, as the server sends it. */
export const createValidationResponse = (...errors: readonly FieldError[]): FailedResponse =>
  new FailedResponse(422, buildValidationEnvelope('test', errors));

/** The connection breaks without a response. */
export const disconnectedResponse = new FailedResponse(0, null);

/** An error response of a server or proxy that is not part of this API. */
export const createForeignResponse = (status: number): FailedResponse => new FailedResponse(status, null);

/** A parsed request, as a handler gets it. */
export interface ApiRequest<E extends Endpoint = Endpoint> extends EndpointRequest<E> {
  /** The query as it was sent, for lists whose schema transforms it. */
  search: URLSearchParams;
  headers: IncomingMessage['headers'];
}

type FakeResponse<E extends Endpoint> = z.input<E['response']> | FailedResponse;
type Handler<E extends Endpoint> = (request: ApiRequest<E>) => FakeResponse<E> | Promise<FakeResponse<E>>;

interface MountedEndpoint {
  endpoint: Endpoint;
  pattern: RegExp;
  handler: Handler<Endpoint>;
  requests: ApiRequest[];
}

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

/** `/posts/{id}` as a regular expression with named groups. */
const buildPathPattern = (path: string) =>
  new RegExp(`^/api/v3${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);

/** Parses `status[]=draft&limit=20` as the server's router does. */
function parseQuery(search: URLSearchParams): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  for (const key of new Set(search.keys())) {
    const values = search.getAll(key);
    const isList = key.endsWith('[]') || values.length > 1;
    query[key.replace(/\[\]$/, '')] = isList ? values : (values[0] ?? '');
  }
  return query;
}

const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*, authorization, content-type, idempotency-key, x-waypost-proof',
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
};

/** The fake API server; one per test process. */
export class FakeApiServer {
  #server: Server;
  #mounted = new Map<string, MountedEndpoint>();
  #testMistakes: string[] = [];
  #testNumber = 1;
  /** Those that are not sent. */
  #pendingResponses = new Set<ServerResponse>();
  #tokenHandler: (() => keyof typeof tokenErrors | Token | FailedResponse) | null = null;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#pendingResponses.add(response);
      response.once('close', () => this.#pendingResponses.delete(response));
      this.#serve(request, response).catch((error: unknown) => {
        this.#testMistakes.push(String(error));
        response.destroy();
      });
    });
  }

  static async start(): Promise<FakeApiServer> {
    const fakeServer = new FakeApiServer();
    fakeServer.#server.listen(0, '127.0.0.1');
    await once(fakeServer.#server, 'listening');
    // The test process ends without closing it.
    fakeServer.#server.unref();
    return fakeServer;
  }

  /** Such as `http://127.0.0.1:40123/4`. Each test has its own, so that late requests of an earlier test get no response. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${this.#testNumber}`;
  }

  /**
   * Registers the handler of an endpoint; replaces an earlier one.
   * @param handler gets the parsed request; its result is checked with the endpoint's schema
   */
  on<E extends Endpoint>(endpoint: E, handler: Handler<E>): void {
    const requests = this.#mounted.get(endpoint.name)?.requests ?? [];
    this.#mounted.set(endpoint.name, {
      endpoint,
      pattern: buildPathPattern(endpoint.path),
      handler,
      requests,
    });
  }

  /** Registers a handler unless the test already has one. */
  onDefault<E extends Endpoint>(endpoint: E, handler: Handler<E>): void {
    if (!this.#mounted.has(endpoint.name)) this.on(endpoint, handler);
  }

  /** Registers the handler of token requests, which have an error format of their own. */
  onToken(handler: () => keyof typeof tokenErrors | Token | FailedResponse): void {
    this.#tokenHandler = handler;
  }

  /** Parsed requests to an endpoint since the test began; requests that the schema rejects are not among them. */
  requests<E extends Endpoint>(endpoint: E): ApiRequest<E>[] {
    return this.#mounted.get(endpoint.name)?.requests ?? [];
  }

  /** Removes all handlers and requests. @returns mistakes of the test: unexpected requests, responses that do not fit the API */
  reset(): string[] {
    this.#mounted.clear();
    this.#testNumber += 1;
    this.#tokenHandler = null;
    // Idle connections stay: the next test may send its first requests on them.
    for (const response of this.#pendingResponses) response.destroy();
    return this.#testMistakes.splice(0);
  }

  #findEndpoint(
    method: string,
    path: string,
  ): { mounted: MountedEndpoint; params: Record<string, string> } | undefined {
    const matches = [...this.#mounted.values()].flatMap((mounted) => {
      const match = mounted.endpoint.method === method ? mounted.pattern.exec(path) : null;
      return match ? [{ mounted, params: { ...match.groups } }] : [];
    });
    // `/users/me` takes precedence over `/users/{id}`.
    return matches.toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0];
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    const prefix = `/${this.#testNumber}`;
    if (!url.startsWith(`${prefix}/`)) return void response.destroy();
    const { pathname, searchParams } = new URL(url.slice(prefix.length), this.url);
    const raw = await readBody(request);
    if (method === 'OPTIONS') return void response.writeHead(204, corsHeaders).end();
    // Polled after a 503 until the server is available.
    if (pathname === '/health/ready') return void response.writeHead(200, corsHeaders).end();
    // A logout, which does not wait for the response.
    if (pathname === '/oauth/token' && method === 'DELETE')
      return void response.writeHead(204, corsHeaders).end();
    if (pathname === '/oauth/token' && this.#tokenHandler) return sendToken(response, this.#tokenHandler());
    const match = this.#findEndpoint(method, decodeURI(pathname));
    if (!match) {
      this.#testMistakes.push(`unexpected request: ${method} ${url}`);
      return sendFailure(response, createProblemResponse('request.no-route'));
    }
    const { endpoint, handler, requests } = match.mounted;
    const input = await readInput(endpoint, { params: match.params, search: searchParams, raw, headers });
    if (input instanceof FailedResponse) return sendFailure(response, input);
    requests.push(input);
    const responseBody = await handler(input);
    if (responseBody instanceof FailedResponse) return sendFailure(response, responseBody);
    if (!endpoint.transport || endpoint.transport === 'multipart') {
      const parsed = endpoint.response.safeParse(responseBody);
      if (!parsed.success)
        this.#testMistakes.push(`response of ${endpoint.name} does not fit the API: ${parsed.error.message}`);
    }
    if (responseBody === null) return void response.writeHead(204, corsHeaders).end();
    response.writeHead(200, { ...corsHeaders, 'content-type': 'application/json' });
    response.end(JSON.stringify(responseBody));
  }
}

interface IncomingCall {
  params: Record<string, string>;
  search: URLSearchParams;
  raw: Buffer;
  headers: IncomingMessage['headers'];
}

/** The parsed request, or the 422 that the server would send. */
async function readInput(
  endpoint: Endpoint,
  { params, search, raw, headers }: IncomingCall,
): Promise<ApiRequest | FailedResponse> {
  const type = headers['content-type'] ?? '';
  const body: unknown =
    endpoint.transport === 'multipart'
      ? await new Response(new Uint8Array(raw), { headers: { 'content-type': type } }).formData()
      : raw.length > 0
        ? JSON.parse(raw.toString())
        : {};
  const parsed = {
    params: endpoint.params.safeParse(params, { reportInput: true }),
    query: endpoint.query.safeParse(parseQuery(search), { reportInput: true }),
    body:
      endpoint.transport === 'multipart'
        ? { success: true as const, data: body }
        : endpoint.body.safeParse(body, { reportInput: true }),
  };
  for (const part of Object.values(parsed))
    if (!part.success) return createValidationResponse(...zodErrorToFieldErrors(part.error));
  return {
    params: parsed.params.data,
    query: parsed.query.data,
    body: parsed.body.data,
    search,
    headers,
  };
}

function sendToken(
  response: ServerResponse,
  result: keyof typeof tokenErrors | Token | FailedResponse,
): void {
  if (result instanceof FailedResponse) return sendFailure(response, result);
  const isError = typeof result === 'string';
  response.writeHead(isError ? tokenErrors[result].status : 200, {
    ...corsHeaders,
    'content-type': 'application/json',
  });
  const body = isError ? { error: result, message: tokenErrors[result].message } : Token.parse(result);
  response.end(JSON.stringify(body));
}

function sendFailure(response: ServerResponse, { status, body, headers }: FailedResponse): void {
  if (status === 0) {
    response.destroy();
    return;
  }
  response.writeHead(status, { ...corsHeaders, 'content-type': 'application/json', ...headers });
  response.end(body ? JSON.stringify(body) : '<html>');
}
