/**
 * Prepared deployments. One embedded PostgreSQL serves a whole run; in it, each kind of deployment (started, fresh, demonstration) is
 * set up once as a template, and every spec file works on a copy of the template's database and data directory.
 */
import { access, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openDatabase } from '../../apps/server/src/kernel/db/database.ts';
import {
  connectionString,
  type PostgresConnection,
} from '../../apps/server/src/kernel/postgres/connection.ts';
import { createScratchDatabase, dropDatabase } from '../../apps/server/src/kernel/postgres/databases.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/kernel/postgres/start-embedded.ts';
import { createDataDir } from './data-dir.ts';
import { pause, scaled } from './timing.ts';

/** Environment variable that passes the shared database to the workers. */
const sharedPostgresVariable = 'E2E_SHARED_POSTGRES';

interface SharedPostgres {
  connection: PostgresConnection;
  /** Folder with a subfolder for each template. */
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

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

/** Creates the template, or waits until another worker has created it. */
async function ensureTemplate({ name, base, prepare }: Template): Promise<DeploymentData> {
  const { connection, templatesDir: templates } = readSharedPostgres();
  const folder = path.join(templates, name);
  const resultFile = path.join(folder, 'result');
  const deploymentData: DeploymentData = {
    dataDir: path.join(folder, 'data'),
    databaseUrl: connectionString({ ...connection, database: name }),
  };
  // Creating the folder succeeds in one worker only.
  const isCreator = await mkdir(folder).then(
    () => true,
    () => false,
  );
  if (isCreator) {
    let result = '';
    try {
      await mkdir(deploymentData.dataDir);
      if (base) await cp((await ensureTemplate(base)).dataDir, deploymentData.dataDir, { recursive: true });
      await createScratchDatabase(connection, name, base && { template: base.name });
      await prepare(deploymentData);
    } catch (error) {
      result = String(error);
    }
    await writeFile(`${resultFile}.new`, result);
    await rename(`${resultFile}.new`, resultFile);
  }
  const deadline = Date.now() + scaled(120_000);
  while (!(await exists(resultFile))) {
    if (Date.now() > deadline) throw new Error(`The template "${name}" was not created in time`);
    await pause(100);
  }
  const failure = await readFile(resultFile, 'utf8');
  if (failure) throw new Error(`The template "${name}" could not be created: ${failure}`);
  return deploymentData;
}

/** Names of the databases of this worker's copies, by data directory. */
const databaseNames = new Map<string, string>();

/** Copies a template, which is created first if necessary. */
export async function copyTemplate(template: Template): Promise<DeploymentData> {
  const { dataDir: source } = await ensureTemplate(template);
  const { connection } = readSharedPostgres();
  const copy = `copy_${crypto.randomUUID().replaceAll('-', '')}`;
  const database = await createScratchDatabase(connection, copy, { template: template.name });
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
