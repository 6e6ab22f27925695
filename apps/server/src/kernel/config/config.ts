/** Reads the settings from the environment once at start; errors name every invalid variable. */

import path from 'node:path';
import { limits } from '@waypost/contract/common/limits';
import { trailingSlashes } from '@waypost/contract/common/trailing-slashes';
import { FeatureOverrides } from '@waypost/contract/settings/features';
import { defaultPageSettings, type PageSettings } from '@waypost/contract/settings/page-settings';
import { type CheckName, checkNames } from '@waypost/contract/verifier/verifier';
import { z } from 'zod';
import { parseNetwork } from '../security/guarded-fetch.ts';
import { type BackupSecrets, backupVariables, readBackupSecrets } from './backup-settings.ts';
import { type LoadSettings, loadVariables, readLoadSettings } from './load-settings.ts';
import { readS3Settings, type S3Settings, s3Variables } from './s3-settings.ts';
import { readServiceSettings, type ServiceSettings, serviceVariables } from './service-settings.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** An empty variable counts as unset: compose files and unit files often have them. */
const emptyToUndefined = (value: unknown) => (value === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(emptyToUndefined, schema.optional());

const port = z.coerce.number({ error: 'must be a port number' }).int().min(0).max(65_535);
const webAddress = z.url({
  protocol: /^https?$/,
  error: 'must be an address such as https://report.example.org',
});
const databaseAddress = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must be an address such as postgresql://user:secret@host:5432/name',
});

const mailServer = z.url({
  protocol: /^smtps?$/,
  error: 'must be an address such as smtp://user:secret@mail.example.org:587',
});

/** Invalid JSON stays text, which fails the schema of an object. */
const parseJson = (value: unknown) => {
  if (typeof value !== 'string' || value === '') return undefined;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
};
const features = z.preprocess((value, context) => {
  const parsed = parseJson(value);
  if (typeof parsed !== 'string') return parsed;
  context.addIssue({ code: 'custom', message: 'must be JSON such as {"webhooks":{"enabled":false}}' });
  return z.NEVER;
}, FeatureOverrides.optional());
const dateOrTime = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: 'must be a day such as 2026-12-31, or a time such as 2026-12-31T18:00:00Z',
});

/** A page of this or another server, or an e-mail address; not `javascript:` and the like. */
const link = z.string().regex(/^(\/(?!\/)|https?:\/\/|mailto:)\S+$/, {
  error: 'must be an address such as https://help.example.org, mailto:help@example.org or /help',
});

/** Origins of other sites, comma separated; `*.` stands for all below a name. */
const siteOrigins = z.string().transform((text, context): string[] => {
  const origins = text
    .split(',')
    .flatMap((part) => part.trim().replace(trailingSlashes, '').toLowerCase() || []);
  if (origins.every((origin) => /^https?:\/\/(\*\.)?[a-z0-9.-]+(:\d{1,5})?$/.test(origin))) return origins;
  context.addIssue({
    code: 'custom',
    message: 'must be sites such as https://example.org,https://*.example.net',
  });
  return z.NEVER;
});

/** Names of checks, comma separated, or ALL. */
const disabledChecks = z.string().transform((text, context): CheckName[] => {
  const names = text.split(',').flatMap((name) => name.trim().toLowerCase() || []);
  if (names.includes('all')) return [...checkNames];
  const isCheck = (name: string): name is CheckName => checkNames.some((checkName) => checkName === name);
  if (!names.every(isCheck)) {
    context.addIssue({ code: 'custom', message: `must be ALL or some of ${checkNames.join(', ')}` });
    return z.NEVER;
  }
  return names.filter(isCheck);
});

/** `03:30`, or a cron expression of five fields; UTC. */
const backupSchedule = z.string().transform((text, context): string => {
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text.trim()) ?? [];
  if (hour !== undefined && minute !== undefined) return `${Number(minute)} ${Number(hour)} * * *`;
  if (/^([\d*,/-]+\s+){4}[\d*,/-]+$/.test(text.trim())) return text.trim();
  context.addIssue({
    code: 'custom',
    message: 'must be a time of day such as 03:30, or a cron line such as 0 */6 * * *',
  });
  return z.NEVER;
});

const megabyte = 1_048_576;
/** Networks, comma separated. */
const networkList = z.string().transform((text, context): string[] => {
  const networks = text.split(',').flatMap((part) => part.trim() || []);
  if (networks.every((network) => parseNetwork(network))) return networks;
  context.addIssue({ code: 'custom', message: 'must be networks such as 10.0.0.0/8,192.168.1.20' });
  return z.NEVER;
});

