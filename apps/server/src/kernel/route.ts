/**
 * From an endpoint of the contract to a mounted address. One request is one transaction: token, guards, parsing, the
 * handler, commit, and only then the answer (wire 1.5). An upload is guarded, read and prepared before that transaction
 * opens, so that neither a slow line nor a large picture keeps rows locked.
 */
import type { Readable } from 'node:stream';
import {
  type AnswerOf,
  type Endpoint,
  IdempotencyKey,
  idempotencyHeader,
  type ParsedOf,
} from '@waypost/contract/endpoint';
import { faultsOf } from '@waypost/contract/faults';
import { limits } from '@waypost/contract/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { admit, type Doorkeeper } from './admit.ts';
import { bearerOf, type TokenLookups } from './bearer.ts';
import { type Db, inTransaction, type Tx } from './db.ts';
import type { Flood } from './flood.ts';
import { resourceOf } from './guard.ts';
import type { Jobs } from './jobs/jobs.ts';
import { type Incoming, readMultipart, type Upload, wholeFile } from './multipart.ts';
import { Outcome } from './outcome.ts';
import type { Packed } from './packed.ts';
import { parseRequest } from './parse-request.ts';
import { Faults, Problem } from './problem.ts';
import { type Share, shareableOf } from './share.ts';
import type { Standing } from './standing.ts';
import { callerOf, secondsToWait, type Throttle } from './throttle.ts';
import type { Viewer } from './viewer.ts';
import { Addresses } from './wire.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** A JSON body before it is parsed. */
    sentText: string;
  }
}

/** The request as it came in: for what is signed. */
export interface Sent {
  /** Address below the server's own, with the query. */
  path: string;
  /** The body as text; empty where there was none, or it was no JSON. */
  text: string;
  header: (name: string) => string | undefined;
}

/** What a handler is given. */
export interface Asked<E extends Endpoint, P = undefined> extends ParsedOf<E> {
  tx: Tx;
  viewer: Viewer;
  standing: Standing;
  addresses: Addresses;
  /** What `prepare` made. */
  prepared: P;
  /** Of endpoints that take one, if it was sent. */
  idempotencyKey: string | undefined;
  sent: Sent;
  /** Where to say what is to be done after the commit, should it matter little whether it is: what matters is a job. */
  outcome: Outcome;
  jobs: Jobs;
  caller: Caller;
}

/** An answer that is not JSON. */
export class Binary {
  readonly body: Packed;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: Packed, headers: Readonly<Record<string, string>>) {
    this.body = body;
    this.headers = headers;
  }
}

/** An answer that is made while it is sent. Its source opens transactions of its own: the request's is over by then. */
export class Streamed {
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
export class Later<A> {
  readonly make: () => Promise<A>;

