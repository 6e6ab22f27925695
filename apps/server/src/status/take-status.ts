/** Putting together how the deployment fares. */
import { statfs } from 'node:fs/promises';
import { providerIds } from '@waypost/contract/data-providers';
import { smsProviders } from '@waypost/contract/providers-of-sms';
import type { Status } from '@waypost/contract/status';
import { lastBackups } from '../backups/backups.public.ts';
import { type Db, poolOf, type Tx } from '../kernel/db.ts';
import type { FileStore } from '../kernel/file-store.ts';
import { filesAnswer } from '../kernel/files-answer.ts';
import { jobFigures, oldestDue } from '../kernel/jobs/tables.sql.ts';
import type { Pulse } from '../kernel/pulse.ts';
import { rememberedFigures } from '../kernel/remembered.ts';
import { wireDate, wireDateOrNull } from '../kernel/wire.ts';
import { mailFigures } from '../mail/mail.public.ts';
import {
  type NotificationLimits,
  nextDay,
  notificationFigures,
} from '../notifications/notifications.public.ts';
import { readProviders } from '../settings/settings.public.ts';
import { concernsOf } from './concerns.ts';
import { countFailedTexts, readDatabase } from './status.sql.ts';

export interface StatusOptions {
  db: Db;
  pulse: Pulse;
  version: string;
  /** Where pictures are kept. */
  store: FileStore;
  /** Absolute; on the disk that is told of. */
  storageDir: string;
  /** Whether the database is Waypost's own. */
  isEmbedded: boolean;
  /** Connections that the process may hold. */
  connections: number;
  hasBackupPlan: boolean;
  notificationLimits: NotificationLimits;
  /** Whether mail leaves. */
  mailLeaves: (tx: Tx) => Promise<boolean>;
}

/** Some file systems tell nothing of the kind; then nothing is said. */
async function diskAt(folder: string): Promise<Status['disk']> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch {
    return { free: null, total: null };
  }
}

/** Milliseconds that a store may take to show that it is there. */
const patience = 3000;

function connectionsOf(db: Db, most: number): Status['database']['connections'] {
  const pool = poolOf(db);
  return {
    open: pool?.totalCount ?? 0,
    idle: pool?.idleCount ?? 0,
    awaited: pool?.waitingCount ?? 0,
    most,
  };
}

async function textingState(tx: Tx): Promise<Status['texting']> {
  const on = await readProviders(tx);
  const providers = providerIds.filter((id) => Object.hasOwn(smsProviders, id) && on[id] === true);
  return { providers, failed: await countFailedTexts(tx) };
}

async function backupState(tx: Tx, planned: boolean): Promise<Status['backups']> {
  const { last, good } = await lastBackups(tx);
  return {
    planned,
    last: last ? { ended: wireDate(last.ended), bytes: last.bytes, fault: last.fault } : null,
    good: wireDateOrNull(good?.ended ?? null),
  };
}

/** @param tx only reads */
export async function takeStatus(tx: Tx, options: StatusOptions): Promise<Status> {
  const { pulse } = options;
  const minute = pulse.lastMinute();
  const figures: Omit<Status, 'concerns'> = {
    now: wireDate(new Date()),
    version: options.version,
    process: {
      started: wireDate(pulse.started),
      memory: process.memoryUsage.rss(),
      runtime: `Node ${process.versions.node}`,
    },
    requests: {
      answered: minute.requests,
      failed: minute.failed,
      refused: minute.refused,
      usual: minute.p50,
      slow: minute.p99,
    },
    turned_away: { ...pulse.turnedAway },
    database: {
      kind: options.isEmbedded ? 'embedded' : 'server',
      ...(await readDatabase(tx)),
      connections: connectionsOf(options.db, options.connections),
    },
    disk: await diskAt(options.storageDir),
    files: { kind: options.store.kind, answers: await filesAnswer(options.store, patience) },
    jobs: { ...(await jobFigures(tx)), oldest: wireDateOrNull(await oldestDue(tx)) },
    backups: await backupState(tx, options.hasBackupPlan),
    mail: { leaves: await options.mailLeaves(tx), ...(await mailFigures(tx)) },
    texting: await textingState(tx),
    notifications: {
      ...(await notificationFigures(tx)),
      limits: options.notificationLimits,
      resumes: wireDate(nextDay()),
    },
    remembered: rememberedFigures(),
  };
  return { ...figures, concerns: concernsOf(figures, new Date()) };
}
