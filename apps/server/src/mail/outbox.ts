/**
 * The outbox of mails. A mail is written in the transaction that causes it, delivered by a job after the commit, and retried until
 * it expires. Without a mail server it stays in the outbox, where an administrator can read it and pass it on.
 */
import { randomUUID } from 'node:crypto';
import { type OutgoingState, outgoingMailChannel } from '@waypost/contract/mail/outbox';
import { z } from 'zod';
import {
  describeChannelError,
  recordChannelFailure,
  recordChannelSuccess,
} from '../channels/channels.public.ts';
import { type Db, inTransaction, type Tx } from '../kernel/db/database.ts';
import { defineJob, EmptyPayload, JobError, type JobHandler } from '../kernel/jobs/job.ts';
import type { JobQueue } from '../kernel/jobs/job-queue.ts';
import { listUnfinishedKeys } from '../kernel/jobs/jobs.sql.ts';
import { type Mail, type Mailer, toSingleLine } from '../kernel/mailer.ts';
import {
  cancelMail,
  countAttempt,
  expireAndPruneOutbox,
  findMail,
  findWaitingMailIds,
  insertMail,
  markSent,
  type OutboxRow,
  recordError,
} from './outbox.sql.ts';

/** Sends mail: by the operator's SMTP server, or as set by an administrator. */
export interface MailTransport {
  /**
   * Returns the mailer to use now, or undefined if no transport is configured. It may change between calls.
   * @param boundTransport stored options that a mail is bound to; the operator's server takes precedence
   */
  resolveMailer: (
    tx: Tx,
    boundTransport?: Readonly<Record<string, unknown>> | null,
  ) => Promise<Mailer | undefined>;
  /** Whether the operator's server (`SMTP_URL`) is used. It takes precedence over stored options. */
  isOperators: boolean;
  /** The domain of this server, for Message-IDs. */
  domain: string;
  close: () => void;
}

/** Delivers one mail of the outbox. */
export const deliverMail = defineJob({
  name: 'deliver-mail',
  payload: z.object({ mail: z.int() }),
  // About 20 hours with the delays below.
  maxAttempts: 24,
  retryDelaySeconds: { first: 30, max: 3600 },
  concurrency: 2,
  timeoutSeconds: 120,
});

/** Deletes old mails, and enqueues those that were written while there was no mail server. */
export const maintainOutbox = defineJob({ name: 'maintain-outbox', payload: EmptyPayload });

interface EnqueueOptions {
  /** It contains a link or token to an account: it is sent by an encrypted or operator-set transport only, else it is held. */
  opensAccount?: boolean;
  /** It contains a confirmation code: its text is not shown in the outbox. */
  isConfirmation?: boolean;
  /** Stored transport options that the mail must be sent with. */
  boundTransport?: Readonly<Record<string, unknown>>;
}

/** The fault code of a held mail; administrators see it beside the mail. */
const heldBackCode = 'unencrypted';

/** The code of an error. Its message is not stored, since it repeats the recipient's address. */
function errorCodeOf(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return [code, responseCode?.toString()].filter((part) => part !== undefined).join(' ') || 'unknown';
}

const toMail = ({ recipient, subject, text, html, headers }: OutboxRow): Mail => ({
  to: recipient,
  subject,
  text: text ?? '',
  ...(html === null ? {} : { html }),
  ...(headers === null ? {} : { headers }),
});

/** Marks a mail as written by a program, so that auto-responders do not answer it (RFC 3834). */
const automaticHeaders = { 'Auto-Submitted': 'auto-generated' };

/** Stores mails and delivers them by jobs. */
export class Outbox {
  readonly #db: Db;
  readonly #jobs: JobQueue;
  readonly #transport: MailTransport;
  readonly #warn: (line: string) => void;

