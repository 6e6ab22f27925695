/** How the deployment fares: what an administrator wants to see before anything goes wrong. An extension of API v3, for administrators. */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { ApiDate } from '../common/scalars.ts';

const count = z.number().int().min(0);
/** Bytes; null where it cannot be told. */
const bytes = z.number().min(0).nullable();

/** What somebody should look at, the most urgent first. */
export const concerns = [
  'disk-low',
  'files-away',
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
  'texts-failed',
  'notifications-paused',
  'backup-none',
] as const;
export type Concern = (typeof concerns)[number];

export const Status = z.object({
  now: ApiDate,
  concerns: z.array(z.enum(concerns)),
  version: z.string(),
  /** Of the process that answers: there may be several. */
  process: z.object({
    started: ApiDate,
    /** Bytes of memory that it holds. */
    memory: z.number(),
    runtime: z.string(),
  }),
  /** Of the same process, over the last minute. */
  requests: z.object({
    answered: count,
    /** Answered with a fault of the server. */
    failed: count,
    /** Turned away: too many, or more than can be done. */
    refused: count,
    /** Milliseconds; null where nothing was asked. */
    usual: z.number().nullable(),
    slow: z.number().nullable(),
  }),
  /** Since the process started. */
  turned_away: z.object({ pressure: count, address: count, token: count, slow: count }),
  database: z.object({
    kind: z.enum(['embedded', 'server']),
    version: z.string(),
    bytes,
    connections: z.object({ open: count, idle: count, awaited: count, most: count }),
  }),
  /** Of the machine that answers. */
  disk: z.object({ free: bytes, total: bytes }),
  /** Where pictures and other files are: a directory of that disk, or a bucket; and whether they can be had just now. */
  files: z.object({ kind: z.enum(['directory', 'bucket']), answers: z.boolean() }),
  jobs: z.object({
    failed: count,
    running: count,
    waiting: count,
    /** When the one that waits longest was due; null where none waits that is. */
    oldest: ApiDate.nullable(),
  }),
  backups: z.object({
    /** Whether they are made by the clock. */
    planned: z.boolean(),
    /** The last that was made, or tried; null where there was none. */
    last: z.object({ ended: ApiDate, bytes, fault: z.string().nullable() }).nullable(),
    /** When the last good one was made. */
    good: ApiDate.nullable(),
  }),
  mail: z.object({
    /** Whether mail leaves, or waits for an administrator. */
    leaves: z.boolean(),
    waiting: count,
    /** Mails that open accounts and are held back, as the way that is set here is not encrypted. */
    held: count.optional(),
    /** Of the last seven days. */
    failed: count,
  }),
  /** Names of the ways by which text messages come and go that are switched on; and what of the last day failed. */
  texting: z.object({ providers: z.array(z.string()), failed: count }),
  /** Of today, in UTC. Absent from older servers. */
  notifications: z
    .object({
      sent: count,
      /** Accounts whose notifications wait for tomorrow, since a limit is reached. */
      paused: count,
      /** In a day, to one account and in all; 0 is without bound. */
      limits: z.object({ account: count, deployment: count }),
      /** When the next day begins. */
      resumes: ApiDate,
    })
    .optional(),
  /** What the process that answers remembers of tiles, lists and counts. */
  remembered: z.object({ answers: count, bytes: z.number(), most: z.number(), found: count, made: count }),
});
export type Status = z.infer<typeof Status>;

export const readStatus = defineEndpoint({
  name: 'readStatus',
  method: 'GET',
  path: '/status',
  summary: 'How the deployment fares: database, disk, queue, backups, mail, load; for administrators',
  scope: 'config',
  token: 'required',
  response: Status,
});
