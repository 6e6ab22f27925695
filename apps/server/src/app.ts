/** The whole server, mounted: what `main.ts` listens with and what tests talk to. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { readIndex } from '@waypost/contract/api-index';
import { limits } from '@waypost/contract/limits';
import type { PageSettings } from '@waypost/contract/page-settings';
import Fastify, { type FastifyInstance } from 'fastify';
import qs from 'qs';
import { mountApiKeys } from './api-keys/api-keys.http.ts';
import { mountAudit } from './audit/audit.http.ts';
import { mountBackups } from './backups/backups.http.ts';
import type { BackupPlan } from './backups/backups.public.ts';
import { mountBrowse } from './browse/browse.http.ts';
import { withSearches } from './browse/browse.public.ts';
import { mountCategories } from './categories/categories.http.ts';
import { mountCollections } from './collections/collections.http.ts';
import { mountContacts } from './contacts/contacts.http.ts';
import { ConfirmationCodes } from './contacts/contacts.public.ts';
import { mountCallbacks } from './data-sources/callbacks.http.ts';
import { mountDataSources } from './data-sources/data-sources.http.ts';
import { codeTextingBy, gatewaysOf, mailDoorOf, textingBy } from './data-sources/data-sources.public.ts';
import { mountExports } from './exports/exports.http.ts';
import { downloadName, tellExchange } from './exports/exports.public.ts';
import { serveHelp } from './help/help.http.ts';
import { mountHxl } from './hxl/hxl.http.ts';
import { Exchange } from './hxl/hxl.public.ts';
import { mountImports } from './imports/imports.http.ts';
import { mountJobs } from './jobs/jobs.http.ts';
import type { BackupEncryption } from './kernel/backup-settings.ts';
import { TokenLookups } from './kernel/bearer.ts';
import { boundLoad } from './kernel/bound-load.ts';
import { briefly } from './kernel/briefly.ts';
import { type Db, inTransaction, type Tx } from './kernel/db.ts';
import { DirectoryStore } from './kernel/directory-store.ts';
import { reportErrors } from './kernel/error-reports.ts';
import { tellErrors, tellNoRoute, tellUnreadable } from './kernel/errors.ts';
import { FileSeal } from './kernel/file-seal.ts';
import type { FileStore } from './kernel/file-store.ts';
import { Flood } from './kernel/flood.ts';
import { GuardedFetch } from './kernel/guarded-fetch.ts';
import { serveHealth } from './kernel/health.ts';
import { loggedFault } from './kernel/jobs/fault.ts';
import type { Jobs } from './kernel/jobs/jobs.ts';
import { removingLater } from './kernel/late-removals.ts';
import { type LoadSettings, usualLoad } from './kernel/load-settings.ts';
import { acceptEmptyJson, registerPlugins } from './kernel/plugins.ts';
import { Pulse } from './kernel/pulse.ts';
import { addressesOf, type Mount, route } from './kernel/route.ts';
import { serveDocs } from './kernel/serve-docs.ts';
import { serveFiles } from './kernel/serve-files.ts';
import type { PageScript } from './kernel/service-settings.ts';
import { httpTimeouts, tellUnfinished } from './kernel/slow-clients.ts';
import { withWrittenDates } from './kernel/spoken-dates.ts';
import { Vault } from './kernel/vault.ts';
import type { Viewer } from './kernel/viewer.ts';
import { serveWebClient } from './kernel/web-client.ts';
import { wireDate } from './kernel/wire.ts';
import { mountLayers } from './layers/layers.http.ts';
import { picturesOfLayers } from './layers/layers.public.ts';
import { mountMail } from './mail/mail.http.ts';
import { Outbox } from './mail/outbox.ts';
import { mountMedia } from './media/media.http.ts';
import { discardMedia, newName, PictureQueue } from './media/media.public.ts';
import type { PictureQueueOptions } from './media/picture-queue.ts';
import { mountMessages } from './messages/messages.http.ts';
import { migrations } from './migrations/all.ts';
import { mountNotifications } from './notifications/notifications.http.ts';
import type { NotificationLimits } from './notifications/notifications.public.ts';
import { mountPeople } from './people/people.http.ts';
import { readAdministrators, SessionUse, viewerByToken } from './people/people.public.ts';
import { mountRegistration } from './people/registration.http.ts';
import { mountSessions } from './people/sessions.http.ts';
import { mountPlaces } from './places/places.http.ts';
import { mountLocks } from './posts/locks.http.ts';
import { mountPosts } from './posts/posts.http.ts';
import { countPostsOfSurvey, forgetPicture, shownMedia } from './posts/posts.public.ts';
import { mountRevisions } from './posts/revisions.http.ts';
import { mountSenders } from './posts/senders.http.ts';
import { mountTranslations } from './posts/translations.http.ts';
import { previewOf, serveInstallable } from './previews/previews.public.ts';
import { mountPrivacy } from './privacy/privacy.http.ts';
import { mountSavedSearches } from './saved-searches/saved-searches.http.ts';
import { mountCountries } from './settings/countries.http.ts';
import { mountSettings } from './settings/settings.http.ts';
import { moveLogo, readFileKey } from './settings/settings.public.ts';
import { mountStatus } from './status/status.http.ts';
import { describeFile, standing, takeLogo } from './stored-files.ts';
import { mountSurveyFields } from './surveys/fields.http.ts';
import type { DiscardPictures } from './surveys/save-survey.ts';
import { mountSurveys } from './surveys/surveys.http.ts';
import { readSurvey } from './surveys/surveys.public.ts';
import { mountTargetedSurveys } from './targeted-surveys/targeted-surveys.http.ts';
import { mountTos } from './tos/tos.http.ts';
import { mountUserSettings } from './user-settings/user-settings.http.ts';
import { mountVerifier } from './verifier/verifier.http.ts';
import { mountWebhooks } from './webhooks/webhooks.http.ts';
import { mountWriteBack } from './webhooks/write-back.http.ts';

export interface AppOptions {
  db: Db;
  /** The caller's to start and to end. */
  jobs: Jobs;
  /** Whether the database is Waypost's own, and how many connections the process may hold: for the administrators' status. */
  isEmbedded?: boolean;
  connections?: number;
  /** Absolute; the built web client. */
  webDist: string;
  /** Absolute; where pictures are kept that are in no store of their own. */
  storageDir: string;
  /** Where files are kept; in that directory unless given. The caller's to close. */
  store?: FileStore;
  publicUrl?: string | undefined;
  trustProxy?: string;
  /** How much this process takes on; as where nothing is set. */
  load?: LoadSettings;
  logLevel?: string;
  /** Where log lines go; the standard output unless told otherwise. */
  logTo?: NodeJS.WritableStream;
  version?: string;
  /** Parse every answer with its schema: for tests. */
  checkAnswers?: boolean;
  /** Where mail is handed over; without it, by the way that an administrator set. */
  mail?: { smtpUrl: string; from: string } | undefined;
  /** Absolute; the mail program of this machine, where mail may leave by it. */
  sendmail?: string | undefined;
  /** Opens the server's figures to callers from elsewhere; without it, to this machine alone. */
  metricsToken?: string | undefined;
  /** Backups by the clock, and the address of the database that they are made of. */
  backups?:
    | {
        plan: BackupPlan;
        connectionString: string;
        keys: readonly string[];
        encryption?: BackupEncryption | undefined;
      }
    | undefined;
  /** The humanitarian exchange that exports may be sent to. */
  exchangeUrl?: string | undefined;
  /** Networks that may be asked beside the public internet, where people choose whom to ask. */
  outgoingAllowed?: readonly string[];
  /** Reports, and pictures, that visitors may send from one address in ten minutes; 0 is without bound. */
  visitorsPace?: number;
  /** Reports that visitors may send in a minute, all together, before a proof of work is asked of each; 0 is without bound. */
  visitorsPressure?: number;
  /** What bounds the work on pictures; as usual unless given. */
  pictures?: PictureQueueOptions;
  /** Bytes of the largest CSV file; as the page is told unless said otherwise. */
  csvBytes?: number;
  /** Tokens that one address may ask for in a minute. */
  tokensAMinute?: number;
  /** What requests without a login are signed with; without it they are refused. */
  sharedSecret?: string | undefined;
  /** Whether messages may go to simulated phones; where there is no gateway unless said. */
  simulatedPhones?: boolean | undefined;
  /** Notifications in a day, to one account and in all; as in the contract unless said. */
  notificationLimits?: NotificationLimits;
  /** Keeps the secrets of data sources; without one nothing that is stored opens again after this process. */
  vault?: Vault;
  /** Told to the web client with its page. */
  pageSettings?: PageSettings;
  /** Whether the server tells everybody what is wrong with its installation. */
  installDebug?: boolean;
  /** Sites that may show our embedded pages in a frame; all unless given. */
  embedders?: readonly string[] | undefined;
  /** Whether answers are given as programs (`format=jsonp`): off unless given. */
  jsonp?: boolean;
  /** Scripts of others that the page runs; none unless given. */
  scripts?: readonly PageScript[] | undefined;
  /** Where faults are told beside the log (`error-reports.ts`). */
  errorReports?: string | undefined;
}

