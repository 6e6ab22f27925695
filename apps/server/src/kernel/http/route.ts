/**
 * From an endpoint of the contract to a mounted address. One request is one transaction: token, guards, parsing, the
 * handler, commit, and only then the answer (wire 1.5). An upload is guarded, read and prepared before that transaction
 * opens, so that neither a slow line nor a large picture keeps rows locked.
 */
import type { Readable } from 'node:stream';
import {
  type Endpoint,
  type EndpointRequest,
  type EndpointResponse,
  IdempotencyKey,
  idempotencyHeader,
} from '@waypost/contract/common/endpoint';
import { zodErrorToFieldErrors } from '@waypost/contract/common/field-errors';
import { limits } from '@waypost/contract/common/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Batchable, toBatchableRequest } from '../batching/batchable.ts';
import { type Db, inTransaction, type Tx } from '../db/database.ts';
import { TransactionHooks } from '../db/transaction-hooks.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { RequestRate } from '../limits/request-rate.ts';
import { registerAttempt, type Throttle, toNetworkPrefix } from '../limits/throttle.ts';
import { type Authorization, authorize } from '../security/authorize.ts';
import { readBearerToken, type TokenLookup } from '../security/bearer-token.ts';
import type { DeploymentState } from '../security/deployment-state.ts';
import { resourceOf } from '../security/endpoint-access.ts';
import type { Viewer } from '../security/viewer.ts';
import { UrlBuilder } from './api-format.ts';
import type { CompressedBody } from './compressed-body.ts';
import { bufferFile, type IncomingFile, readMultipart, type Upload } from './multipart.ts';
import { parseRequest } from './parse-request.ts';
import { Problem, ValidationError } from './problem.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** A JSON body before it is parsed. */
    sentText: string;
  }
}

/** The request as it came in: for what is signed. */
export interface RawRequest {
  /** Address below the server's own, with the query. */
  path: string;
  /** The body as text; empty where there was none, or it was no JSON. */
  body: string;
  header: (name: string) => string | undefined;
}

/** What a handler is given. */
export interface RequestContext<E extends Endpoint, P = undefined> extends EndpointRequest<E> {
  tx: Tx;
  viewer: Viewer;
  deploymentState: DeploymentState;
  urls: UrlBuilder;
  /** What `prepare` made. */
  prepared: P;
  /** Of endpoints that take one, if it was sent. */
  idempotencyKey: string | undefined;
  rawRequest: RawRequest;
  /** Where to say what is to be done after the commit, should it matter little whether it is: what matters is a job. */
  txHooks: TransactionHooks;
  jobs: JobQueue;
  caller: Caller;
}

/** An answer that is not JSON. */
export class BinaryResponse {
  readonly body: CompressedBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: CompressedBody, headers: Readonly<Record<string, string>>) {
    this.body = body;
    this.headers = headers;
  }
}

/** An answer that is made while it is sent. Its source opens transactions of its own: the request's is over by then. */
export class StreamedResponse {
  readonly source: Readable;
  readonly headers: Readonly<Record<string, string>>;

  constructor(source: Readable, headers: Readonly<Record<string, string>>) {
    this.source = source;
    this.headers = headers;
  }
}

/**
 * An answer that another server has to be asked for: made once the transaction is over, so that a slow one keeps no
 * connection to the database waiting.
 */
export class DeferredResponse<A> {
  readonly produce: () => Promise<A>;

  constructor(make: () => Promise<A>) {
    this.produce = make;
  }
}

export type Handler<E extends Endpoint, P = undefined> = (
  context: RequestContext<E, P>,
) => Promise<EndpointResponse<E> | BinaryResponse | StreamedResponse | DeferredResponse<EndpointResponse<E>>>;

/**
 * Work on an upload before the transaction opens.
 * @param upload undefined when no file came
 * @param outcome where to say how to undo what was done, should the transaction fail
 */
export type PrepareUpload<P> = (
  upload: Upload | undefined,
  txHooks: TransactionHooks,
  caller: Caller,
) => Promise<P>;

/** The same for a file that is worked on while it comes in, since it may be larger than memory. */
export interface UploadReceiver<P> {
  /** Bytes of the largest file. */
  maxBytes: number;
  handleFile: (file: IncomingFile, txHooks: TransactionHooks) => Promise<P>;
}

/** Who knocks, before anything is read of what they bring. */
export interface Caller {
  /** Who counts as one by network address (`callerOf`); kept nowhere as it is. */
  address: string;
  header: (name: string) => string | undefined;
  isSignedIn: () => Promise<boolean>;
  /** Id of the account that asks; null for a visitor. */
  accountId: () => Promise<number | null>;
}

/**
 * Looks at a caller before the request's own transaction, since what it counts counts whatever becomes of the request.
 * @returns what the handler is told of it, as `prepared`
 */
export type PreTransactionCheck<P> = (caller: Caller) => Promise<P>;

/**
 * What a handler always asks, by `readOncePerTransaction`: it is asked together with who is there, and the handler finds it answered.
 */
