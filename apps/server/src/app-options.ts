/** Options of the app: what the process opens and configures before it builds the app. */
import type { PageSettings } from '@waypost/contract/settings/page-settings';
import type { BackupSchedule } from './backups/backups.public.ts';
import type { BackupEncryption } from './kernel/config/backup-settings.ts';
import type { LoadSettings } from './kernel/config/load-settings.ts';
import type { PageScript } from './kernel/config/service-settings.ts';
import type { Db } from './kernel/db/database.ts';
import type { FileStore } from './kernel/files/file-store.ts';
import type { JobQueue } from './kernel/jobs/job-queue.ts';
import type { SecretBox } from './kernel/security/secret-box.ts';
import type { PictureQueueOptions } from './media/picture-queue.ts';
import type { NotificationLimits } from './notifications/notifications.public.ts';

/** Options of the app. Tests pass few of them. */
export interface AppOptions {
  db: Db;
  /** Started and closed by the caller. */
  jobs: JobQueue;
  /** Whether the embedded database is used: shown on the status page. */
  isEmbeddedDatabase?: boolean;
  /** Size of the connection pool: shown on the status page. */
  maxConnections?: number;
  /** Absolute path of the built web client. */
  webDist: string;
  /** Absolute path of the directory for files when `fileStore` is not set. */
  storageDir: string;
  /** Closed by the caller; a store in `storageDir` by default. */
  fileStore?: FileStore;
  /** Absolute path of the directory with map archives that administrators may add; undefined: none. */
  mapArchivesDir?: string | undefined;
  publicUrl?: string | undefined;
  trustProxy?: string;
  /** Limits of the load; `defaultLoadSettings` by default. */
  load?: LoadSettings;
  logLevel?: string;
  /** Standard output by default. */
  logDestination?: NodeJS.WritableStream;
  version?: string;
  /** Parse every response with its schema: for tests. */
  validateResponses?: boolean;
  /** The SMTP server of the operator; undefined: the transport that an administrator configured. */
  mail?: { smtpUrl: string; from: string } | undefined;
  /** Absolute path of the mail program of this machine, if mail may be sent by it. */
  sendmailPath?: string | undefined;
  /** Token for `/metrics` from other machines; undefined: only from this one. */
  metricsToken?: string | undefined;
  /** Scheduled backups, and the database that they are made of. */
  backups?:
    | {
        schedule: BackupSchedule;
        connectionString: string;
        keyFiles: readonly string[];
        encryption?: BackupEncryption | undefined;
      }
    | undefined;
  /** URL of the CKAN server that exports may be sent to. */
  exchangeUrl?: string | undefined;
  /** Networks besides the public internet that requests to URLs chosen by users may reach. */
  allowedNetworks?: readonly string[];
  /** Reports, and pictures, that visitors may send from one network address in ten minutes; 0 is unlimited. */
  visitorRateLimit?: number;
  /** Reports of all visitors per minute above which a proof of work is required; 0 is unlimited. */
  proofOfWorkThresholdPerMinute?: number;
  /** Limits of picture processing. */
  pictureQueue?: PictureQueueOptions;
  /** Largest CSV file; the value of `pageSettings` by default. */
  maxCsvBytes?: number;
  /** Tokens that one network address may request per minute. */
  maxTokensPerMinute?: number;
  /** Secret that signs requests of other programs without a login; undefined: they are refused. */
  sharedSecret?: string | undefined;
  /** Whether messages may go to simulated phones; by default while no SMS gateway is switched on. */
  simulatedPhones?: boolean | undefined;
  /** Notifications per day, per account and in total; the limits of the contract by default. */
  notificationLimits?: NotificationLimits;
  /** Encrypts stored secrets; by default with a random key that is lost with the process. */
  secretBox?: SecretBox;
  /** Settings that the web client gets with its page. */
  pageSettings?: PageSettings;
  /** Whether the verifier reports details of the installation to everybody. */
  installDebug?: boolean;
  /** Sites that may show our embedded pages in a frame; all by default. */
  embedders?: readonly string[] | undefined;
  /** Whether JSONP responses are on (`format=jsonp`); off by default. */
  jsonp?: boolean;
  /** Third-party scripts of the page. */
  scripts?: readonly PageScript[] | undefined;
  /** DSN of the service that gets errors besides the log (`error-reporting.ts`). */
  errorReportsDsn?: string | undefined;
}