/** A list in a query may name many ids; what is beyond is not a list that a person made. */
const parseQuery = (text: string) =>
  withWrittenDates(qs.parse(text, { arrayLimit: 1000, depth: 3, parameterLimit: 2000 }));

/** Programs that ask for JSON at the root get the index (wire 1.1); the root is the page to everybody else. */
const indexForPrograms = ({ url = '/', headers: { accept = '' } }: IncomingMessage): string =>
  url === '/' && accept.startsWith('application/json') ? '/api/v3' : url;

/** Links in mails and the names of files are keys: whatever is as long as one stays out of the log, and queries do too. */
const loggedPath = (url: string) => url.split('?')[0]?.replace(/[^/]{20,}/g, '…');

/** Where the log goes: to the stream given, and what it says of faults to a service as well, if there is one. */
function logStream({ logTo, errorReports, version = '0' }: AppOptions) {
  if (errorReports === undefined) return logTo ? { stream: logTo } : {};
  const report = reportErrors(errorReports, version);
  const write = (line: string) => {
    logTo?.write(line);
    report(line);
  };
  return { stream: { write } };
}

function newFastify(options: AppOptions, load: LoadSettings): FastifyInstance {
  return Fastify({
    logger: {
      level: options.logLevel ?? 'silent',
      // Tokens are secrets; addresses of people are nobody's business once the request is served.
      redact: ['req.headers.authorization', 'req.headers.cookie', 'req.remoteAddress', 'req.remotePort'],
      serializers: {
        req: (request) => ({ method: request.method, path: loggedPath(request.url) }),
        // What the database says of a row that it refuses repeats the row.
        err: (error) => ({ type: error.name, ...loggedFault(error) }),
      },
      ...logStream(options),
    },
    trustProxy: options.trustProxy ?? 'loopback',
    frameworkErrors: tellUnreadable,
    bodyLimit: load.body,
    http: httpTimeouts(load.headers),
    clientErrorHandler: tellUnfinished,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: {
      ignoreTrailingSlash: true,
      querystringParser: parseQuery,
    },
    rewriteUrl: indexForPrograms,
  });
}

