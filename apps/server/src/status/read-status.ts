/** Collects the status of the deployment. */
import { statfs } from 'node:fs/promises';
import { providerIds } from '@waypost/contract/data-sources/data-providers';
import type { Status, StatusChannel } from '@waypost/contract/status/status';
import { findLastBackups } from '../backups/backups.public.ts';
import { countFailingMessages } from '../data-sources/data-sources.public.ts';
import { getVersionedCacheStats } from '../kernel/cache/versioned-cache.ts';
import { type Db, getConnectionPool, type Tx } from '../kernel/db/database.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import { countFilesToRemove } from '../kernel/files/files-to-remove.sql.ts';
import { pingFileStore } from '../kernel/files/ping-file-store.ts';
import { toApiDate, toApiDateOrNull } from '../kernel/http/api-format.ts';
import { countJobsByGroup, findOldestDueDate } from '../kernel/jobs/jobs.sql.ts';
import type { ProcessMetrics } from '../kernel/observability/process-metrics.ts';
import { type Outbox, readOutboxCounts } from '../mail/mail.public.ts';
import {
  type NotificationLimits,
  readNotificationCounts,
  readStartOfNextDay,
} from '../notifications/notifications.public.ts';
import { findFileCheck } from '../privacy/privacy.public.ts';
import { isTextGateway, readEnabledProviders } from '../settings/settings.public.ts';
import { readWebhookChannels } from '../webhooks/webhooks.public.ts';
import { findConcerns } from './concerns.ts';
import { countFailedTexts, readDatabaseInfo } from './status.sql.ts';

/** What the status is collected from. */
export interface StatusOptions {
  db: Db;
  metrics: ProcessMetrics;
  version: string;
  fileStore: FileStore;
  /** Absolute path on the disk whose free space is reported. */
  storageDir: string;
  /** Whether the embedded database is used. */
  isEmbedded: boolean;
  /** Size of the connection pool. */
  maxConnections: number;
  hasBackupSchedule: boolean;
  notificationLimits: NotificationLimits;
  outbox: Outbox;
  /** Outgoing mail and data sources that the operator offers. */
  readSourceChannels: (tx: Tx) => Promise<StatusChannel[]>;
  /** Ids of data sources that are on without authentication. */
  findUnauthenticatedSources: (tx: Tx) => Promise<string[]>;
}

/** Free and total bytes; null when the file system does not report them. */
async function readDiskSpace(folder: string): Promise<Status['disk']> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch {
    return { free: null, total: null };
  }
}

const fileStoreTimeoutMs = 3000;

function readConnectionStatus(db: Db, maxConnections: number): Status['database']['connections'] {
  const pool = getConnectionPool(db);
  return {
    open: pool?.totalCount ?? 0,
    idle: pool?.idleCount ?? 0,
    awaited: pool?.waitingCount ?? 0,
    most: maxConnections,
  };
}

async function readTextingStatus(
  tx: Tx,
  { findUnauthenticatedSources }: Pick<StatusOptions, 'findUnauthenticatedSources'>,
): Promise<Status['texting']> {
  const isEnabled = await readEnabledProviders(tx);
  const providers = providerIds.filter((id) => isTextGateway(id) && isEnabled[id] === true);
  return {
    providers,
    unauthenticated: await findUnauthenticatedSources(tx),
    failed: await countFailedTexts(tx),
    unprocessed: await countFailingMessages(tx),
  };
}

async function readBackupStatus(tx: Tx, planned: boolean): Promise<Status['backups']> {
  const { last, good } = await findLastBackups(tx);
  return {
    planned,
    last: last ? { ended: toApiDate(last.ended), bytes: last.bytes, fault: last.fault } : null,
    good: toApiDateOrNull(good?.ended ?? null),
  };
}

async function readFileStatus(tx: Tx, store: FileStore): Promise<Status['files']> {
  const { count, oldest } = await countFilesToRemove(tx);
  const check = await findFileCheck(tx);
  return {
    kind: store.kind,
    answers: await pingFileStore(store, fileStoreTimeoutMs),
    to_remove: { count, oldest: toApiDateOrNull(oldest) },
    check: check ? { ...check, checked: toApiDate(check.checked) } : null,
  };
}

/** Collects the status. @param tx a read-only transaction */
export async function collectStatus(tx: Tx, options: StatusOptions): Promise<Status> {
  const { metrics } = options;
  const minute = await metrics.lastMinute();
  const figures: Omit<Status, 'concerns'> = {
    now: toApiDate(new Date()),
    version: options.version,
    process: {
      started: toApiDate(metrics.startedAt),
      memory: process.memoryUsage.rss(),
      runtime: `Node ${process.versions.node}`,
    },
    requests: {
      answered: minute.requests,
      failed: minute.failed,
      refused: minute.rejected,
      usual: minute.p50,
      slow: minute.p99,
    },
    turned_away: { ...metrics.rejections },
    database: {
      kind: options.isEmbedded ? 'embedded' : 'server',
      ...(await readDatabaseInfo(tx)),
      connections: readConnectionStatus(options.db, options.maxConnections),
    },
    disk: await readDiskSpace(options.storageDir),
    files: await readFileStatus(tx, options.fileStore),
    jobs: { ...(await countJobsByGroup(tx)), oldest: toApiDateOrNull(await findOldestDueDate(tx)) },
    backups: await readBackupStatus(tx, options.hasBackupSchedule),
    mail: {
      leaves: (await options.outbox.delivery(tx)) === 'sent',
      ...(await readOutboxCounts(tx, options.outbox)),
    },
    texting: await readTextingStatus(tx, options),
    channels: [...(await options.readSourceChannels(tx)), ...(await readWebhookChannels(tx))],
    notifications: {
      ...(await readNotificationCounts(tx)),
      limits: options.notificationLimits,
      resumes: toApiDate(await readStartOfNextDay(tx)),
    },
    remembered: getVersionedCacheStats(),
  };
  return { ...figures, concerns: findConcerns(figures, new Date()) };
}