  constructor(db: Db, jobs: JobQueue, transport: MailTransport, warn: (line: string) => void) {
    this.#db = db;
    this.#jobs = jobs;
    this.#transport = transport;
    this.#warn = warn;
    jobs.register(deliverMail, this.#deliver);
    jobs.register(maintainOutbox, this.#maintain);
    jobs.schedule(maintainOutbox, '*/10 * * * *');
  }

  /**
   * Stores a mail and enqueues its delivery, which starts after the commit.
   * @param expiresInSeconds how long delivery is attempted
   * @param author `person`: a team member wrote it, so the headers against auto-responders are left out
   * @returns the id in the outbox
   */
  async enqueue(
    tx: Tx,
    mail: Mail,
    expiresInSeconds: number,
    author: 'program' | 'person' = 'program',
    { opensAccount = false, isConfirmation = false, boundTransport }: EnqueueOptions = {},
  ): Promise<number> {
    const { to: recipient, text, html = null } = mail;
    const headers = { ...(author === 'program' ? automaticHeaders : {}), ...mail.headers };
    const expires = new Date(Date.now() + expiresInSeconds * 1000);
    const id = await insertMail(tx, {
      recipient,
      subject: toSingleLine(mail.subject),
      text,
      html,
      headers: Object.keys(headers).length > 0 ? JSON.stringify(headers) : null,
      expires,
      fault: null,
      grants_account_access: opensAccount,
      is_confirmation: isConfirmation,
      mail_transport: boundTransport ? JSON.stringify(boundTransport) : null,
      sent: null,
    });
    if (await this.#transport.resolveMailer(tx, boundTransport)) await this.#enqueueDelivery(tx, id);
    else
      this.#warn(
        'A mail waits in the outbox: neither SMTP_URL nor another mail transport is set. Administrators can read it at /settings/outbox',
      );
    return id;
  }

  /**
   * What would happen to a mail that is enqueued now: `sent` if a mail transport is configured, `waiting` if the mail would stay in
   * the outbox.
   */
  async delivery(tx: Tx): Promise<'sent' | 'waiting'> {
    return (await this.#transport.resolveMailer(tx)) ? 'sent' : 'waiting';
  }

  /** A new Message-ID without angle brackets, for a mail that may be answered. */
  newMessageId(): string {
    return `${randomUUID()}@${this.#transport.domain}`;
  }

  /** Cancels a mail. @returns false if it has been sent already */
  cancel(tx: Tx, id: number): Promise<boolean> {
    return cancelMail(tx, id);
  }

  /** Whether mail is sent by the operator's server, whatever an administrator has set. */
  get isOperators(): boolean {
    return this.#transport.isOperators;
  }

  /**
   * Whether account mail can be sent now: `ready`, `unencrypted` (it would be held), or `none` (no transport).
   * @param boundTransport stored options that the mail is bound to; without them, the current transport
   */
  async outgoingState(
    tx: Tx,
    boundTransport?: Readonly<Record<string, unknown>> | null,
  ): Promise<OutgoingState> {
    const mailer = await this.#transport.resolveMailer(tx, boundTransport);
    if (!mailer) return 'none';
    return mailer.isTrusted ? 'ready' : 'unencrypted';
  }

  /** The mailer that mails are sent by now; undefined if no transport is configured. */
  resolveMailer(tx: Tx): Promise<Mailer | undefined> {
    return this.#transport.resolveMailer(tx);
  }

  /** Enqueues waiting mails after the commit. Called when the transport has changed. */
  async sendWaiting(tx: Tx): Promise<void> {
    await this.#jobs.add(tx, maintainOutbox, {});
  }

  /** Closes the connection to the mail server. */
  close(): void {
    this.#transport.close();
  }

  #enqueueDelivery(tx: Tx, id: number): Promise<string | null> {
    return this.#jobs.add(tx, deliverMail, { mail: id }, { key: String(id) });
  }

  readonly #deliver: JobHandler<typeof deliverMail> = async ({ mail: id }, run) => {
    const mail = await findMail(this.#db, id);
    // Cancelled, failed, or sent by an attempt that crashed before it completed the job.
    if (mail?.state !== 'waiting') return;
    if (mail.expires <= new Date()) {
      await inTransaction(this.#db, 'writes', (tx) => cancelMail(tx, id));
      return;
    }
    const mailer = await inTransaction(this.#db, 'reads', (tx) =>
      this.#transport.resolveMailer(tx, mail.mail_transport),
    );
    // The transport was switched off meanwhile: the mail keeps waiting.
    if (!mailer) return;
    // It waits until there is a safe transport or an administrator passes it on; it must not be dropped silently.
    if (mail.grants_account_access && !mailer.isTrusted) {
      await recordError(this.#db, id, heldBackCode);
      this.#warn(
        'A mail with a link to an account is held: the connection to the mail server is not encrypted. Administrators see it at /settings/outbox',
      );
      return;
    }
    await countAttempt(this.#db, id);
    try {
      await mailer.send(toMail(mail));
    } catch (error) {
      await recordError(this.#db, id, errorCodeOf(error));
      await this.#recordFailure(mail, error, mailer.secrets);
      if (run.isLastAttempt) await inTransaction(this.#db, 'writes', (tx) => cancelMail(tx, id));
      throw new JobError(`The mail server did not accept the mail (${errorCodeOf(error)})`);
    }
    await run.complete(async (tx) => {
      await markSent(tx, id);
      if (mail.mail_transport === null) await recordChannelSuccess(tx, outgoingMailChannel);
    });
  };

  /** A refused recipient, and settings that a mail is bound to, say nothing about the mail server. */
  async #recordFailure(
    { mail_transport }: OutboxRow,
    error: unknown,
    secrets: readonly string[],
  ): Promise<void> {
    const described = describeChannelError(error, { secrets });
    if (mail_transport === null && described.code !== 'recipient')
      await recordChannelFailure(this.#db, outgoingMailChannel, described);
  }

  readonly #maintain: JobHandler<typeof maintainOutbox> = async () => {
    await expireAndPruneOutbox(this.#db);
    await inTransaction(this.#db, 'writes', async (tx) => {
      if (!(await this.#transport.resolveMailer(tx))) return;
      const activeJobKeys = new Set(await listUnfinishedKeys(tx, deliverMail.name));
      for (const id of await findWaitingMailIds(tx))
        if (!activeJobKeys.has(String(id))) await this.#enqueueDelivery(tx, id);
    });
  };
}
