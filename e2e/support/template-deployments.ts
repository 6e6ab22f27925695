/**
 * Prepared deployments. One embedded PostgreSQL serves a whole run; in it, each kind of deployment (started, fresh, demonstration) is
 * set up once as a template, and every spec file works on a copy of the template's database and data directory.
 */
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '../../apps/server/src/kernel/db/database.ts';
import {
  connectionString,
  type PostgresConnection,
} from '../../apps/server/src/kernel/postgres/connection.ts';
import { createScratchDatabase, dropDatabase } from '../../apps/server/src/kernel/postgres/databases.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/kernel/postgres/start-embedded.ts';
import { createDataDir } from './data-dir.ts';
import { pause } from './timing.ts';

/** Environment variable that passes the shared database to the workers. */
const sharedPostgresVariable = 'E2E_SHARED_POSTGRES';

interface SharedPostgres {
  connection: PostgresConnection;
  /** Folder with the data directories of the templates, and a file for each that is set up. */
  templatesDir: string;
}

/** Data directory and database of a server. */
export interface DeploymentData {
  dataDir: string;
  databaseUrl: string;
}

/** How a kind of deployment is set up, once in a run. */
export interface Template {
  /** Lower case letters, digits and underscores. */
  name: string;
  /** The template that this one starts as a copy of; an empty database and data directory if there is none. */
  base?: Template;
  /** Sets it up. No server may run on it afterwards. */
  prepare: (deploymentData: DeploymentData) => Promise<void>;
}

/** Starts the database for all workers of this run. @returns a function that stops it and removes its data */
export async function startSharedPostgres(): Promise<() => Promise<void>> {
  const dataDir = await createDataDir();
  const quiet = () => undefined;
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: { info: quiet, warn: quiet },
    // The data are not needed after the run.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  });
  const templates = await createDataDir();
  process.env[sharedPostgresVariable] = JSON.stringify({
    connection: postgres.connection,
    templatesDir: templates,
  } satisfies SharedPostgres);
  return async () => {
    await postgres.stop();
    for (const folder of [dataDir, templates]) await rm(folder, { recursive: true, force: true });
  };
}

function readSharedPostgres(): SharedPostgres {
  const value = process.env[sharedPostgresVariable];
  if (!value) throw new Error('No shared database: run the journeys with e2e/playwright.config.ts');
  return JSON.parse(value) as SharedPostgres;
}

/** A template that is set up. */
interface PreparedTemplate extends DeploymentData {
  /** Name of its database. */
  database: string;
}

/** Runs a function while no other worker holds the lock of this name. The database releases it when the worker dies. */
async function withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const { connection } = readSharedPostgres();
  const db = openDatabase(connectionString({ ...connection, database: 'postgres' }), { maxConnections: 1 });
  try {
    return await db.connection().execute(async (session) => {
      // Asked again rather than waited for: no time limit of the database ends it, only that of the hook.
      const isFree = async () => {
        const { rows } = await sql<{ isFree: boolean }>`
          select pg_try_advisory_lock(hashtext(${name})) as "isFree"`.execute(session);
        return rows[0]?.isFree === true;
      };
      while (!(await isFree())) await pause(100);
      return work();
    });
  } finally {
    await db.destroy();
  }
}

/** Sets up a template, with a database and a folder of its own: a worker that was killed may have left a part of it, and a server. */
async function createTemplate({ base, prepare }: Template): Promise<PreparedTemplate> {
  const { connection, templatesDir } = readSharedPostgres();
  const database = `template_${crypto.randomUUID().replaceAll('-', '')}`;
  const template: PreparedTemplate = {
    database,
    dataDir: path.join(templatesDir, database),
    databaseUrl: connectionString({ ...connection, database }),
  };
  const source = base && (await ensureTemplate(base));
  await mkdir(template.dataDir);
  if (source) await cp(source.dataDir, template.dataDir, { recursive: true });
  await createScratchDatabase(connection, database, source && { template: source.database });
  await prepare(template);
  return template;
}

/** Creates the template, unless a worker has created it. One worker does at a time; when it fails or dies, the next one starts anew. */
async function ensureTemplate(template: Template): Promise<PreparedTemplate> {
  const resultFile = path.join(readSharedPostgres().templatesDir, `${template.name}.json`);
  const readResult = () =>
    readFile(resultFile, 'utf8').then(
      (text) => JSON.parse(text) as PreparedTemplate,
      () => undefined,
    );
  return (
    (await readResult()) ??
    (await withLock(`template ${template.name}`, async () => {
      const existing = await readResult();
      if (existing) return existing;
      const created = await createTemplate(template);
      await writeFile(`${resultFile}.new`, JSON.stringify(created));
      await rename(`${resultFile}.new`, resultFile);
      return created;
    }))
  );
}

/** Names of the databases of this worker's copies, by data directory. */
const databaseNames = new Map<string, string>();

/** Copies a template, which is created first if necessary. */
export async function copyTemplate(template: Template): Promise<DeploymentData> {
  const { dataDir: source, database: original } = await ensureTemplate(template);
  const { connection } = readSharedPostgres();
  const copy = `copy_${crypto.randomUUID().replaceAll('-', '')}`;
  const database = await createScratchDatabase(connection, copy, { template: original });
  const dataDir = await createDataDir();
  await cp(source, dataDir, { recursive: true });
  databaseNames.set(dataDir, copy);
  return { dataDir, databaseUrl: connectionString(database) };
}

/** The address of the database that belongs to a copied data directory; undefined for another. */
export function databaseUrlOf(dataDir: string): string | undefined {
  const database = databaseNames.get(dataDir);
  return database && connectionString({ ...readSharedPostgres().connection, database });
}

/** Removes a data directory, and its database when it is a copy. */
export async function removeDeploymentData(dataDir: string): Promise<void> {
  const database = databaseNames.get(dataDir);
  databaseNames.delete(dataDir);
  if (database) await dropDatabase(readSharedPostgres().connection, database);
  await rm(dataDir, { recursive: true, force: true });
}

/** Changes the e-mail address of the first administrator, in a deployment without further users. */
export async function setOnlyUserEmail(databaseUrl: string, email: string): Promise<void> {
  const db = openDatabase(databaseUrl, { maxConnections: 1 });
  try {
    await db.updateTable('users').set({ email }).execute();
  } finally {
    await db.destroy();
  }
}
