/** Builds the Fastify app with all endpoints, for `serve.ts` and for tests. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { readApiIndex } from '@waypost/contract/common/api-index';
import { limits } from '@waypost/contract/common/limits';
import Fastify, { type FastifyInstance } from 'fastify';
import qs from 'qs';
import { mountApiKeys } from './api-keys/api-keys.http.ts';
import type { AppOptions } from './app-options.ts';
import { mountAreas } from './areas/areas.http.ts';
import { mountAudit } from './audit/audit.http.ts';
import { mountBackups } from './backups/backups.http.ts';
import { mountBrowse } from './browse/browse.http.ts';
import { addSavedSearches } from './browse/browse.public.ts';
import { mountBulkChanges } from './bulk-changes/bulk-changes.http.ts';
import { mountCategories } from './categories/categories.http.ts';
import { mountCollections } from './collections/collections.http.ts';
import { mountContacts } from './contacts/contacts.http.ts';
import { ConfirmationCodes } from './contacts/contacts.public.ts';
import { mountCallbacks } from './data-sources/callbacks/callbacks.http.ts';
import { mountDataSources } from './data-sources/data-sources.http.ts';
import {
  createCodeSmsSender,
  createMailTransport,
  createMessageGateways,
  createNotificationSmsSender,
  findUnauthenticatedSources,
  handleSourceChange,
  readSourceChannels,
} from './data-sources/data-sources.public.ts';
import { mountEmergency } from './emergency/emergency.http.ts';
import { mountExports } from './exports/exports.http.ts';
import { downloadName, expireExportFiles, setExchangeMetadata } from './exports/exports.public.ts';
import { serveHelp } from './help/help.http.ts';
import { mountHxl } from './hxl/hxl.http.ts';
import { Exchange } from './hxl/hxl.public.ts';
import { mountImports } from './imports/imports.http.ts';
import { mountJobs } from './jobs/jobs.http.ts';
import { defaultLoadSettings, type LoadSettings } from './kernel/config/load-settings.ts';
import type { Tx } from './kernel/db/database.ts';
import { DirectoryFileStore, unfinishedDirectoryOf } from './kernel/files/directory-file-store.ts';
import { serveFiles } from './kernel/files/serve-files.ts';
import { serveApiDocs } from './kernel/http/api-docs.ts';
import { toApiDate } from './kernel/http/api-format.ts';
import { setCacheHeaders } from './kernel/http/cache-headers.ts';
import {
  createNotFoundHandler,
  handleFrameworkError,
  installErrorHandler,
} from './kernel/http/error-handler.ts';
import { acceptJson, registerPlugins } from './kernel/http/plugins.ts';
import { createUrlBuilder, type MountContext, route } from './kernel/http/route.ts';
import { serveWebClient } from './kernel/http/web-client.ts';
import { redactErrorForLog } from './kernel/jobs/redact-error.ts';
import { installLoadLimits } from './kernel/limits/load-limits.ts';
import { RequestRate } from './kernel/limits/request-rate.ts';
import { handleClientError, httpTimeouts } from './kernel/limits/slow-clients.ts';
import { createErrorReporter } from './kernel/observability/error-reporting.ts';
import { serveHealth } from './kernel/observability/health.ts';
import { ProcessMetrics } from './kernel/observability/process-metrics.ts';
import { TokenLookup } from './kernel/security/bearer-token.ts';
import { GuardedFetch } from './kernel/security/guarded-fetch.ts';
import { SecretBox } from './kernel/security/secret-box.ts';
import type { Viewer } from './kernel/security/viewer.ts';
import { mountLayers } from './layers/layers.http.ts';
import { findVisibleLayerMedia } from './layers/layers.public.ts';
import { mountOutbox } from './mail/outbox.http.ts';
import { Outbox } from './mail/outbox.ts';
import { mountMapArchives } from './map-archives/map-archives.http.ts';
import { mountMedia } from './media/media.http.ts';
import { deleteUnusedMedia, findNewName, PictureQueue } from './media/media.public.ts';
import { mountMessages } from './messages/messages.http.ts';
import { schema } from './migrations/schema.ts';
import { mountNotifications } from './notifications/notifications.http.ts';
import { mountPlaces } from './places/places.http.ts';
import { mountLocks } from './posts/locks/locks.http.ts';
import { mountMergedPosts } from './posts/merge/merged-posts.http.ts';
import { mountPosts } from './posts/posts.http.ts';
import {
  countVisiblePostsOfSurvey,
  findVisibleMediaIds,
  removePictureFromAnswers,
} from './posts/posts.public.ts';
import { mountPublicViews } from './posts/public-view/public-view.http.ts';
import { mountRevisions } from './posts/revisions/revisions.http.ts';
import { mountSenders } from './posts/senders/senders.http.ts';
import { mountTranslations } from './posts/translations/translations.http.ts';
import {
  createPreviewReader,
  serveMapPicture,
  serveWebAppManifest,
  serveWellKnownFiles,
} from './previews/previews.public.ts';
import { mountPrivacy } from './privacy/privacy.http.ts';
import { mountReceipts } from './receipts/receipts.http.ts';
import { createReadRecorder, mountPostRecord } from './review/record.http.ts';
import { mountReview } from './review/review.http.ts';
import { mountSuggestions } from './review/suggestions/suggestions.http.ts';
import { mountUrgency } from './review/urgency/urgency.http.ts';
import { mountSavedSearches } from './saved-searches/saved-searches.http.ts';
import { mountCountries } from './settings/countries.http.ts';
import { mountSettings } from './settings/settings.http.ts';
import { replaceLogoPath } from './settings/settings.public.ts';
import { mountSetupAssistant } from './setup-assistant/setup-assistant.http.ts';
import { mountStatus } from './status/status.http.ts';
import { describeFile, loadDeploymentState, takeLogo } from './stored-files.ts';
import { mountSurveyFields } from './surveys/fields.http.ts';
import type { DiscardPictures } from './surveys/save-survey.ts';
import { mountSurveys } from './surveys/surveys.http.ts';
import { readSurvey } from './surveys/surveys.public.ts';
import { mountTargetedSurveys } from './targeted-surveys/targeted-surveys.http.ts';
import { mountTemplates } from './templates/templates.http.ts';
import { mountTos } from './tos/tos.http.ts';
import { mountUserSettings } from './user-settings/user-settings.http.ts';
import { mountInvitations } from './users/invitations/invitations.http.ts';
import { mountRegistration } from './users/registration/registration.http.ts';
import { mountSessions } from './users/sessions/sessions.http.ts';
import { mountUsersAndRoles } from './users/users.http.ts';
import { createAuthenticator, findAccountsOfTokens, findAdministrators } from './users/users.public.ts';
import { mountVerifier } from './verifier/verifier.http.ts';
import { mountWebhooks } from './webhooks/webhooks.http.ts';
import { mountWriteBack } from './webhooks/write-back.http.ts';

/** Parses a query string. The limits allow lists of many ids, and bound the work of malicious queries. */
const parseQuery = (text: string) => qs.parse(text, { arrayLimit: 1000, depth: 3, parameterLimit: 2000 });

