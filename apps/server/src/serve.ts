/** Starts a server from its settings: database, migrations, initial content, app, port. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { version } from '../package.json' with { type: 'json' };
import { buildApp } from './app.ts';
import { startCountMaintenance } from './browse/browse.public.ts';
import { encryptStoredSecrets } from './encrypt-stored-secrets.ts';
import type { Config } from './kernel/config/config.ts';
import { type Db, inTransaction, openDatabase } from './kernel/db/database.ts';
import { migrate } from './kernel/db/migrate.ts';
import { createDirectory } from './kernel/files/create-directory.ts';
import { unfinishedDirectoryOf } from './kernel/files/directory-file-store.ts';
import { checkFileStore, openFileStore, storageDirectory } from './kernel/files/open-file-store.ts';
import { JobQueue } from './kernel/jobs/job-queue.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './kernel/postgres/start-embedded.ts';
import { openSecretBox, secretKeyFile } from './kernel/security/secret-box.ts';
import { schema } from './migrations/schema.ts';
import { startLoadingPlaces } from './places/start-loading-places.ts';
import { type InitialAdmin, seedDeployment } from './seed-deployment.ts';
import { saveOperatorSettings } from './settings/settings.public.ts';

/** Hooks into the start. */
export interface ServeHooks {
  /** Runs after the migrations and the initial content, before anything is served. */
  afterMigrate?: (db: Db, dirs: { storageDir: string }) => Promise<void>;
  /** Gets the login of the first administrator of a new deployment; printed by default. */
  onAdminCreated?: (admin: InitialAdmin) => void;
  /** Prints messages for the operator; to the standard output by default. */
  print?: (lines: readonly string[]) => void;
  /** Runs right before the server listens on its port. */
  beforeListen?: () => Promise<void>;
}

/** A running server. */
export interface ServerHandle {
  /** `http://localhost:3000`; empty for a process that only runs jobs. */
  address: string;
  db: Db;
  /** Finishes active requests, then stops everything that was started. */
  close: () => Promise<void>;
}

const printLines = (lines: readonly string[]) => process.stdout.write(`${lines.join('\n')}\n`);

function startDatabase(
  config: Config,
  print: (lines: readonly string[]) => void,
): Promise<EmbeddedPostgres> | undefined {
  if (config.databaseUrl) return undefined;
  const log = (message: string) => print([message]);
  return startEmbeddedPostgres({ dataDir: config.dataDir, log: { info: log, warn: log } });
}

/** The URL to open in a browser on this machine. */
function localAddress(app: FastifyInstance, config: Config): string {
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  const isWildcard = config.host === '0.0.0.0' || config.host === '::';
  const host = isWildcard ? 'localhost' : config.host.includes(':') ? `[${config.host}]` : config.host;
  return `http://${host}:${port}`;
}

/** The message with the first login. It is printed at once, since the password is stored nowhere. */
function formatAdminCredentials(admin: InitialAdmin): string[] {
  const password = admin.isPasswordGenerated ? admin.password : 'as set in ADMIN_PASSWORD';
  return [
    '',
    '  The first administrator (shown only once):',
    `    e-mail    ${admin.email}`,
    `    password  ${password}`,
    '',
  ];
}

/**
 * Starts the server.
 * @throws when the database cannot be opened or migrated, or the port is taken; what was started is stopped first
 */
