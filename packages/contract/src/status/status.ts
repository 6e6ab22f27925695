/** The health of the deployment, for administrators. An extension of API v3. */
import { z } from 'zod';
import { ChannelStatus } from '../channels/channels.ts';
import { defineEndpoint } from '../common/endpoint.ts';
import { ApiDate } from '../common/scalars.ts';

const count = z.number().int().min(0);
/** Bytes; null if unknown. */
const bytes = z.number().min(0).nullable();

/** Problems that need attention, the most urgent first. */
export const concerns = [
  'disk-low',
  'files-away',
  'gateway-unauthenticated',
  'files-not-removed',
  'jobs-late',
  'backup-failed',
  'backup-old',
  'requests-failed',
  'turned-away',
  'database-awaited',
  'jobs-failed',
  'mail-held',
  'mail-waits',
  'mail-failed',
  'channels-failing',
  'texts-failed',
  'messages-unprocessed',
  'notifications-paused',
  'files-unused',
  'backup-none',
] as const;
/** A problem that needs attention. */
export type Concern = (typeof concerns)[number];

/** A channel on the status page. */
export const StatusChannel = z.object({
  kind: z.enum(['source', 'webhook']),
  /** The id of the data source, such as `outgoingemail`, or of the webhook. */
  id: z.string(),
  name: z.string(),
  status: ChannelStatus,
});
export type StatusChannel = z.infer<typeof StatusChannel>;

/** The status of the deployment. */
export const Status = z.object({
  now: ApiDate,
  concerns: z.array(z.enum(concerns)),
  version: z.string(),
  /** The process that answers; there may be several. */
  process: z.object({
    started: ApiDate,
    /** Memory in bytes. */
    memory: z.number(),
    runtime: z.string(),
  }),
  /** Requests to the same process in the last minute. */
  requests: z.object({
    answered: count,
    /** Responses with a server error. */
    failed: count,
    /** Rejected: over a rate limit, or under load. */
    refused: count,
    /** Milliseconds; null without requests. */
    usual: z.number().nullable(),
    slow: z.number().nullable(),
  }),
  /** Rejected requests since the process started. */
  turned_away: z.object({ pressure: count, address: count, token: count, slow: count }),
  database: z.object({
    kind: z.enum(['embedded', 'server']),
    version: z.string(),
    bytes,
    connections: z.object({ open: count, idle: count, awaited: count, most: count }),
  }),
  /** The disk of the machine that answers. */
  disk: z.object({ free: bytes, total: bytes }),
  /** The storage of pictures and other files, a directory or a bucket, and whether it is reachable. */
  files: z.object({
    kind: z.enum(['directory', 'bucket']),
    answers: z.boolean(),
    /** Deleted files that are still in the storage, and since when the oldest is deleted. Absent from older servers. */
    to_remove: z.object({ count, oldest: ApiDate.nullable() }).optional(),
    /** The last daily check for files that nothing uses; null before the first. */
    check: z.object({ checked: ApiDate, used: count, unused: count, removed: count }).nullable().optional(),
  }),
  jobs: z.object({
    failed: count,
    running: count,
    waiting: count,
    /** When the oldest waiting job was due; null if none is waiting. */
    oldest: ApiDate.nullable(),
  }),
  backups: z.object({
    /** Whether backups are scheduled. */
    planned: z.boolean(),
    /** The last backup or attempt; null if there was none. */
    last: z.object({ ended: ApiDate, bytes, fault: z.string().nullable() }).nullable(),
    /** When the last successful backup was made. */
    good: ApiDate.nullable(),
  }),
  mail: z.object({
    /** Whether mail is sent, or waits for an administrator. */
    leaves: z.boolean(),
    waiting: count,
    /** How many of these are held (see `OutboxMail`): they cannot be sent as outgoing mail is set up now. */
    held: count.optional(),
    /** In the last seven days. */
    failed: count,
  }),
  /** Enabled SMS providers, and failed messages in the last day. */
  texting: z.object({
    providers: z.array(z.string()),
    /** Those of them whose requests are not authenticated: anyone can send messages in any name. */
    unauthenticated: z.array(z.string()).optional(),
    failed: count,
    /** Received messages, of any data source, that could not be processed and are retried. */
    unprocessed: count.optional(),
  }),
  /** Outgoing mail, data sources and webhooks, with their last results. Absent from older servers. */
  channels: z.array(StatusChannel).optional(),
  /** Today, in UTC. Absent from older servers. */
  notifications: z
    .object({
      sent: count,
      /** Accounts whose notifications wait for the next day because of a limit. */
      paused: count,
      /** Daily limits per account and in total; 0 is unlimited. */
      limits: z.object({ account: count, deployment: count }),
      /** Start of the next day. */
      resumes: ApiDate,
    })
    .optional(),
  /** The caches of tiles, lists and counts in the process that answers. */
  remembered: z.object({ answers: count, bytes: z.number(), most: z.number(), found: count, made: count }),
});
export type Status = z.infer<typeof Status>;

export const readStatus = defineEndpoint({
  name: 'readStatus',
  method: 'GET',
  path: '/status',
  summary: 'The health of the deployment: database, disk, queue, backups, mail, load; for administrators',
  scope: 'config',
  token: 'required',
  response: Status,
});