/** Clients that accept JSON first get the index of the API at the root (API v3 §1.1); all others get the page. */
const rewriteIndexUrl = ({ url = '/', headers: { accept = '' } }: IncomingMessage): string =>
  url === '/' && accept.startsWith('application/json') ? '/api/v3' : url;

/** A path for the log: without the query and without long segments, since links in mails and file names grant access. */
const redactPath = (url: string) => url.split('?')[0]?.replace(/[^/]{20,}/g, '…');

/** The log destination, with error reporting if it is configured. */
function logStream({ logDestination, errorReportsDsn, version = '0' }: AppOptions) {
  if (errorReportsDsn === undefined) return logDestination ? { stream: logDestination } : {};
  const report = createErrorReporter(errorReportsDsn, version);
  const write = (line: string) => {
    logDestination?.write(line);
    report(line);
  };
  return { stream: { write } };
}

function createFastify(options: AppOptions, load: LoadSettings): FastifyInstance {
  return Fastify({
    logger: {
      level: options.logLevel ?? 'silent',
      // Tokens are secrets, and network addresses are personal data.
      redact: ['req.headers.authorization', 'req.headers.cookie', 'req.remoteAddress', 'req.remotePort'],
      serializers: {
        req: (request) => ({ method: request.method, path: redactPath(request.url) }),
        // Messages of the database about a refused row contain the row.
        err: (error) => ({ type: error.name, ...redactErrorForLog(error) }),
      },
      ...logStream(options),
    },
    trustProxy: options.trustProxy ?? 'loopback',
    frameworkErrors: handleFrameworkError,
    bodyLimit: load.maxBodyBytes,
    http: httpTimeouts(load.headersTimeoutSeconds),
    clientErrorHandler: handleClientError,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: {
      ignoreTrailingSlash: true,
      querystringParser: parseQuery,
    },
    rewriteUrl: rewriteIndexUrl,
  });
}