export async function serve(config: Config, hooks: ServeHooks = {}): Promise<ServerHandle> {
  const print = hooks.print ?? printLines;
  const onAdminCreated = hooks.onAdminCreated ?? ((admin) => print(formatAdminCredentials(admin)));
  const storageDir = storageDirectory(config.dataDir);
  await createDirectory(storageDir);
  const cleanups: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  };
  try {
    const store = openFileStore(config);
    cleanups.push(() => store.close());
    const fileStoreError = await checkFileStore(store);
    if (fileStoreError !== undefined) print([`${fileStoreError}. Files are not available until it answers.`]);
    const postgres = await startDatabase(config, print);
    if (postgres) {
      cleanups.push(() => postgres.stop());
      // No other process has the directory: what is there was left by one that was killed, such as half an export. Its workers may
      // write for another moment.
      await rm(unfinishedDirectoryOf(storageDir), { recursive: true, force: true, maxRetries: 8 });
    }
    const connectionString = config.databaseUrl ?? postgres?.connectionString ?? '';
    const { maxDatabaseConnections: maxConnections } = config;
    // Migrations may keep a small machine so busy that it hardly answers, and must not be interrupted.
    const setupDb = openDatabase(connectionString, { maxConnections });
    try {
      await migrate(setupDb, schema);
    } finally {
      await setupDb.destroy();
    }
    const db = openDatabase(connectionString, { maxConnections, failsWhenStalled: true });
    cleanups.push(() => db.destroy());
    const admin = await inTransaction(db, 'writes', (tx) => seedDeployment(tx, config.admin));
    if (admin) onAdminCreated(admin);
    await inTransaction(db, 'writes', (tx) => saveOperatorSettings(tx, config.operatorSettings));
    const secretBox = await openSecretBox(config.dataDir, config.secretKey);
    await encryptStoredSecrets(db, { secretBox, exchangeUrl: config.exchangeUrl }, (line) => print([line]));
    await hooks.afterMigrate?.(db, { storageDir });
    const jobs = new JobQueue({
      db,
      connectionString,
      isWorker: config.jobs !== 'off',
      isOnlyWorker: config.databaseUrl === undefined,
    });
    cleanups.push(() => jobs.close());
    const app = await buildApp({
      db,
      jobs,
      storageDir,
      mapArchivesDir: config.mapArchivesDir,
      fileStore: store,
      webDist: path.resolve(import.meta.dirname, '../../web/dist'),
      publicUrl: config.publicUrl,
      trustProxy: config.trustProxy,
      load: config.load,
      isEmbeddedDatabase: config.databaseUrl === undefined,
      maxConnections,
      logLevel: config.logLevel,
      logDestination: process.stdout,
      metricsToken: config.metricsToken,
      backups: config.backups && {
        schedule: config.backups,
        connectionString,
        keyFiles: [secretKeyFile(config.dataDir)],
        encryption: config.backupSecrets.encryption,
      },
      mail: config.mail,
      sendmailPath: config.sendmailPath,
      exchangeUrl: config.exchangeUrl,
      allowedNetworks: config.allowedNetworks,
      visitorRateLimit: config.visitorRateLimit,
      pictureQueue: { maxPixels: config.maxMediaPixels },
      proofOfWorkThresholdPerMinute: config.proofOfWorkThresholdPerMinute,
      sharedSecret: config.sharedSecret,
      secretBox,
      pageSettings: config.pageSettings,
      notificationLimits: config.notificationLimits,
      simulatedPhones: config.simulatedPhones,
      installDebug: config.installDebug,
      embedders: config.embedders,
      jsonp: config.jsonp,
      ...config.services,
      version,
    });
    cleanups.push(() => app.close());
    cleanups.push(() => jobs.stopWorking());
    if (config.jobs !== 'off') await jobs.start();
    if (config.jobs === 'only') {
      await app.ready();
      print(['Waypost runs jobs and serves no requests']);
      return { address: '', db, close };
    }
    await hooks.beforeListen?.();
    await app.listen({ port: config.port, host: config.host });
    const address = localAddress(app, config);
    const url = config.publicUrl ?? address;
    print([`Waypost is ready at ${url}`, ...(admin ? [`To set it up, log in at ${url}/login`] : [])]);
    const places = path.resolve(import.meta.dirname, '../assets/places.tsv.gz');
    const warn = (line: string) => app.log.warn(line);
    cleanups.push(startLoadingPlaces(db, places, warn), startCountMaintenance(db, warn));
    return { address, db, close };
  } catch (error) {
    await close();
    throw error;
  }
}