const notificationsPerDay = (defaultValue: number) =>
  z.preprocess(
    emptyToUndefined,
    z.coerce
      .number({ error: 'must be a number of notifications in a day, or 0' })
      .int()
      .min(0)
      .default(defaultValue),
  );

const Environment = z.object({
  ...backupVariables,
  ...loadVariables,
  ...s3Variables,
  ...serviceVariables,
  PORT: z.preprocess(emptyToUndefined, port.default(3000)),
  HOST: z.preprocess(emptyToUndefined, z.string().default('0.0.0.0')),
  PUBLIC_URL: optional(webAddress),
  DATA_DIR: z.preprocess(emptyToUndefined, z.string().default('./data')),
  MAP_ARCHIVES_DIR: optional(z.string()),
  DATABASE_URL: optional(databaseAddress),
  ADMIN_EMAIL: optional(z.email({ error: 'must be an e-mail address' })),
  ADMIN_PASSWORD: optional(
    z.string().min(7, 'must be 7 to 72 characters long').max(72, 'must be 7 to 72 characters long'),
  ),
  LOG_LEVEL: z.preprocess(
    emptyToUndefined,
    z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('warn'),
  ),
  TRUST_PROXY: z.preprocess(emptyToUndefined, z.string().default('loopback')),
  JOBS: z.preprocess(
    emptyToUndefined,
    z.enum(['on', 'off', 'only'], { error: 'must be on, off or only' }).default('on'),
  ),
  SMTP_URL: optional(mailServer),
  SENDMAIL_PATH: optional(z.string().startsWith('/', 'must be an absolute path such as /usr/sbin/sendmail')),
  TIER: optional(z.string().max(50)),
  TIER_EXPIRES: optional(dateOrTime),
  TIER_EXTENDED: optional(dateOrTime),
  FEATURES: features,
  VISITORS_PACE: z.preprocess(
    emptyToUndefined,
    z.coerce
      .number({ error: 'must be a number of reports in ten minutes, or 0' })
      .int()
      .min(0)
      .default(limits.visitorRateLimit.max),
  ),
  MEDIA_MEGAPIXELS: z.preprocess(
    emptyToUndefined,
    z.coerce
      .number({ error: 'must be a number of millions of pixels' })
      .min(1)
      .max(1000)
      .default(limits.mediaPixels / 1_000_000),
  ),
  VISITORS_PRESSURE: z.preprocess(
    emptyToUndefined,
    z.coerce
      .number({ error: 'must be a number of reports in a minute, or 0' })
      .int()
      .min(0)
      .default(limits.proofOfWorkThresholdPerMinute),
  ),
  IMPORT_MB: z.preprocess(
    emptyToUndefined,
    z.coerce
      .number({ error: 'must be a number of megabytes, up to 2048' })
      .min(1)
      .max(2048)
      .default(limits.csvBytes / megabyte),
  ),
  BACKUP_AT: optional(backupSchedule),
  BACKUP_DIR: optional(z.string()),
  BACKUP_KEEP: z.preprocess(
    emptyToUndefined,
    z.coerce.number({ error: 'must be a number of files' }).int().min(1).max(10_000).default(7),
  ),
  NOTIFICATIONS_PER_ACCOUNT: notificationsPerDay(limits.notificationsPerDay.account),
  NOTIFICATIONS_PER_DAY: notificationsPerDay(limits.notificationsPerDay.deployment),
  METRICS_TOKEN: optional(z.string().min(20, 'must be at least 20 characters long')),
  HDX_URL: optional(webAddress),
  OUTGOING_ALLOW: optional(networkList),
  EMBED_SITES: optional(siteOrigins),
  JSONP: z.preprocess(emptyToUndefined, z.stringbool({ error: 'must be on or off' }).default(false)),
  MAINTENANCE: z.preprocess(
    emptyToUndefined,
    z.stringbool({ error: 'must be true or false' }).default(false),
  ),
  SIMULATED_PHONES: optional(z.stringbool({ error: 'must be on or off' })),
  INSTALL_DEBUG: z.preprocess(emptyToUndefined, z.stringbool({ error: 'must be on or off' }).default(false)),
  VERIFIER_DISABLED: optional(disabledChecks),
  QUICK_EXIT_URL: optional(webAddress),
  SUPPORT_DOCS_URL: optional(link),
  SUPPORT_BUGS_URL: optional(link),
  SUPPORT_FEATURES_URL: optional(link),
  SUPPORT_MESSAGING_URL: optional(link),
  PLATFORM_SHARED_SECRET: optional(z.string().min(20, 'must be at least 20 characters long')),
  SECRET_KEY: optional(z.string().min(32, 'must be at least 32 characters long')),
  PLANS_SIGNUP_URL: optional(webAddress),
  PLANS_CONTACT_URL: optional(webAddress),
  MAIL_FROM: optional(z.string().regex(/@/, 'must be a sender such as Waypost <reports@example.org>')),
});

