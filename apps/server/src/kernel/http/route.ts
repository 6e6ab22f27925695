/**
 * Mounts the endpoints of the contract. One request is one transaction: authentication, authorization, parsing, the handler,
 * commit, and only then the response (API v3 §1.5). An upload is authorized, read and prepared before that transaction opens,
 * so that neither a slow network nor a large picture keeps rows locked.
 */
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
import { retryAfterDeletion } from '../db/retry-after-deletion.ts';
import { TransactionHooks } from '../db/transaction-hooks.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { RequestRate } from '../limits/request-rate.ts';
import { requireAttempt, type Throttle, toNetworkPrefix } from '../limits/throttle.ts';
import { type Authorization, authorize } from '../security/authorize.ts';
import { readBearerToken, type TokenLookup } from '../security/bearer-token.ts';
import type { DeploymentState } from '../security/deployment-state.ts';
import { resourceOf } from '../security/endpoint-access.ts';
import type { Viewer } from '../security/viewer.ts';
import { UrlBuilder } from './api-format.ts';
import { refuseInvalidInput } from './invalid-input.ts';
import { bufferFile, type IncomingFile, readMultipart, type Upload } from './multipart.ts';
import { parseRequest, refuseOtherBodyTypes } from './parse-request.ts';
import { Problem, ValidationError } from './problem.ts';
import {
  BinaryResponse,
  DeferredResponse,
  StreamedResponse,
  sendBinaryResponse,
  sendJson,
  serializeResponse,
} from './responses.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The text of a JSON body before it is parsed. */
    rawBody: string;
  }

  interface FastifyContextConfig {
    /** The declaration of the route; absent for routes outside the API. */
    endpoint?: Endpoint;
  }
}

/** The request as it was received, for checking signatures. */
export interface RawRequest {
  /** `HEAD` for a `HEAD` request, which a `GET` endpoint answers too. */
  method: string;
  /** Path and query. */
  path: string;
  /** The JSON body as text; empty for any other body. */
  body: string;
  header: (name: string) => string | undefined;
}

/** The argument of a handler: the parsed request and what it needs to answer it. */
export interface RequestContext<E extends Endpoint, P = undefined> extends EndpointRequest<E> {
  tx: Tx;
  viewer: Viewer;
  deploymentState: DeploymentState;
  urls: UrlBuilder;
  /** The result of `PrepareUpload`, `UploadReceiver` or `PreTransactionCheck`. */
  prepared: P;
  /** For idempotent endpoints, if the header was sent. */
  idempotencyKey: string | undefined;
  rawRequest: RawRequest;
  /** Work after the commit or the rollback. It is lost when the process dies; work that must be done is a job. */
  txHooks: TransactionHooks;
  jobs: JobQueue;
  caller: Caller;
}

/**
 * Answers the requests of one endpoint, inside the transaction of the request. It is called once more, in a new transaction, when
 * a row that it refers to was deleted meanwhile (`retryAfterDeletion`).
 */
export type Handler<E extends Endpoint, P = undefined> = (
  context: RequestContext<E, P>,
) => Promise<EndpointResponse<E> | BinaryResponse | StreamedResponse | DeferredResponse<EndpointResponse<E>>>;

/**
 * Processes an upload before the transaction opens.
 * @param upload undefined when no file was sent
 * @param txHooks where to register how to undo the work if the transaction fails
 */
export type PrepareUpload<P> = (
  upload: Upload | undefined,
  txHooks: TransactionHooks,
  caller: Caller,
) => Promise<P>;

/** Processes a file while it is received, since it may be larger than memory. */
export interface UploadReceiver<P> {
  /** Largest file in bytes. */
  maxBytes: number;
  handleFile: (file: IncomingFile, txHooks: TransactionHooks) => Promise<P>;
}

/** The client of a request. */
export interface Caller {
  /** IPv4 address or IPv6 network (`toNetworkPrefix`). It is never stored. */
  address: string;
  header: (name: string) => string | undefined;
  /** Characters of the JSON body; 0 for any other body. */
  bodyLength: number;
  isSignedIn: () => Promise<boolean>;
  /** Id of the signed-in account; null for a visitor. */
  accountId: () => Promise<number | null>;
}

/**
 * Checks a caller before the request's own transaction, so that its counters stay when the request fails.
 * @returns passed to the handler as `prepared`
 */
export type PreTransactionCheck<P> = (caller: Caller) => Promise<P>;

/** A query that the handler makes through `readOncePerTransaction`: it is sent together with the authentication. */
export type Prefetch = (tx: Tx) => Promise<unknown>;

