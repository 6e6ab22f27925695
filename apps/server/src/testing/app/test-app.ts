/** A deployment of its own for a test file: the real app on the real database, with one person of each kind to act as. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { anonymousScopes } from '@waypost/contract/common/scopes';
import type { Token } from '@waypost/contract/users/oauth';
import { webClient } from '@waypost/contract/users/oauth';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { Client } from 'pg';
import { inject } from 'vitest';
import { type AppOptions, buildApp } from '../../app.ts';
import { type Db, openDatabase } from '../../kernel/db/database.ts';
import { JobQueue } from '../../kernel/jobs/job-queue.ts';
import { connectionString, type PostgresConnection } from '../../kernel/postgres/connection.ts';
import { createScratchDatabase, dropDatabase } from '../../kernel/postgres/databases.ts';
import { type Actor, emailOfActor, testPassword } from './seed-users.ts';

export type { Actor as Kind } from './seed-users.ts';

export interface ApiReply<T = Record<string, unknown>> {
  status: number;
  body: T;
  headers: Record<string, unknown>;
}

interface ErrorBody {
  errors: { status: number; title?: string; message?: string; code?: string; source?: { pointer: string } }[];
}

export interface TestApp {
  fastify: FastifyInstance;
  db: Db;
  databaseUrl: string;
  /** Nothing works them off but `runPending()`. */
  jobs: JobQueue;
  /** Where uploaded pictures go. */
  storageDir: string;
  /** Sends a request as somebody. `url` is below `/api/v3` unless it starts with `//`, which stands for the root. */
  send: <T = Record<string, never>>(
    actor: Actor,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS',
    url: string,
    body?: object,
  ) => Promise<ApiReply<T>>;
  /** A login's or visitor's bearer token. */
  tokenOf: (actor: Exclude<Actor, 'passer-by'>) => Promise<string>;
  idOf: (actor: Exclude<Actor, 'passer-by' | 'visitor'>) => Promise<number>;
  close: () => Promise<void>;
}

/** Asks for a token as a client would. */
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

/** Makes a copy of the run's template database. */
async function cloneTemplate(server: PostgresConnection, name: string): Promise<PostgresConnection> {
  const connection = await createScratchDatabase(server, name, { template: inject('template') });
  const client = new Client(connection);
  await client.connect();
  try {
    // Answers are cached by this id in the process that the files of a worker share; a copy has its template's.
    await client.query('update data_identity set id = gen_random_uuid()');
  } finally {
    await client.end();
  }
  return connection;
}

/** Starts one. Give every test file its own: its database is a copy of the run's template (`template-database.ts`). */
export async function startTestApp({
  prepareJobs,
  patience: connectionTimeoutMs,
  ...options
}: Partial<AppOptions> & {
  /** Adds jobs of the test's own. */
  prepareJobs?: (jobs: JobQueue) => void;
  /** Milliseconds that a request waits for a connection. */
  patience?: number;
} = {}): Promise<TestApp> {
  const server = inject('postgres');
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  const connection = await cloneTemplate(server, name);
  const address = connectionString(connection);
  const db = openDatabase(address, {
    maxConnections: 4,
    ...(connectionTimeoutMs ? { connectionTimeoutMs } : {}),
  });
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
    // The caller says what it expects to read, as it would of any JSON.
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

/** The pointers of a refused form, in order: `['/title', '/values']`. */
export const errorPointers = (reply: ApiReply<unknown>): string[] =>
  (reply.body as ErrorBody).errors.flatMap((entry) => (entry.source ? [entry.source.pointer] : []));

/** The rules that a refused form broke. */
export const errorCodes = (reply: ApiReply<unknown>): string[] =>
  (reply.body as ErrorBody).errors.flatMap((entry) => (entry.source && entry.code ? [entry.code] : []));
