/** From settings to a server that answers: database, tables, first content, app, port. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { version } from '../package.json' with { type: 'json' };
import { buildApp } from './app.ts';
import { keepCounts } from './browse/browse.public.ts';
import { type FirstAdmin, firstStart } from './first-start.ts';
import type { Config } from './kernel/config.ts';
import { type Db, inTransaction, openDatabase } from './kernel/db.ts';
import { Jobs } from './kernel/jobs/jobs.ts';
import { migrate } from './kernel/migrate.ts';
import { openStore, storageIn, tryStore } from './kernel/open-store.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './kernel/postgres/start.ts';
import { keyFileIn, openVault } from './kernel/vault.ts';
import { migrations } from './migrations/all.ts';
import { keepPlaces } from './places/keep-places.ts';
import { sealSecrets } from './seal-secrets.ts';
import { keepOperatorsWord } from './settings/settings.public.ts';

export interface ServeHooks {
  /** Runs once the tables stand and the first content is in, before anything is served. */
  afterMigrate?: (db: Db, dirs: { storageDir: string }) => Promise<void>;
  /** Told the login that a new deployment has got; printed unless given. */
  introduce?: (admin: FirstAdmin) => void;
  /** Told what an operator should see; the standard output unless given. */
  announce?: (lines: readonly string[]) => void;
  /** Everything stands, and the port is about to be listened on. */
  beforeListen?: () => Promise<void>;
}

export interface Serving {
  /** `http://localhost:3000`; empty for a process that serves nothing. */
  address: string;
  db: Db;
  /** Finishes the requests under way, then ends everything that was started. */
  close: () => Promise<void>;
}

const say = (lines: readonly string[]) => process.stdout.write(`${lines.join('\n')}\n`);

function startDatabase(
  config: Config,
  announce: (lines: readonly string[]) => void,
): Promise<EmbeddedPostgres> | undefined {
  if (config.databaseUrl) return undefined;
  const note = (message: string) => announce([message]);
  return startEmbeddedPostgres({ dataDir: config.dataDir, log: { info: note, warn: note } });
}

/** The address to open in a browser on this machine. */
function localAddress(app: FastifyInstance, config: Config): string {
  const bound = app.server.address();
  const port = typeof bound === 'object' && bound ? bound.port : config.port;
  const everywhere = config.host === '0.0.0.0' || config.host === '::';
  const host = everywhere ? 'localhost' : config.host.includes(':') ? `[${config.host}]` : config.host;
  return `http://${host}:${port}`;
}

/** Told at once: whatever fails after it, the password is nowhere else. */
function introduction(admin: FirstAdmin): string[] {
  const password = admin.generated ? admin.password : 'as set in ADMIN_PASSWORD';
  return [
    '',
    '  The first administrator, told this once:',
    `    e-mail    ${admin.email}`,
    `    password  ${password}`,
    '',
  ];
}

/**
 * Starts everything.
 * @throws when the database cannot be opened or brought up to date, or the port is taken; what was started is ended first
 */
export async function serve(config: Config, hooks: ServeHooks = {}): Promise<Serving> {
  const announce = hooks.announce ?? say;
  const introduce = hooks.introduce ?? ((admin) => announce(introduction(admin)));
  const storageDir = storageIn(config.dataDir);
  await mkdir(storageDir, { recursive: true });
  const ends: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const store = openStore(config);
    ends.push(() => store.close());
    const fault = await tryStore(store);
    if (fault !== undefined) announce([`${fault}. Files cannot be had until it answers.`]);
    const postgres = await startDatabase(config, announce);
    if (postgres) ends.push(() => postgres.stop());
    const connectionString = config.databaseUrl ?? postgres?.connectionString ?? '';
    const db = openDatabase(connectionString, { connections: config.databaseConnections });
    ends.push(() => db.destroy());
    await migrate(db, migrations);
    const admin = await inTransaction(db, 'writes', (tx) => firstStart(tx, config.admin));
    if (admin) introduce(admin);
    await inTransaction(db, 'writes', (tx) => keepOperatorsWord(tx, config.operator));
    const vault = await openVault(config.dataDir, config.secretKey);
    await sealSecrets(db, { vault, exchangeUrl: config.exchangeUrl }, (line) => announce([line]));
    await hooks.afterMigrate?.(db, { storageDir });
    const jobs = new Jobs({
      db,
      connectionString,
      works: config.jobs !== 'off',
      isAlone: config.databaseUrl === undefined,
    });
    ends.push(() => jobs.close());
    const app = await buildApp({
      db,
      jobs,
      storageDir,
      store,
      webDist: path.resolve(import.meta.dirname, '../../web/dist'),
      publicUrl: config.publicUrl,
      trustProxy: config.trustProxy,
      load: config.load,
      isEmbedded: config.databaseUrl === undefined,
      connections: config.databaseConnections,
      logLevel: config.logLevel,
      logTo: process.stdout,
      metricsToken: config.metricsToken,
      backups: config.backups && {
        plan: config.backups,
        connectionString,
        keys: [keyFileIn(config.dataDir)],
        encryption: config.backupSecrets.encryption,
      },
      mail: config.mail,
      sendmail: config.sendmail,
      exchangeUrl: config.exchangeUrl,
      outgoingAllowed: config.outgoingAllowed,
      visitorsPace: config.visitorsPace,
      pictures: { maxPixels: config.mediaPixels },
      visitorsPressure: config.visitorsPressure,
      sharedSecret: config.sharedSecret,
      vault,
      pageSettings: config.page,
      notificationLimits: config.notificationLimits,
      simulatedPhones: config.simulatedPhones,
      installDebug: config.installDebug,
      embedders: config.embedders,
      jsonp: config.jsonp,
      ...config.services,
      version,
    });
    ends.push(() => app.close());
    ends.push(() => jobs.rest());
    if (config.jobs !== 'off') await jobs.start();
    if (config.jobs === 'only') {
      await app.ready();
      announce(['Waypost works off jobs, and serves nothing']);
      return { address: '', db, close };
    }
    await hooks.beforeListen?.();
    await app.listen({ port: config.port, host: config.host });
    const address = localAddress(app, config);
    announce([`Waypost is ready at ${config.publicUrl ?? address}`]);
    const places = path.resolve(import.meta.dirname, '../assets/places.tsv.gz');
    const warn = (line: string) => app.log.warn(line);
    ends.push(keepPlaces(db, places, warn), keepCounts(db, warn));
    return { address, db, close };
  } catch (error) {
    await close();
    throw error;
  }
}
