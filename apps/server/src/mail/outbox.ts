/**
 * Mail on its way out: written in the transaction that wants it, delivered after the commit by a job, tried again until it
 * expires. Without a mail server it stays here, and an administrator hands it on.
 */
import { randomUUID } from 'node:crypto';
import type { OutgoingState } from '@waypost/contract/mail/outbox';
import { z } from 'zod';
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

/** How mail leaves. */
export interface MailTransport {
  /**
   * By what; undefined: nothing leaves. It may be another one the next time.
   * @param boundTransport stored options that a mail is bound to; the operator's server goes before them
   */
  resolveMailer: (
    tx: Tx,
    boundTransport?: Readonly<Record<string, unknown>> | null,
  ) => Promise<Mailer | undefined>;
  /** Whether the way is the operator's (`SMTP_URL`), which goes before what is stored. */
  isOperators: boolean;
  /** Ours, as mail programs are told. */
  domain: string;
  close: () => void;
}

export const deliverMail = defineJob({
  name: 'deliver-mail',
  payload: z.object({ mail: z.int() }),
  // The better part of a day.
  maxAttempts: 24,
  retryDelaySeconds: { first: 30, max: 3600 },
  concurrency: 2,
  timeoutSeconds: 120,
});

/** Forgets old mails, and takes up those that wait since before there was a mail server. */
export const maintainOutbox = defineJob({ name: 'look-after-outbox', payload: EmptyPayload });

interface EnqueueOptions {
  /** It holds what opens an account: it leaves by an encrypted way or one that the operator set, else it is held. */
  opensAccount?: boolean;
  /** Stored options of the way that it has to leave by. */
  boundTransport?: Readonly<Record<string, unknown>>;
}

/** Why a mail that opens an account is held; an administrator sees it beside the mail. */
const heldBackCode = 'unencrypted';

/** The code of a fault; its text would repeat the address. */
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

/** That a program wrote it, so that no other program answers (RFC 3834). */
const automaticHeaders = { 'Auto-Submitted': 'auto-generated' };

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
   * Writes a mail that is worth sending for so many seconds. It leaves once that is committed.
   * @param author `person`: somebody of the team wrote it, and an answer by a program is no harm
   * @returns its id here
   */
  async enqueue(
    tx: Tx,
    mail: Mail,
    expiresInSeconds: number,
    author: 'program' | 'person' = 'program',
    { opensAccount = false, boundTransport }: EnqueueOptions = {},
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
      opens_account: opensAccount,
      way: boundTransport ? JSON.stringify(boundTransport) : null,
      sent: null,
    });
    if (await this.#transport.resolveMailer(tx, boundTransport)) await this.#enqueueDelivery(tx, id);
    else
      this.#warn(
        'A mail waits in the outbox: SMTP_URL is not set, nor another way. Administrators read it at /settings/outbox',
      );
    return id;
  }

  /**
   * What becomes of a mail that is put now: `sent` when there is a mail server or another way, `waiting` when it stays in the
   * outbox until there is one.
   */
  async delivery(tx: Tx): Promise<'sent' | 'waiting'> {
    return (await this.#transport.resolveMailer(tx)) ? 'sent' : 'waiting';
  }

  /** An id for a mail that will be answered, for its Message-ID: without angle brackets. */
  newMessageId(): string {
    return `${randomUUID()}@${this.#transport.domain}`;
  }

  /** Does not send a mail after all. @returns false when it has left */
  cancel(tx: Tx, id: number): Promise<boolean> {
    return cancelMail(tx, id);
  }

  /** Whether mail leaves by the operator's server, whatever is set on the page. */
  get isOperators(): boolean {
    return this.#transport.isOperators;
  }

  /**
   * What would become of a mail that is sent now.
   * @param boundTransport stored options that the mail is bound to; without them, the way that is set
   */
  async outgoingState(
    tx: Tx,
    boundTransport?: Readonly<Record<string, unknown>> | null,
  ): Promise<OutgoingState> {
    const mailer = await this.#transport.resolveMailer(tx, boundTransport);
    if (!mailer) return 'none';
    return mailer.isTrusted ? 'ready' : 'unencrypted';
  }

  /** Sends what waits, as far as it may leave now, once the transaction is committed: for when the way has changed. */
  async sendWaiting(tx: Tx): Promise<void> {
    await this.#jobs.add(tx, maintainOutbox, {});
  }

  /** Ends the connection to the mail server. */
  close(): void {
    this.#transport.close();
  }

  #enqueueDelivery(tx: Tx, id: number): Promise<string | null> {
    return this.#jobs.add(tx, deliverMail, { mail: id }, { key: String(id) });
  }

  readonly #deliver: JobHandler<typeof deliverMail> = async ({ mail: id }, run) => {
    const mail = await findMail(this.#db, id);
    // Taken back, given up, or sent by an attempt that died before it could say so.
    if (mail?.state !== 'waiting') return;
    if (mail.expires <= new Date()) {
      await inTransaction(this.#db, 'writes', (tx) => cancelMail(tx, id));
      return;
    }
    const mailer = await inTransaction(this.#db, 'reads', (tx) =>
      this.#transport.resolveMailer(tx, mail.way),
    );
    // What was switched off meanwhile leaves it waiting.
    if (!mailer) return;
    // It stays until there is a safe way, or an administrator hands it on: never lost without a word.
    if (mail.opens_account && !mailer.isTrusted) {
      await recordError(this.#db, id, heldBackCode);
      this.#warn(
        'A mail with a link to an account is held back: the mail server is not encrypted. Administrators see it at /settings/outbox',
      );
      return;
    }
    await countAttempt(this.#db, id);
    try {
      await mailer.send(toMail(mail));
    } catch (error) {
      await recordError(this.#db, id, errorCodeOf(error));
      if (run.isLastAttempt) await inTransaction(this.#db, 'writes', (tx) => cancelMail(tx, id));
      throw new JobError(`The mail server did not take it (${errorCodeOf(error)})`);
    }
    await run.complete((tx) => markSent(tx, id));
  };

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
