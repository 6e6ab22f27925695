/** A separate test deployment for a test file: the real app on the real database, with one user of each kind. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { anonymousScopes } from '@waypost/contract/common/scopes';
import type { Token } from '@waypost/contract/users/oauth';
import { webClient } from '@waypost/contract/users/oauth';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { buildApp } from '../../app.ts';
import type { AppOptions } from '../../app-options.ts';
import { type Db, openDatabase } from '../../kernel/db/database.ts';
import { JobQueue } from '../../kernel/jobs/job-queue.ts';
import { connectionString, type PostgresConnection } from '../../kernel/postgres/connection.ts';
import { dropDatabase } from '../../kernel/postgres/databases.ts';
import { type Actor, emailOfActor, testPassword } from './seed-users.ts';
import { cloneTemplate } from './template-database.ts';

export type { Actor } from './seed-users.ts';

/** A response of the API. */
export interface ApiReply<T = Record<string, unknown>> {
  status: number;
  body: T;
  headers: Record<string, unknown>;
}

interface ErrorBody {
  errors: { status: number; title?: string; message?: string; code?: string; source?: { pointer: string } }[];
}

/** A running test deployment. */
export interface TestApp {
  fastify: FastifyInstance;
  db: Db;
  databaseUrl: string;
  /** Jobs only run in `runPending()`. */
  jobs: JobQueue;
  /** Directory of uploaded pictures. */
  storageDir: string;
  /** Sends a request as a user. `url` is relative to `/api/v3`, or to the root if it starts with `//`. */
  send: <T = Record<string, never>>(
    actor: Actor,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS',
    url: string,
    body?: object,
  ) => Promise<ApiReply<T>>;
  /** The bearer token of a user or visitor. */
  tokenOf: (actor: Exclude<Actor, 'passer-by'>) => Promise<string>;
  idOf: (actor: Exclude<Actor, 'passer-by' | 'visitor'>) => Promise<number>;
  close: () => Promise<void>;
}

/** Requests a token as a client does. */
async function requestToken(fastify: FastifyInstance, actor: Exclude<Actor, 'passer-by'>): Promise<string> {
  const client = { client_id: webClient.id, client_secret: webClient.secret };
  const payload =
    actor === 'visitor'
      ? { ...client, grant_type: 'client_credentials', scope: anonymousScopes.join(' ') }
      : {
          ...client,
          grant_type: 'password',
          scope: '*',
          username: emailOfActor(actor),
          password: testPassword,
        };
  const response = await fastify.inject({ method: 'POST', url: '/oauth/token', payload });
  if (response.statusCode !== 200) throw new Error(`no token for ${actor}: ${response.body}`);
  return response.json<Token>().access_token;
}

/**
 * Starts a test deployment. Each test file starts its own, with a clone of the template database
 * (`template-database.ts`).
 */
export async function startTestApp({
  prepareJobs,
  connectionTimeoutMs,
  connectThrough,
  onQuery,
  ...options
}: Partial<AppOptions> & {
  /** Registers jobs of the test. */
  prepareJobs?: (jobs: JobQueue) => void;
  /** Milliseconds that a request waits for a database connection. */
  connectionTimeoutMs?: number;
  /** Opens a proxy to the database server, which the requests of the app use. */
  connectThrough?: (server: PostgresConnection) => Promise<PostgresConnection>;
  /** Called with each query. */
  onQuery?: (text: string, parameters: readonly unknown[]) => void;
} = {}): Promise<TestApp> {
  const server = inject('postgres');
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  const database = await cloneTemplate(server, inject('template'), name);
  const address = connectionString(database);
  const db = openDatabase(connectThrough ? connectionString(await connectThrough(database)) : address, {
    maxConnections: 4,
    failsWhenStalled: true,
    onQuery,
    ...(connectionTimeoutMs ? { connectionTimeoutMs } : {}),
  });
  // Responses are cached by this id in the process that the test files of a worker share, and a clone has the id of its
  // template.
  await sql`update data_identity set id = gen_random_uuid()`.execute(db);
  const storageDir = await mkdtemp(path.join(tmpdir(), 'waypost-test-'));
  const jobs = new JobQueue({ db, connectionString: address, isWorker: false });
  prepareJobs?.(jobs);
  const fastify = await buildApp({
    db,
    jobs,
    webDist: path.join(storageDir, 'no-client'),
    storageDir,
    publicUrl: 'https://report.example.org',
    validateResponses: true,
    maxTokensPerMinute: 1000,
    visitorRateLimit: 0,
    proofOfWorkThresholdPerMinute: 0,
    ...options,
  });
  const tokens = new Map<Actor, Promise<string>>();
  const tokenOf = (actor: Exclude<Actor, 'passer-by'>) => {
    const existingToken = tokens.get(actor) ?? requestToken(fastify, actor);
    tokens.set(actor, existingToken);
    return existingToken;
  };
  return {
    fastify,
    db,
    databaseUrl: address,
    jobs,
    storageDir,
    tokenOf,
    // The caller declares the type of the body.
    // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
    async send<T>(actor: Actor, method: NonNullable<InjectOptions['method']>, url: string, body?: object) {
      const authorization = actor === 'passer-by' ? {} : { authorization: `Bearer ${await tokenOf(actor)}` };
      const response = await fastify.inject({
        method,
        url: url.startsWith('//') ? url.slice(1) : `/api/v3${url}`,
        headers: { accept: 'application/json', ...authorization },
        ...(body === undefined ? {} : { payload: body }),
      });
      const isJson = String(response.headers['content-type']).includes('json');
      return {
        status: response.statusCode,
        body: (isJson ? response.json() : null) as T,
        headers: response.headers,
      };
    },
    async idOf(actor) {
      const row = await db
        .selectFrom('users')
        .select('id')
        .where('email', '=', emailOfActor(actor))
        .executeTakeFirstOrThrow();
      return row.id;
    },
    async close() {
      await fastify.close();
      await jobs.close();
      await db.destroy();
      await dropDatabase(server, name);
      await rm(storageDir, { recursive: true, force: true });
    },
  };
}

/** The pointers of a validation error, in order: `['/title', '/values']`. */
export const errorPointers = (reply: ApiReply<unknown>): string[] =>
  (reply.body as ErrorBody).errors.flatMap((entry) => (entry.source ? [entry.source.pointer] : []));

/** The codes of a validation error. */
export const errorCodes = (reply: ApiReply<unknown>): string[] =>
  (reply.body as ErrorBody).errors.flatMap((entry) => (entry.source && entry.code ? [entry.code] : []));