function mountIndex(mount: Mount): void {
  route(mount, readIndex, async ({ viewer: { id, email, realname } }) => ({
    now: wireDate(new Date()),
    version: '3' as const,
    user: { id, email, realname },
  }));
}

/** A picture is shown by the posts and the layers that have it. */
const shownPictures = async (tx: Tx, viewer: Viewer, ids: readonly number[]): Promise<Set<number>> =>
  new Set([...(await shownMedia(tx, viewer, ids)), ...(await picturesOfLayers(tx, viewer, ids))]);

/** Milliseconds that a preview is kept: a link that goes round is asked for by many at once, what was withdrawn is gone. */
const previewAge = 5000;

/** What links show, each read at most once in a few seconds. */
const keptPreviews = (db: Db) =>
  briefly(previewAge, (url: string) =>
    inTransaction(db, 'reads', async (tx) => previewOf(tx, url, await standing(tx))),
  );

/** Finds who holds a token, and notes that their session is in use. */
function notingUse(app: FastifyInstance, db: Db): Mount['authenticate'] {
  const use = new SessionUse(db, (err) => app.log.error({ err }, 'the use of a session was not noted'));
  app.addHook('onClose', () => use.idle());
  return async (tx, token) => {
    const viewer = await viewerByToken(tx, token);
    if (viewer?.session) use.note(viewer.session);
    return viewer;
  };
}