export type Prefetch = (tx: Tx) => Promise<unknown>;

/** What mounting needs to know of the rest of the server. */
export interface MountContext extends Authorization {
  app: FastifyInstance;
  db: Db;
  jobs: JobQueue;
  publicUrl: string | undefined;
  /** Finds who holds a token before the request’s own transaction. */
  tokens: TokenLookup;
  /** How often visitors may upload and report from one network address, in ten minutes; 0 is without bound. */
  visitorRateLimit: number;
  /** How many reports of visitors come in just now. */
  requestRate: RequestRate;
  /** Parse every answer with its schema and fail when it does not fit: for tests. */
  validateResponses: boolean;
  /** Every endpoint mounted so far. */
  endpoints: Endpoint[];
}

/** @throws Faults at `/Idempotency-Key` */
function idempotencyKeyIn(endpoint: Endpoint, request: FastifyRequest): string | undefined {
  const sent = endpoint.idempotent ? request.headers[idempotencyHeader] : undefined;
  if (sent === undefined) return undefined;
  const parsed = IdempotencyKey.safeParse(sent, { reportInput: true });
  if (parsed.success) return parsed.data;
  const [first] = zodErrorToFieldErrors(parsed.error);
  throw new ValidationError(resourceOf(endpoint), [{ rule: 'invalid', ...first, field: 'Idempotency-Key' }]);
}

/** One of several headers of one name would let a signature be ambiguous: those count as none. */
const toRawRequest = (request: FastifyRequest): RawRequest => ({
  path: request.raw.url ?? '',
  body: request.sentText,
  header(name) {
    const value = request.headers[name];
    return typeof value === 'string' ? value : undefined;
  },
});

/** This server's addresses as the caller reaches it. */
export function createUrlBuilder(mount: MountContext, request: FastifyRequest): UrlBuilder {
  return new UrlBuilder(mount.publicUrl ?? `${request.protocol}://${request.host}`);
}

function sendJson(reply: FastifyReply, answer: unknown): FastifyReply {
  // A write whose result the caller may not read (wire 1.3).
  if (answer === null) return reply.code(204).send();
  return reply.send(answer);
}

async function sendBinaryResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, headers }: BinaryResponse,
): Promise<FastifyReply> {
  const { etag } = headers;
  reply.headers(headers);
  if (etag !== undefined && request.headers['if-none-match'] === etag) return reply.code(304).send();
  const sent = await body.encodeFor(request);
  return reply.headers(sent.headers).send(sent.bytes);
}

/** What is done with a file, if the endpoint takes one. */
interface UploadOptions<P> {
  prepare?: PrepareUpload<P>;
  receiver?: UploadReceiver<P>;
  preTransactionCheck?: PreTransactionCheck<P>;
}

/** The fields of an upload and what was made of its file. Who may not send it is refused before it is read. */
async function takeUpload<P>(
  mount: MountContext,
  endpoint: Endpoint,
  request: FastifyRequest,
  txHooks: TransactionHooks,
  { prepare, receiver: receive }: UploadOptions<P>,
): Promise<{ fields: unknown; prepared: P | undefined }> {
  if (endpoint.transport !== 'multipart') return { fields: request.body, prepared: undefined };
  await inTransaction(mount.db, 'reads', (tx) => authorize(mount, tx, endpoint, request));
  if (receive) {
    const { upload, fields } = await readMultipart(
      request,
      (file) => receive.handleFile(file, txHooks),
      receive.maxBytes,
    );
    if (upload === undefined) throw new Problem('upload.missing-file');
    return { fields, prepared: upload };
  }
  const { upload, fields } = await readMultipart(request, bufferFile);
  // Nothing is made of a file whose form is refused anyway.
  const { validationError } = parseRequest(endpoint, request, fields);
  if (validationError) return { fields, prepared: undefined };
  return { fields, prepared: await prepare?.(upload, txHooks, buildCaller(mount, request)) };
}

/** @throws Problem 401 for a token of nobody */
async function accountOf(mount: MountContext, request: FastifyRequest): Promise<number | null> {
  const token = readBearerToken(request);
  const account = token === undefined ? null : await mount.tokens.accountOf(token);
  if (account === undefined) throw new Problem('request.bad-token');
  return account;
}

const isSignedIn = async (mount: MountContext, request: FastifyRequest): Promise<boolean> =>
  (await accountOf(mount, request)) !== null;

const buildCaller = (mount: MountContext, request: FastifyRequest): Caller => ({
  address: toNetworkPrefix(request.ip),
  header: toRawRequest(request).header,
  isSignedIn: () => isSignedIn(mount, request),
  accountId: () => accountOf(mount, request),
});

/**
 * Too many requests from one network address are not even looked at. Counted before the request's own transaction, since it
 * takes a connection of its own, and counts whatever becomes of the request.
 */
async function enforceThrottle(
  mount: MountContext,
  request: FastifyRequest,
  throttle: Throttle,
): Promise<void> {
  if (throttle.anonymousOnly && (await isSignedIn(mount, request))) return;
  const wait = await registerAttempt(mount.db, throttle, toNetworkPrefix(request.ip));
  if (wait > 0) throw new Problem('request.too-many').withRetryAfter(wait);
}

