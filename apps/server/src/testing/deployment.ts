/** A deployment of its own for a test file: the real app on the real database, with one person of each kind to act as. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Token } from '@waypost/contract/oauth';
import { webClient } from '@waypost/contract/oauth';
import { anonymousScopes } from '@waypost/contract/scopes';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { Client } from 'pg';
import { inject } from 'vitest';
import { type AppOptions, buildApp } from '../app.ts';
import { type Db, openDatabase } from '../kernel/db.ts';
import { Jobs } from '../kernel/jobs/jobs.ts';
import { connectionString, type PostgresConnection } from '../kernel/postgres/connection.ts';
import { createScratchDatabase, dropDatabase } from '../kernel/postgres/databases.ts';
import { emailOf, type Kind, password } from './seed-people.ts';

export type { Kind } from './seed-people.ts';

export interface Reply<T = Record<string, unknown>> {
  status: number;
  body: T;
  headers: Record<string, unknown>;
}

interface Errors {
  errors: { status: number; title?: string; message?: string; code?: string; source?: { pointer: string } }[];
}

export interface Deployment {
  app: FastifyInstance;
  db: Db;
  databaseAddress: string;
  /** Nothing works them off but `workOff()`. */
  jobs: Jobs;
  /** Where uploaded pictures go. */
  storageDir: string;
  /** Sends a request as somebody. `url` is below `/api/v3` unless it starts with `//`, which stands for the root. */
  send: <T = Record<string, never>>(
    kind: Kind,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS',
    url: string,
    body?: object,
  ) => Promise<Reply<T>>;
  /** A login's or visitor's bearer token. */
  tokenOf: (kind: Exclude<Kind, 'passer-by'>) => Promise<string>;
  idOf: (kind: Exclude<Kind, 'passer-by' | 'visitor'>) => Promise<number>;
  close: () => Promise<void>;
}

/** Asks for a token as a client would. */
async function signIn(app: FastifyInstance, kind: Exclude<Kind, 'passer-by'>): Promise<string> {
  const client = { client_id: webClient.id, client_secret: webClient.secret };
  const payload =
    kind === 'visitor'
      ? { ...client, grant_type: 'client_credentials', scope: anonymousScopes.join(' ') }
      : { ...client, grant_type: 'password', scope: '*', username: emailOf(kind), password };
  const answer = await app.inject({ method: 'POST', url: '/oauth/token', payload });
  if (answer.statusCode !== 200) throw new Error(`no token for ${kind}: ${answer.body}`);
  return answer.json<Token>().access_token;
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

/** Starts one. Give every test file its own: its database is a copy of the run's template (`template.ts`). */
export async function startDeployment({
  prepareJobs,
  patience,
  ...options
}: Partial<AppOptions> & {
  /** Adds jobs of the test's own. */
  prepareJobs?: (jobs: Jobs) => void;
  /** Milliseconds that a request waits for a connection. */
  patience?: number;
} = {}): Promise<Deployment> {
  const server = inject('postgres');
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  const connection = await cloneTemplate(server, name);
  const address = connectionString(connection);
  const db = openDatabase(address, { connections: 4, ...(patience ? { patience } : {}) });
  const storageDir = await mkdtemp(path.join(tmpdir(), 'waypost-test-'));
  const jobs = new Jobs({ db, connectionString: address, works: false });
  prepareJobs?.(jobs);
  const app = await buildApp({
    db,
    jobs,
    webDist: path.join(storageDir, 'no-client'),
    storageDir,
    publicUrl: 'https://report.example.org',
    checkAnswers: true,
    tokensAMinute: 1000,
    visitorsPace: 0,
    visitorsPressure: 0,
    ...options,
  });
  const tokens = new Map<Kind, Promise<string>>();
  const tokenOf = (kind: Exclude<Kind, 'passer-by'>) => {
    const known = tokens.get(kind) ?? signIn(app, kind);
    tokens.set(kind, known);
    return known;
  };
  return {
    app,
    db,
    databaseAddress: address,
    jobs,
    storageDir,
    tokenOf,
    // The caller says what it expects to read, as it would of any JSON.
    // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
    async send<T>(kind: Kind, method: NonNullable<InjectOptions['method']>, url: string, body?: object) {
      const authorization = kind === 'passer-by' ? {} : { authorization: `Bearer ${await tokenOf(kind)}` };
      const answer = await app.inject({
        method,
        url: url.startsWith('//') ? url.slice(1) : `/api/v3${url}`,
        headers: { accept: 'application/json', ...authorization },
        ...(body === undefined ? {} : { payload: body }),
      });
      const isJson = String(answer.headers['content-type']).includes('json');
      return {
        status: answer.statusCode,
        body: (isJson ? answer.json() : null) as T,
        headers: answer.headers,
      };
    },
    async idOf(kind) {
      const row = await db
        .selectFrom('users')
        .select('id')
        .where('email', '=', emailOf(kind))
        .executeTakeFirstOrThrow();
      return row.id;
    },
    async close() {
      await app.close();
      await jobs.close();
      await db.destroy();
      await dropDatabase(server, name);
      await rm(storageDir, { recursive: true, force: true });
    },
  };
}

/** The pointers of a refused form, in order: `['/title', '/values']`. */
export const pointersOf = (reply: Reply<unknown>): string[] =>
  (reply.body as Errors).errors.flatMap((entry) => (entry.source ? [entry.source.pointer] : []));

/** The rules that a refused form broke. */
export const rulesOf = (reply: Reply<unknown>): string[] =>
  (reply.body as Errors).errors.flatMap((entry) => (entry.source && entry.code ? [entry.code] : []));