  constructor(make: () => Promise<A>) {
    this.make = make;
  }
}

export type Handler<E extends Endpoint, P = undefined> = (
  asked: Asked<E, P>,
) => Promise<AnswerOf<E> | Binary | Streamed | Later<AnswerOf<E>>>;

/**
 * Work on an upload before the transaction opens.
 * @param upload undefined when no file came
 * @param outcome where to say how to undo what was done, should the transaction fail
 */
export type Prepare<P> = (upload: Upload | undefined, outcome: Outcome, caller: Caller) => Promise<P>;

/** The same for a file that is worked on while it comes in, since it may be larger than memory. */
export interface Receive<P> {
  /** Bytes of the largest file. */
  most: number;
  take: (file: Incoming, outcome: Outcome) => Promise<P>;
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
export type Gate<P> = (caller: Caller) => Promise<P>;

/**
 * What a handler always asks, by `readOnce`: it is asked together with who is there, and the handler finds it answered.
 */
export type Ahead = (tx: Tx) => Promise<unknown>;

/** What mounting needs to know of the rest of the server. */
export interface Mount extends Doorkeeper {
  app: FastifyInstance;
  db: Db;
  jobs: Jobs;
  publicUrl: string | undefined;
  /** Finds who holds a token before the request’s own transaction. */
  tokens: TokenLookups;
  /** How often visitors may upload and report from one network address, in ten minutes; 0 is without bound. */
  visitorsPace: number;
  /** How many reports of visitors come in just now. */
  flood: Flood;
  /** Parse every answer with its schema and fail when it does not fit: for tests. */
  checkAnswers: boolean;
  /** Every endpoint mounted so far. */
  mounted: Endpoint[];
}

/** @throws Faults at `/Idempotency-Key` */
function idempotencyKeyIn(endpoint: Endpoint, request: FastifyRequest): string | undefined {
  const sent = endpoint.idempotent ? request.headers[idempotencyHeader] : undefined;
  if (sent === undefined) return undefined;
  const parsed = IdempotencyKey.safeParse(sent, { reportInput: true });
  if (parsed.success) return parsed.data;
  const [first] = faultsOf(parsed.error);
  throw new Faults(resourceOf(endpoint), [{ rule: 'invalid', ...first, field: 'Idempotency-Key' }]);
}

/** One of several headers of one name would let a signature be ambiguous: those count as none. */
const sentWith = (request: FastifyRequest): Sent => ({
  path: request.raw.url ?? '',
  text: request.sentText,
  header(name) {
    const value = request.headers[name];
    return typeof value === 'string' ? value : undefined;
  },
});

/** This server's addresses as the caller reaches it. */
export function addressesOf(mount: Mount, request: FastifyRequest): Addresses {
  return new Addresses(mount.publicUrl ?? `${request.protocol}://${request.host}`);
}

function send(reply: FastifyReply, answer: unknown): FastifyReply {
  // A write whose result the caller may not read (wire 1.3).
  if (answer === null) return reply.code(204).send();
  return reply.send(answer);
}

async function sendBinary(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, headers }: Binary,
): Promise<FastifyReply> {
  const { etag } = headers;
  reply.headers(headers);
  if (etag !== undefined && request.headers['if-none-match'] === etag) return reply.code(304).send();
  const sent = await body.sentTo(request);
  return reply.headers(sent.headers).send(sent.bytes);
}

/** What is done with a file, if the endpoint takes one. */
interface Taking<P> {
  prepare?: Prepare<P>;
  receive?: Receive<P>;
  gate?: Gate<P>;
}

/** The fields of an upload and what was made of its file. Who may not send it is refused before it is read. */
async function takeUpload<P>(
  mount: Mount,
  endpoint: Endpoint,
  request: FastifyRequest,
  outcome: Outcome,
  { prepare, receive }: Taking<P>,
): Promise<{ fields: unknown; prepared: P | undefined }> {
  if (endpoint.transport !== 'multipart') return { fields: request.body, prepared: undefined };
  await inTransaction(mount.db, 'reads', (tx) => admit(mount, tx, endpoint, request));
  if (receive) {
    const { upload, fields } = await readMultipart(
      request,
      (file) => receive.take(file, outcome),
      receive.most,
    );
    if (upload === undefined) throw new Problem('upload.missing-file');
    return { fields, prepared: upload };
  }
  const { upload, fields } = await readMultipart(request, wholeFile);
  // Nothing is made of a file whose form is refused anyway.
  const { faults } = parseRequest(endpoint, request, fields);
  if (faults) return { fields, prepared: undefined };
  return { fields, prepared: await prepare?.(upload, outcome, callerWith(mount, request)) };
}

/** @throws Problem 401 for a token of nobody */
async function accountOf(mount: Mount, request: FastifyRequest): Promise<number | null> {
  const token = bearerOf(request);
  const account = token === undefined ? null : await mount.tokens.accountOf(token);
  if (account === undefined) throw new Problem('request.bad-token');
  return account;
}

const isSignedIn = async (mount: Mount, request: FastifyRequest): Promise<boolean> =>
  (await accountOf(mount, request)) !== null;

const callerWith = (mount: Mount, request: FastifyRequest): Caller => ({
  address: callerOf(request.ip),
  header: sentWith(request).header,
  isSignedIn: () => isSignedIn(mount, request),
  accountId: () => accountOf(mount, request),
});

/**
 * Too many requests from one network address are not even looked at. Counted before the request's own transaction, since it
 * takes a connection of its own, and counts whatever becomes of the request.
 */
async function slowDown(mount: Mount, request: FastifyRequest, throttle: Throttle): Promise<void> {
  if (throttle.strangersOnly && (await isSignedIn(mount, request))) return;
  const wait = await secondsToWait(mount.db, throttle, callerOf(request.ip));
  if (wait > 0) throw new Problem('request.too-many').after(wait);
}

/** Mounts an endpoint. */
export function route<E extends Endpoint>(
  mount: Mount,
  endpoint: E,
  handler: Handler<E>,
  options: Pick<Around<E, undefined>, 'throttle' | 'ahead'> = {},
): void {
  mountRoute(mount, endpoint, options, handler);
}

/** Mounts an endpoint with a gate before it, whose requests may share a transaction. */
export function routeGated<E extends Endpoint, P>(
  mount: Mount,
  endpoint: E,
  gate: Gate<P>,
  handler: Handler<E, P>,
  share?: Share<E, P>,
): void {
  mountRoute(mount, endpoint, { gate, share }, handler);
}

/** Mounts an endpoint that takes a file. */
export function routeUpload<E extends Endpoint, P>(
  mount: Mount,
  endpoint: E,
  prepare: Prepare<P>,
  handler: Handler<E, P>,
  throttle?: Throttle,
): void {
  mountRoute(mount, endpoint, { prepare, throttle }, handler);
}

/** Mounts an endpoint that takes a file of any size, as it comes in. */
export function routeReceiving<E extends Endpoint, P>(
  mount: Mount,
  endpoint: E,
  receive: Receive<P>,
  handler: Handler<E, P>,
): void {
  mountRoute(mount, endpoint, { receive }, handler);
}

/**
 * How often visitors may do something from one network address: generous, since a whole camp or village may share one.
 * @param what is counted: `reports`
 * @returns undefined where the operator wants no bound
 */
export const paceOfVisitors = ({ visitorsPace }: Mount, what: string): Throttle | undefined =>
  visitorsPace === 0
    ? undefined
    : {
        name: `visitors ${what}`,
        most: visitorsPace,
        seconds: limits.visitorsPace.seconds,
        strangersOnly: true,
      };

/** What is done around a handler. */
interface Around<E extends Endpoint, P> {
  /** How often one network address may ask; 429 beyond. */
  throttle?: Throttle | undefined;
  share?: Share<E, P> | undefined;
  ahead?: Ahead | undefined;
}

function mountRoute<E extends Endpoint, P>(
  mount: Mount,
  endpoint: E,
  { throttle, share, ahead, ...taking }: Taking<P> & Around<E, P>,
  handler: Handler<E, P>,
): void {
  mount.mounted.push(endpoint);
  const answerTo = async (request: FastifyRequest, outcome: Outcome) => {
    if (throttle) await slowDown(mount, request, throttle);
    const passed = await taking.gate?.(callerWith(mount, request));
    const { fields, prepared = passed } = await takeUpload(mount, endpoint, request, outcome, taking);
    const addresses = addressesOf(mount, request);
    const alone = () =>
      inTransaction(mount.db, endpoint.kind, async (tx) => {
        // The handler hears when it fails.
        ahead?.(tx).catch(() => undefined);
        const known = await admit(mount, tx, endpoint, request);
        const { input, faults } = parseRequest(endpoint, request, fields);
        const idempotencyKey = idempotencyKeyIn(endpoint, request);
        const answer = await handler({
          ...input,
          ...known,
          tx,
          addresses,
          prepared: prepared as P,
          idempotencyKey,
          sent: sentWith(request),
          outcome,
          jobs: mount.jobs,
          caller: callerWith(mount, request),
        });
        // The handler had no need of what was sent with the request: it is wrong all the same.
        if (faults) throw faults;
        outcome.isAtCommit = true;
        return answer;
      });
    const shareable = share && shareableOf(endpoint, request, { prepared: prepared as P, addresses });
    return share && shareable ? share(shareable, alone) : alone();
  };
  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const outcome = new Outcome();
    const tell = (error: unknown) => request.log.error({ err: error }, 'left undone after a request');
    let answer: Awaited<ReturnType<typeof answerTo>>;
    try {
      answer = await answerTo(request, outcome);
    } catch (error) {
      await outcome.settleFault(error, tell);
      throw error;
    }
    await outcome.settle(true, tell);
    if (answer instanceof Binary) return sendBinary(request, reply, answer);
    if (answer instanceof Streamed) return reply.headers(answer.headers).send(answer.source);
    const told: unknown = answer instanceof Later ? await answer.make() : answer;
    return send(reply, mount.checkAnswers ? endpoint.answer.parse(told) : told);
  };
  mount.app.route({
    method: endpoint.method,
    url: `/api/v3${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
    handler: handle,
  });
}