/** What mounting needs from the rest of the server. */
export interface MountContext extends Authorization {
  app: FastifyInstance;
  db: Db;
  jobs: JobQueue;
  publicUrl: string | undefined;
  /** Finds the account of a token before the request's own transaction. */
  tokens: TokenLookup;
  /** Uploads and reports of visitors from one network address in ten minutes; 0 is unlimited. */
  visitorRateLimit: number;
  /** Current rate of reports from visitors. */
  requestRate: RequestRate;
  /** Parse every response with its schema and fail when it does not match: for tests. */
  validateResponses: boolean;
  /**
   * Records that a response contained hidden authors or contacts of this many posts and messages.
   * @param userId account of the caller
   */
  recordPersonalDataReads: (userId: number, count: number) => Promise<void>;
  /** Every endpoint that is mounted already. */
  endpoints: Endpoint[];
}

/** @throws ValidationError at `Idempotency-Key` */
function readIdempotencyKey(endpoint: Endpoint, request: FastifyRequest): string | undefined {
  const header = endpoint.idempotent ? request.headers[idempotencyHeader] : undefined;
  if (header === undefined) return undefined;
  const parsed = IdempotencyKey.safeParse(header, { reportInput: true });
  if (parsed.success) return parsed.data;
  const [first] = zodErrorToFieldErrors(parsed.error);
  throw new ValidationError(resourceOf(endpoint), [{ rule: 'invalid', ...first, field: 'Idempotency-Key' }]);
}

/** A header that was sent more than once makes a signature ambiguous: it counts as absent. */
const toRawRequest = (request: FastifyRequest): RawRequest => ({
  method: request.method,
  path: request.raw.url ?? '',
  body: request.rawBody,
  header(name) {
    const value = request.headers[name];
    return typeof value === 'string' ? value : undefined;
  },
});

/** Builds URLs of this server as the caller reaches it. */
export function createUrlBuilder(mount: MountContext, request: FastifyRequest): UrlBuilder {
  return new UrlBuilder(mount.publicUrl ?? `${request.protocol}://${request.host}`);
}

/** What happens before the transaction of a request. */
interface UploadOptions<P> {
  prepare?: PrepareUpload<P>;
  receiver?: UploadReceiver<P>;
  preTransactionCheck?: PreTransactionCheck<P>;
}

/** Reads the fields of a multipart request and processes its file. Authorization comes before the body is read. */
async function receiveUpload<P>(
  mount: MountContext,
  endpoint: Endpoint,
  request: FastifyRequest,
  txHooks: TransactionHooks,
  { prepare, receiver }: UploadOptions<P>,
): Promise<{ fields: unknown; prepared: P | undefined }> {
  if (endpoint.transport !== 'multipart') return { fields: request.body, prepared: undefined };
  await inTransaction(mount.db, 'reads', (tx) => authorize(mount, tx, endpoint, request));
  if (receiver) {
    const { upload, fields } = await readMultipart(
      request,
      (file) => receiver.handleFile(file, txHooks),
      receiver.maxBytes,
    );
    if (upload === undefined) throw new Problem('upload.missing-file');
    return { fields, prepared: upload };
  }
  const { upload, fields } = await readMultipart(request, bufferFile);
  // The file of an invalid form is not processed.
  const { inputError } = parseRequest(endpoint, request, fields);
  if (inputError) return { fields, prepared: undefined };
  return { fields, prepared: await prepare?.(upload, txHooks, buildCaller(mount, request)) };
}

/** Id of the account of the token; null for a visitor. @throws Problem 401 for an unknown token */
async function readAccountId(mount: MountContext, request: FastifyRequest): Promise<number | null> {
  const token = readBearerToken(request);
  const account = token === undefined ? null : await mount.tokens.accountOf(token);
  if (account === undefined) throw new Problem('request.bad-token');
  return account;
}

const isSignedIn = async (mount: MountContext, request: FastifyRequest): Promise<boolean> =>
  (await readAccountId(mount, request)) !== null;

const buildCaller = (mount: MountContext, request: FastifyRequest): Caller => ({
  address: toNetworkPrefix(request.ip),
  header: toRawRequest(request).header,
  bodyLength: request.rawBody.length,
  isSignedIn: () => isSignedIn(mount, request),
  accountId: () => readAccountId(mount, request),
});

