/**
 * The API as a component test plays it: a real HTTP server on the loopback address. Requests and answers are parsed with the
 * contract's schemas, so that a test cannot send or expect anything that the API does not have.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Endpoint, EndpointRequest } from '@waypost/contract/common/endpoint';
import { zodErrorToFieldErrors } from '@waypost/contract/common/field-errors';
import {
  buildProblemEnvelope,
  buildValidationEnvelope,
  type ErrorEnvelope,
  type FieldError,
  type ProblemCode,
} from '@waypost/contract/common/problems';
import { Token, tokenErrors } from '@waypost/contract/users/oauth';
import type { z } from 'zod';

/** An answer that is no success: an error of the API, or a connection that breaks before one is sent. */
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

/** A 422 that names fields, as the server sends it. */
export const createValidationResponse = (...errors: readonly FieldError[]): FailedResponse =>
  new FailedResponse(422, buildValidationEnvelope('test', errors));

/** The connection breaks without an answer. */
export const disconnectedResponse = new FailedResponse(0, null);

/** An answer of some server or proxy that is not of this API. */
export const createForeignResponse = (status: number): FailedResponse => new FailedResponse(status, null);

export interface ApiRequest<E extends Endpoint = Endpoint> extends EndpointRequest<E> {
  /** The query as it was sent, for those lists whose schema turns it into something else. */
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

/** `/posts/{id}` as a pattern with named groups. */
const buildPathPattern = (path: string) =>
  new RegExp(`^/api/v3${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);

/** `status[]=draft&limit=20` as the server's router reads it. */
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

export class FakeApiServer {
  #server: Server;
  #mounted = new Map<string, MountedEndpoint>();
  #testMistakes: string[] = [];
  #testNumber = 1;
  #tokenHandler: (() => keyof typeof tokenErrors | Token | FailedResponse) | null = null;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        this.#testMistakes.push(String(error));
        response.destroy();
      });
    });
  }

  static async start(): Promise<FakeApiServer> {
    const it = new FakeApiServer();
    it.#server.listen(0, '127.0.0.1');
    await once(it.#server, 'listening');
    // The tests' process ends without closing it.
    it.#server.unref();
    return it;
  }

  /** Such as `http://127.0.0.1:40123/4`: each test has its own, so that what an earlier one left behind is not answered. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${this.#testNumber}`;
  }

  /**
   * From now on answers requests to this endpoint; replaces what answered them before.
   * @param handler given the parsed request; what it returns is checked with the endpoint's schema
   */
  on<E extends Endpoint>(endpoint: E, handler: Handler<E>): void {
    const requests = this.#mounted.get(endpoint.name)?.requests ?? [];
    this.#mounted.set(endpoint.name, {
      endpoint,
      pattern: buildPathPattern(endpoint.path),
      handler: handler,
      requests,
    });
  }

  /** Answers so unless the test says otherwise. */
  onDefault<E extends Endpoint>(endpoint: E, handler: Handler<E>): void {
    if (!this.#mounted.has(endpoint.name)) this.on(endpoint, handler);
  }

  /** Answers requests for a token, which have an error shape of their own. */
  onToken(handler: () => keyof typeof tokenErrors | Token | FailedResponse): void {
    this.#tokenHandler = handler;
  }

  /** What was sent to an endpoint since the test began, parsed; requests that the schema refuses are not among them. */
  requests<E extends Endpoint>(endpoint: E): ApiRequest<E>[] {
    return this.#mounted.get(endpoint.name)?.requests ?? [];
  }

  /** Forgets every handler and request. @returns what a test did wrong: unexpected requests, answers that are not of the API */
  reset(): string[] {
    this.#mounted.clear();
    this.#testNumber += 1;
    this.#tokenHandler = null;
    this.#server.closeAllConnections();
    return this.#testMistakes.splice(0);
  }

  #findEndpoint(
    method: string,
    path: string,
  ): { it: MountedEndpoint; params: Record<string, string> } | undefined {
    const found = [...this.#mounted.values()].flatMap((it) => {
      const match = it.endpoint.method === method ? it.pattern.exec(path) : null;
      return match ? [{ it, params: { ...match.groups } }] : [];
    });
    // `/users/me` stands before `/users/{id}`.
    return found.toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0];
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    const prefix = `/${this.#testNumber}`;
    if (!url.startsWith(`${prefix}/`)) return void response.destroy();
    const { pathname, searchParams } = new URL(url.slice(prefix.length), this.url);
    const raw = await readBody(request);
    if (method === 'OPTIONS') return void response.writeHead(204, corsHeaders).end();
    // Asked again and again after a 503, until the server is there.
    if (pathname === '/health/ready') return void response.writeHead(200, corsHeaders).end();
    // A logout, which waits for no answer.
    if (pathname === '/oauth/token' && method === 'DELETE')
      return void response.writeHead(204, corsHeaders).end();
    if (pathname === '/oauth/token' && this.#tokenHandler) return sendToken(response, this.#tokenHandler());
    const found = this.#findEndpoint(method, decodeURI(pathname));
    if (!found) {
      this.#testMistakes.push(`unexpected request: ${method} ${url}`);
      return sendFailure(response, createProblemResponse('request.no-route'));
    }
    const { it, params } = found;
    const input = await readInput(it.endpoint, { params, search: searchParams, raw, headers });
    if (input instanceof FailedResponse) return sendFailure(response, input);
    it.requests.push(input);
    const answer = await it.handler(input);
    if (answer instanceof FailedResponse) return sendFailure(response, answer);
    if (!it.endpoint.transport || it.endpoint.transport === 'multipart') {
      const checked = it.endpoint.response.safeParse(answer);
      if (!checked.success)
        this.#testMistakes.push(`answer of ${it.endpoint.name} is not of the API: ${checked.error.message}`);
    }
    if (answer === null) return void response.writeHead(204, corsHeaders).end();
    response.writeHead(200, { ...corsHeaders, 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
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
  answer: keyof typeof tokenErrors | Token | FailedResponse,
): void {
  if (answer instanceof FailedResponse) return sendFailure(response, answer);
  const isError = typeof answer === 'string';
  response.writeHead(isError ? tokenErrors[answer].status : 200, {
    ...corsHeaders,
    'content-type': 'application/json',
  });
  const body = isError ? { error: answer, message: tokenErrors[answer].message } : Token.parse(answer);
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