/** Builds the app. Nothing listens yet. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const load = options.load ?? usualLoad();
  const app = newFastify(options, load);
  options.jobs.tellTo(app.log);
  const pulse = new Pulse();
  const files = options.store ?? new DirectoryStore(options.storageDir);
  serveHealth(app, { db: options.db, pulse, files }, options.metricsToken);
  acceptEmptyJson(app);
  const { embedders, scripts, pageSettings, jsonp } = options;
  await registerPlugins(app, { contact: pageSettings?.plans.contact, embedders, scripts, jsonp });
  const tokens = new TokenLookups(options.db, viewerByToken);
  boundLoad(app, options.db, load, pulse, tokens);
  await serveDocs(app, options.version ?? '0');
  const mount: Mount = {
    app,
    db: options.db,
    jobs: options.jobs,
    publicUrl: options.publicUrl,
    authenticate: notingUse(app, options.db),
    tokens,
    standing,
    visitorsPace: options.visitorsPace ?? limits.visitorsPace.most,
    flood: new Flood(options.visitorsPressure ?? limits.visitorsPressure),
    checkAnswers: options.checkAnswers ?? false,
    mounted: [],
  };
  app.addHook('onSend', async (request, reply) => {
    if (request.method !== 'GET' && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-cache, no-store, max-age=0, must-revalidate');
  });
  tellErrors(app);
  const guarded = new GuardedFetch(options.outgoingAllowed);
  app.addHook('onClose', () => guarded.close());
  const vault = options.vault ?? new Vault(randomBytes(32));
  const { mail, sendmail, publicUrl } = options;
  const door = mailDoorOf({ mail, vault, fetcher: guarded, sendmail, publicUrl });
  const outbox = new Outbox(options.db, options.jobs, door, (line) => app.log.warn(line));
  const gateways = gatewaysOf({ jobs: options.jobs, vault });
  const texting = codeTextingBy({ vault, gateways, simulates: options.simulatedPhones === true });
  const codes = new ConfirmationCodes({ vault, outbox, texting });
  const notificationLimits = options.notificationLimits ?? limits.notificationsADay;
  mountIndex(mount);
  mountPeople(mount, { outbox, codes }, options.tokensAMinute ?? 300);
  mountRegistration(mount, outbox);
  mountSessions(mount);
  mountContacts(mount, codes);
  mountTos(mount);
  const keys = { vault, exchangeUrl: options.exchangeUrl };
  mountUserSettings(mount, keys);
  mountSettings(mount, {
    vault,
    hasSurvey: async (tx, id) => (await readSurvey(tx, id)) !== undefined,
    takeLogo,
    outbox,
    administrators: readAdministrators,
  });
  mountAudit(mount);
  mountApiKeys(mount);
  mountMail(mount, outbox);
  mountJobs(mount);
  mountCountries(mount);
  mountPlaces(mount);
  const store = removingLater(files, options);
  const pictures = new PictureQueue(options.pictures);
  app.addHook('onClose', () => pictures.close());
  const discardPictures: DiscardPictures = (tx, ids, outcome) => discardMedia(tx, ids, { store, outcome });
  mountBackups(mount, options.backups?.plan, {
    connectionString: options.backups?.connectionString ?? '',
    keys: options.backups?.keys ?? [],
    encryption: options.backups?.encryption,
    store,
    version: options.version ?? '0',
  });
  mountSurveys(mount, { countPosts: countPostsOfSurvey, discardPictures });
  mountSurveyFields(mount, discardPictures);
  mountCategories(mount);
  const seal = new FileSeal(await inTransaction(options.db, 'reads', readFileKey));
  const describe = (file: string) => describeFile(options.db, file);
  await serveFiles(app, files, { seal, describe, newName, downloadName });
  mountMedia(mount, { store, pictures, seal, shownAmong: shownPictures, forget: forgetPicture, moveLogo });
  mountLayers(mount);
  mountPosts(mount, store, withSearches);
  mountLocks(mount);
  mountSenders(mount);
  mountRevisions(mount);
  mountTranslations(mount);
  mountBrowse(mount);
  const carriers = { outbox, gateways };
  mountMessages(mount, carriers);
  mountTargetedSurveys(mount, { carriers, simulates: options.simulatedPhones });
  mountDataSources(mount, { vault, fetcher: guarded, works: { store, pictures }, carriers });
  mountCallbacks(mount, vault);
  mountCollections(mount);
  mountSavedSearches(mount);
  mountNotifications(mount, { outbox, texting: textingBy({ vault, gateways }), limits: notificationLimits });
  mountWriteBack(mount, options.sharedSecret);
  mountWebhooks(mount, guarded, vault);
  mountImports(mount, { store, most: options.csvBytes ?? options.pageSettings?.csvBytes ?? limits.csvBytes });
  const exchange = new Exchange(options.exchangeUrl, guarded);
  mountHxl(mount, { exchange, keys }, async (tx, jobs, viewer, exportId, metadataId) => {
    await tellExchange(tx, jobs, viewer, exportId, metadataId, 'private');
  });
  mountExports(mount, { store, seal, exchange, keys });
  mountStatus(mount, {
    pulse,
    version: options.version ?? '0',
    store,
    storageDir: options.storageDir,
    isEmbedded: options.isEmbedded ?? true,
    connections: options.connections ?? 12,
    hasBackupPlan: options.backups !== undefined,
    notificationLimits,
    mailLeaves: async (tx) => (await door.mailer(tx)) !== undefined,
  });
  mountPrivacy(mount, store);
  mountVerifier(mount, {
    installDebug: options.installDebug ?? false,
    migrations: migrations.map((step) => step.name),
    store,
    publicUrl: options.publicUrl,
    hasMailServer: mail !== undefined,
    version: options.version ?? '0',
  });
  serveInstallable(app, { db: options.db, store, dist: options.webDist });
  serveHelp(app, path.resolve(import.meta.dirname, '../../../docs/guide'));
  const previews = keptPreviews(options.db);
  await serveWebClient(
    app,
    {
      dist: options.webDist,
      settings: pageSettings,
      scripts,
      preview: async (request) => ({
        preview: await previews(request.url),
        root: addressesOf(mount, request).root,
      }),
    },
    tellNoRoute(mount.mounted),
  );
  await options.jobs.prepare();
  return app;
}