/** Mounts an endpoint. */
export function route<E extends Endpoint>(
  mount: MountContext,
  endpoint: E,
  handler: Handler<E>,
  options: Pick<RouteOptions<E, undefined>, 'throttle' | 'prefetch'> = {},
): void {
  mountRoute(mount, endpoint, options, handler);
}

/** Mounts an endpoint with a gate before it, whose requests may share a transaction. */
export function routeWithPreCheck<E extends Endpoint, P>(
  mount: MountContext,
  endpoint: E,
  preTransactionCheck: PreTransactionCheck<P>,
  handler: Handler<E, P>,
  batchable?: Batchable<E, P>,
): void {
  mountRoute(mount, endpoint, { preTransactionCheck, batchable }, handler);
}

/** Mounts an endpoint that takes a file. */
export function routeUpload<E extends Endpoint, P>(
  mount: MountContext,
  endpoint: E,
  prepare: PrepareUpload<P>,
  handler: Handler<E, P>,
  throttle?: Throttle,
): void {
  mountRoute(mount, endpoint, { prepare, throttle }, handler);
}

/** Mounts an endpoint that takes a file of any size, as it comes in. */
export function routeStreamingUpload<E extends Endpoint, P>(
  mount: MountContext,
  endpoint: E,
  receiver: UploadReceiver<P>,
  handler: Handler<E, P>,
): void {
  mountRoute(mount, endpoint, { receiver }, handler);
}

/**
 * How often visitors may do something from one network address: generous, since a whole camp or village may share one.
 * @param subject is counted: `reports`
 * @returns undefined where the operator wants no bound
 */
export const visitorThrottle = (
  { visitorRateLimit: visitorsPace }: MountContext,
  subject: string,
): Throttle | undefined =>
  visitorsPace === 0
    ? undefined
    : {
        name: `visitors ${subject}`,
        maxAttempts: visitorsPace,
        windowSeconds: limits.visitorRateLimit.windowSeconds,
        anonymousOnly: true,
      };

/** What is done around a handler. */
interface RouteOptions<E extends Endpoint, P> {
  /** How often one network address may ask; 429 beyond. */
  throttle?: Throttle | undefined;
  batchable?: Batchable<E, P> | undefined;
  prefetch?: Prefetch | undefined;
}

function mountRoute<E extends Endpoint, P>(
  mount: MountContext,
  endpoint: E,
  { throttle, batchable, prefetch, ...taking }: UploadOptions<P> & RouteOptions<E, P>,
  handler: Handler<E, P>,
): void {
  mount.endpoints.push(endpoint);
  const answerTo = async (request: FastifyRequest, txHooks: TransactionHooks) => {
    if (throttle) await enforceThrottle(mount, request, throttle);
    const passed = await taking.preTransactionCheck?.(buildCaller(mount, request));
    const { fields, prepared = passed } = await takeUpload(mount, endpoint, request, txHooks, taking);
    const addresses = createUrlBuilder(mount, request);
    const alone = () =>
      inTransaction(mount.db, endpoint.kind, async (tx) => {
        // The handler hears when it fails.
        prefetch?.(tx).catch(() => undefined);
        const known = await authorize(mount, tx, endpoint, request);
        const { input, validationError } = parseRequest(endpoint, request, fields);
        const idempotencyKey = idempotencyKeyIn(endpoint, request);
        const answer = await handler({
          ...input,
          ...known,
          tx,
          urls: addresses,
          prepared: prepared as P,
          idempotencyKey,
          rawRequest: toRawRequest(request),
          txHooks,
          jobs: mount.jobs,
          caller: buildCaller(mount, request),
        });
        // The handler had no need of what was sent with the request: it is wrong all the same.
        if (validationError) throw validationError;
        txHooks.isCommitting = true;
        return answer;
      });
    const shareable =
      batchable && toBatchableRequest(endpoint, request, { prepared: prepared as P, urls: addresses });
    return batchable && shareable ? batchable(shareable, alone) : alone();
  };
  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const txHooks = new TransactionHooks();
    const logError = (error: unknown) => request.log.error({ err: error }, 'left undone after a request');
    let answer: Awaited<ReturnType<typeof answerTo>>;
    try {
      answer = await answerTo(request, txHooks);
    } catch (error) {
      await txHooks.runAfterError(error, logError);
      throw error;
    }
    await txHooks.run(true, logError);
    if (answer instanceof BinaryResponse) return sendBinaryResponse(request, reply, answer);
    if (answer instanceof StreamedResponse) return reply.headers(answer.headers).send(answer.source);
    const responseBody: unknown = answer instanceof DeferredResponse ? await answer.produce() : answer;
    return sendJson(reply, mount.validateResponses ? endpoint.response.parse(responseBody) : responseBody);
  };
  mount.app.route({
    method: endpoint.method,
    url: `/api/v3${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
    handler: handle,
  });
}