function mountIndex(mount: MountContext): void {
  route(mount, readApiIndex, async ({ viewer: { id, email, realname } }) => ({
    now: toApiDate(new Date()),
    version: '3' as const,
    user: { id, email, realname },
  }));
}

/** Pictures that the viewer may see: those of visible posts and layers. */
const findVisiblePictures = async (tx: Tx, viewer: Viewer, ids: readonly number[]): Promise<Set<number>> =>
  new Set([
    ...(await findVisibleMediaIds(tx, viewer, ids)),
    ...(await findVisibleLayerMedia(tx, viewer, ids)),
  ]);

/** Builds the app, without listening on a port. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const load = options.load ?? defaultLoadSettings();
  const app = createFastify(options, load);
  options.jobs.setLogger(app.log);
  const metrics = new ProcessMetrics();
  const store = options.fileStore ?? new DirectoryFileStore(options.storageDir);
  serveHealth(app, { db: options.db, metrics, fileStore: store }, options.metricsToken);
  acceptJson(app);
  const { embedders, scripts, pageSettings, jsonp, mail, sendmailPath, publicUrl } = options;
  await registerPlugins(app, { contact: pageSettings?.plans.contact, embedders, scripts, jsonp });
  const tokens = new TokenLookup(options.db, findAccountsOfTokens);
  installLoadLimits(app, options.db, load, metrics, tokens);
  await serveApiDocs(app, options.version ?? '0');
  const workThreshold = options.proofOfWorkThresholdPerMinute;
  const mount: MountContext = {
    app,
    db: options.db,
    jobs: options.jobs,
    publicUrl,
    authenticate: createAuthenticator(app, options.db),
    tokens,
    readDeploymentState: loadDeploymentState,
    visitorRateLimit: options.visitorRateLimit ?? limits.visitorRateLimit.max,
    requestRate: new RequestRate(workThreshold ?? limits.proofOfWorkThresholdPerMinute),
    validateResponses: options.validateResponses ?? false,
    recordPersonalDataReads: createReadRecorder(options.db),
    endpoints: [],
  };
  setCacheHeaders(app);
  installErrorHandler(app, metrics);
  const guardedFetch = new GuardedFetch(options.allowedNetworks);
  app.addHook('onClose', () => guardedFetch.close());
  const secretBox = options.secretBox ?? new SecretBox(randomBytes(32));
  const mailTransport = createMailTransport({
    operatorSmtp: mail,
    secretBox,
    fetcher: guardedFetch,
    sendmailPath,
    publicUrl,
  });
  const outbox = new Outbox(options.db, options.jobs, mailTransport, (line) => app.log.warn(line));
  const gateways = createMessageGateways({ jobs: options.jobs, secretBox });
  const texting = createCodeSmsSender({
    secretBox,
    gateways,
    useSimulatedPhones: options.simulatedPhones === true,
  });
  const codes = new ConfirmationCodes({ secretBox, outbox, texting });
  const notificationLimits = options.notificationLimits ?? limits.notificationsPerDay;
  mountIndex(mount);
  mountUsersAndRoles(mount, { outbox, confirmationCodes: codes }, options.maxTokensPerMinute ?? 300);
  mountRegistration(mount, outbox);
  mountInvitations(mount, outbox);
  mountSessions(mount);
  mountContacts(mount, codes);
  mountTos(mount);
  const keys = { secretBox, exchangeUrl: options.exchangeUrl };
  mountUserSettings(mount, keys);
  mountSettings(mount, {
    secretBox,
    hasSurvey: async (tx, id) => (await readSurvey(tx, id)) !== undefined,
    claimLogo: takeLogo,
    outbox,
    addressCheck: guardedFetch,
    findAdministrators: findAdministrators,
    onSourceChange: (tx, changed) => handleSourceChange(tx, { jobs: options.jobs, secretBox }, changed),
  });
  mountAudit(mount);
  mountApiKeys(mount);
  mountEmergency(mount);
  mountOutbox(mount, outbox);
  mountJobs(mount);
  mountCountries(mount);
  mountPlaces(mount);
  const pictures = new PictureQueue(options.pictureQueue);
  app.addHook('onClose', () => pictures.close());
  const discardPictures: DiscardPictures = deleteUnusedMedia;
  mountBackups(mount, options.backups?.schedule, {
    connectionString: options.backups?.connectionString ?? '',
    keyFiles: options.backups?.keyFiles ?? [],
    encryption: options.backups?.encryption,
    store,
    version: options.version ?? '0',
  });
  mountSurveys(mount, { countPosts: countVisiblePostsOfSurvey, discardPictures });
  mountSurveyFields(mount, discardPictures);
  mountCategories(mount);
  const describe = (file: string) => describeFile(options.db, file);
  await serveFiles(app, store, { describe, renamedFile: findNewName, downloadName });
  mountMedia(mount, {
    store,
    pictures,
    findVisibleMedia: findVisiblePictures,
    removeFromAnswers: removePictureFromAnswers,
    moveLogo: replaceLogoPath,
    discardExports: expireExportFiles,
  });
  mountLayers(mount, { fetcher: guardedFetch, secretBox });
  mountAreas(mount);
  mountMapArchives(mount, { store, fetcher: guardedFetch, options });
  mountPosts(mount, addSavedSearches);
  mountPublicViews(mount, addSavedSearches);
  mountLocks(mount);
  mountSenders(mount);
  mountRevisions(mount);
  mountMergedPosts(mount, addSavedSearches);
  mountTranslations(mount);
  mountBrowse(mount);
  const carriers = { outbox, gateways };
  mountMessages(mount, carriers);
  mountTargetedSurveys(mount, { transports: carriers, useSimulatedPhones: options.simulatedPhones });
  mountDataSources(mount, {
    secretBox,
    fetcher: guardedFetch,
    pictureStorage: { store, pictures },
    transports: carriers,
  });
  mountCallbacks(mount, secretBox);
  mountCollections(mount);
  mountSavedSearches(mount);
  mountTemplates(mount, discardPictures);
  mountBulkChanges(mount);
  mountNotifications(mount, {
    outbox,
    smsSender: createNotificationSmsSender({ secretBox, gateways }),
    limits: notificationLimits,
  });
  mountReview(mount);
  mountPostRecord(mount, outbox, store);
  mountSuggestions(mount);
  mountUrgency(mount);
  mountReceipts(mount);
  mountWriteBack(mount, options.sharedSecret);
  mountWebhooks(mount, guardedFetch, secretBox);
  mountImports(
    mount,
    {
      store,
      temporaryDirectory: unfinishedDirectoryOf(options.storageDir),
      maxBytes: options.maxCsvBytes ?? options.pageSettings?.csvBytes ?? limits.csvBytes,
    },
    { pictures, fetcher: guardedFetch, findVisibleMedia: findVisiblePictures },
  );
  const exchange = new Exchange(options.exchangeUrl, guardedFetch);
  mountHxl(mount, { exchange, keys }, async (tx, jobs, viewer, exportId, metadataId) => {
    await setExchangeMetadata(tx, jobs, viewer, exportId, metadataId, 'private');
  });
  mountExports(mount, { store, exchange, keys });
  const readChannels = (tx: Tx) => readSourceChannels(tx, secretBox, outbox);
  mountStatus(mount, {
    metrics,
    version: options.version ?? '0',
    fileStore: store,
    storageDir: options.storageDir,
    isEmbedded: options.isEmbeddedDatabase ?? true,
    maxConnections: options.maxConnections ?? 12,
    hasBackupSchedule: options.backups !== undefined,
    notificationLimits,
    outbox,
    readSourceChannels: readChannels,
    findUnauthenticatedSources: (tx) => findUnauthenticatedSources(tx, secretBox),
  });
  mountSetupAssistant(mount, { readSourceChannels: readChannels });
  mountPrivacy(mount, store, outbox);
  mountVerifier(mount, {
    installDebug: options.installDebug ?? false,
    migrations: schema.migrations.map((step) => step.name),
    store,
    publicUrl: options.publicUrl,
    hasMailServer: mail !== undefined,
    version: options.version ?? '0',
  });
  serveWebAppManifest(app, { db: options.db, store, dist: options.webDist });
  serveWellKnownFiles(app, options.db);
  serveMapPicture(app, { db: options.db, dist: options.webDist, readDeploymentState: loadDeploymentState });
  serveHelp(app, path.resolve(import.meta.dirname, '../../../docs/guide'));
  const readPreview = createPreviewReader(options.db, loadDeploymentState);
  await serveWebClient(
    app,
    {
      dist: options.webDist,
      settings: pageSettings,
      scripts,
      preview: async (request) => ({
        preview: await readPreview(request.url),
        baseUrl: createUrlBuilder(mount, request).baseUrl,
      }),
    },
    createNotFoundHandler(mount.endpoints),
  );
  await options.jobs.prepare();
  return app;
}