/** All settings of a server. */
export interface Config {
  /** 0: any free port. */
  port: number;
  host: string;
  /** URL that people reach this server by, without a trailing slash; undefined: taken from each request. */
  publicUrl: string | undefined;
  /** Absolute path of the directory for database, pictures and keys. */
  dataDir: string;
  /** Absolute path of the directory with map archives that administrators may add. */
  mapArchivesDir: string;
  /** S3 bucket for files; undefined: they are in the data directory. */
  bucket: S3Settings | undefined;
  services: ServiceSettings;
  /** Undefined: the embedded database. */
  databaseUrl: string | undefined;
  admin: { email: string | undefined; password: string | undefined };
  logLevel: (typeof logLevels)[number];
  /** Proxies whose `X-Forwarded-*` headers are trusted: names or networks, comma separated. */
  trustProxy: string;
  /** `on`: the process serves and runs jobs; `off`: it only serves; `only`: it only runs jobs. */
  jobs: 'on' | 'off' | 'only';
  /** Undefined: mail stays in the outbox, where an administrator can send it by hand. */
  mail: { smtpUrl: string; from: string } | undefined;
  /** The mail program of this machine; undefined: the default path. */
  sendmailPath: string | undefined;
  /** Reports, and pictures, that visitors may send from one network address in ten minutes; 0 is unlimited. */
  visitorRateLimit: number;
  /** Pixels of the largest accepted picture. */
  maxMediaPixels: number;
  /** Reports of all visitors per minute above which a proof of work is required; 0 is unlimited. */
  proofOfWorkThresholdPerMinute: number;
  /** Secret that signs requests of other programs without a login; undefined: they are refused. */
  sharedSecret: string | undefined;
  /** Key that encrypts secrets at rest; undefined: a key in the data directory. */
  secretKey: string | undefined;
  /** Token for `/metrics` from other machines; undefined: only this machine may read it. */
  metricsToken: string | undefined;
  /** Scheduled backups; undefined: none. */
  backups: { cron: string; directory: string; maxFiles: number } | undefined;
  /** Encryption of backups, scheduled and manual. */
  backupSecrets: BackupSecrets;
  /** URL of the CKAN server that exports may be sent to; undefined: none. */
  exchangeUrl: string | undefined;
  /** Networks besides the public internet that requests to URLs chosen by users may reach. */
  allowedNetworks: readonly string[];
  operatorSettings: OperatorSettings;
  /** Sites that may show our embedded pages in a frame; undefined: all. */
  embedders: readonly string[] | undefined;
  /** Whether JSONP responses are on (`format=jsonp`). */
  jsonp: boolean;
  /** Settings that the web client gets with its page. */
  pageSettings: PageSettings;
  /** Whether messages may go to simulated phones; undefined: while no SMS gateway is switched on. */
  simulatedPhones: boolean | undefined;
  /** Notifications per day, per account and in total; 0 is unlimited. */
  notificationLimits: { account: number; deployment: number };
  /** Limits of the load of a process. */
  load: LoadSettings;
  /** Size of the connection pool of a process. */
  maxDatabaseConnections: number;
  /** Whether `/verifier/db` and `/verifier/env` report details of the installation to everybody. */
  installDebug: boolean;
}

/** Settings that only the operator of a deployment can change, not its administrators. */
export interface OperatorSettings {
  tier?: string | undefined;
  /** ISO 8601 dates or times: when the trial ends, and until when it was extended. */
  expires?: string | undefined;
  extended?: string | undefined;
  /** Overrides the features of the tier. */
  features?: FeatureOverrides | undefined;
  /** The API answers all requests with 503. */
  maintenance?: boolean;
}

/** An invalid environment. The message has one line per variable. */
export class ConfigError extends Error {}