/** Counts before the transaction, on its own connection, so that a request that fails counts too. @throws Problem 429 */
async function enforceThrottle(
  mount: MountContext,
  endpoint: Endpoint,
  request: FastifyRequest,
  throttle: Throttle,
): Promise<void> {
  if (throttle.anonymousOnly && (await isSignedIn(mount, request))) return;
  if (throttle.validInputOnly && parseRequest(endpoint, request, request.body).inputError) return;
  await requireAttempt(mount.db, throttle, toNetworkPrefix(request.ip));
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

/** Mounts an endpoint with a check before the transaction; its requests may share a transaction (`batchable`). */
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

/** Mounts an endpoint that takes a file of any size and processes it while it is received. */
export function routeStreamingUpload<E extends Endpoint, P>(
  mount: MountContext,
  endpoint: E,
  receiver: UploadReceiver<P>,
  handler: Handler<E, P>,
): void {
  mountRoute(mount, endpoint, { receiver }, handler);
}

/**
 * Limit for visitors from one network address: generous, since a whole camp or village may share one.
 * @param subject what is counted: `reports`
 * @returns undefined when the operator set no limit
 */
export const visitorThrottle = ({ visitorRateLimit }: MountContext, subject: string): Throttle | undefined =>
  visitorRateLimit === 0
    ? undefined
    : {
        name: `visitors ${subject}`,
        maxAttempts: visitorRateLimit,
        windowSeconds: limits.visitorRateLimit.windowSeconds,
        anonymousOnly: true,
      };

/** Optional behaviour around a handler. */
interface RouteOptions<E extends Endpoint, P> {
  /** Limit per network address; 429 beyond it. */
  throttle?: Throttle | undefined;
  batchable?: Batchable<E, P> | undefined;
  prefetch?: Prefetch | undefined;
}

function mountRoute<E extends Endpoint, P>(
  mount: MountContext,
  endpoint: E,
  { throttle, batchable, prefetch, ...uploadOptions }: UploadOptions<P> & RouteOptions<E, P>,
  handler: Handler<E, P>,
): void {
  mount.endpoints.push(endpoint);
  const responseSchema = mount.validateResponses ? endpoint.response : undefined;
  const respond = async (request: FastifyRequest, txHooks: TransactionHooks) => {
    if (throttle) await enforceThrottle(mount, endpoint, request, throttle);
    const checkResult = await uploadOptions.preTransactionCheck?.(buildCaller(mount, request));
    const { fields, prepared = checkResult } = await receiveUpload(
      mount,
      endpoint,
      request,
      txHooks,
      uploadOptions,
    );
    const urls = createUrlBuilder(mount, request);
    const runTransaction = () =>
      inTransaction(mount.db, endpoint.kind, async (tx) => {
        // The handler awaits the same promise and gets the error.
        prefetch?.(tx).catch(() => undefined);
        const authorized = await authorize(mount, tx, endpoint, request);
        request.viewer = authorized.viewer;
        const { input, inputError } = parseRequest(endpoint, request, fields);
        const idempotencyKey = readIdempotencyKey(endpoint, request);
        const handling = handler({
          ...input,
          ...authorized,
          tx,
          urls,
          prepared: prepared as P,
          idempotencyKey,
          rawRequest: toRawRequest(request),
          txHooks,
          jobs: mount.jobs,
          caller: buildCaller(mount, request),
        });
        const response = inputError ? await refuseInvalidInput(handling, inputError) : await handling;
        const { id, personalDataReads } = authorized.viewer;
        if (id !== null && personalDataReads > 0)
          txHooks.onCommit(() => mount.recordPersonalDataReads(id, personalDataReads));
        // Before the commit, so that a write whose response cannot be serialized is not carried out.
        const result = endpoint.kind === 'writes' ? serializeResponse(response, responseSchema) : response;
        txHooks.isCommitting = true;
        return result;
      });
    const runAlone = () => retryAfterDeletion(txHooks, runTransaction);
    const batchableRequest =
      batchable && toBatchableRequest(endpoint, request, { prepared: prepared as P, urls });
    return batchable && batchableRequest ? batchable(batchableRequest, runAlone) : runAlone();
  };
  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const txHooks = new TransactionHooks();
    const logError = (error: unknown) => request.log.error({ err: error }, 'a transaction hook failed');
    let response: Awaited<ReturnType<typeof respond>>;
    try {
      response = await respond(request, txHooks);
    } catch (error) {
      await txHooks.runAfterError(error, logError);
      throw error;
    }
    await txHooks.run(true, logError);
    const result = response instanceof DeferredResponse ? await response.produce() : response;
    if (result instanceof BinaryResponse) return sendBinaryResponse(request, reply, result);
    if (result instanceof StreamedResponse)
      return reply.code(result.status).headers(result.headers).send(result.source);
    return sendJson(reply, result, responseSchema);
  };
  mount.app.route({
    method: endpoint.method,
    url: `/api/v3${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
    config: { endpoint },
    preValidation: (request, _reply, done) => {
      refuseOtherBodyTypes(endpoint, request);
      done();
    },
    handler: handle,
  });
}