function mailSettingsFrom(smtpUrl: string | undefined, from: string | undefined): Config['mail'] {
  if (smtpUrl === undefined && from === undefined) return undefined;
  if (smtpUrl !== undefined && from !== undefined) return { smtpUrl, from };
  throw new ConfigError(
    'The settings in the environment are not usable:\n  SMTP_URL and MAIL_FROM belong together; one of them is missing',
  );
}

function s3SettingsOrThrow(settings: ReturnType<typeof readS3Settings>): Config['bucket'] {
  if (typeof settings !== 'string') return settings;
  throw new ConfigError(`The settings in the environment are not usable:\n  ${settings}`);
}

function backupSecretsOrThrow(secrets: BackupSecrets | string): BackupSecrets {
  if (typeof secrets !== 'string') return secrets;
  throw new ConfigError(`The settings in the environment are not usable:\n  ${secrets}`);
}

/** The embedded database belongs to one process, which has to serve and run jobs. */
function jobsModeFrom(jobs: Config['jobs'], databaseUrl: string | undefined): Config['jobs'] {
  if (jobs === 'on' || databaseUrl !== undefined) return jobs;
  throw new ConfigError(
    'The settings in the environment are not usable:\n  JOBS: off and only are for several processes on one DATABASE_URL, which is not set',
  );
}

/**
 * Reads the settings.
 * @throws ConfigError naming each invalid variable; values are not repeated, since some are secrets
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(['The settings in the environment are not usable:', ...lines].join('\n'));
  }
  const env = parsed.data;
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL?.replace(trailingSlashes, ''),
    dataDir: path.resolve(env.DATA_DIR),
    mapArchivesDir: path.resolve(env.MAP_ARCHIVES_DIR ?? path.join(env.DATA_DIR, 'map-archives')),
    bucket: s3SettingsOrThrow(readS3Settings(env)),
    services: readServiceSettings(env),
    databaseUrl: env.DATABASE_URL,
    admin: { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD },
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY,
    jobs: jobsModeFrom(env.JOBS, env.DATABASE_URL),
    mail: mailSettingsFrom(env.SMTP_URL, env.MAIL_FROM),
    sendmailPath: env.SENDMAIL_PATH,
    visitorRateLimit: env.VISITORS_PACE,
    maxMediaPixels: Math.floor(env.MEDIA_MEGAPIXELS * 1_000_000),
    proofOfWorkThresholdPerMinute: env.VISITORS_PRESSURE,
    metricsToken: env.METRICS_TOKEN,
    backups:
      env.BACKUP_AT === undefined
        ? undefined
        : {
            cron: env.BACKUP_AT,
            directory: path.resolve(env.BACKUP_DIR ?? path.join(env.DATA_DIR, 'backups')),
            maxFiles: env.BACKUP_KEEP,
          },
    backupSecrets: backupSecretsOrThrow(readBackupSecrets(env)),
    sharedSecret: env.PLATFORM_SHARED_SECRET,
    secretKey: env.SECRET_KEY,
    exchangeUrl: env.HDX_URL,
    allowedNetworks: env.OUTGOING_ALLOW ?? [],
    embedders: env.EMBED_SITES,
    jsonp: env.JSONP,
    operatorSettings: {
      tier: env.TIER,
      expires: env.TIER_EXPIRES,
      extended: env.TIER_EXTENDED,
      features: env.FEATURES,
      maintenance: env.MAINTENANCE,
    },
    pageSettings: {
      support: {
        documentation: env.SUPPORT_DOCS_URL ?? defaultPageSettings.support.documentation,
        bugs: env.SUPPORT_BUGS_URL ?? null,
        features: env.SUPPORT_FEATURES_URL ?? null,
        messaging: env.SUPPORT_MESSAGING_URL ?? null,
      },
      plans: { signUp: env.PLANS_SIGNUP_URL ?? null, contact: env.PLANS_CONTACT_URL ?? null },
      disabledChecks: env.VERIFIER_DISABLED ?? [],
      csvBytes: Math.floor(env.IMPORT_MB * megabyte),
      hasExchange: env.HDX_URL !== undefined,
      ...(env.QUICK_EXIT_URL === undefined ? {} : { quickExit: env.QUICK_EXIT_URL }),
    },
    simulatedPhones: env.SIMULATED_PHONES,
    notificationLimits: {
      account: env.NOTIFICATIONS_PER_ACCOUNT,
      deployment: env.NOTIFICATIONS_PER_DAY,
    },
    load: readLoadSettings(env),
    maxDatabaseConnections: env.DATABASE_CONNECTIONS,
    installDebug: env.INSTALL_DEBUG,
  };
}
