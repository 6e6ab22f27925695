/**
 * Mail on its way out: written in the transaction that wants it, delivered after the commit by a job, tried again until it
 * expires. Without a mail server it stays here, and an administrator hands it on.
 */
import { randomUUID } from 'node:crypto';
import type { OutgoingState } from '@waypost/contract/outbox';
import { z } from 'zod';
import { type Db, inTransaction, type Tx } from '../kernel/db.ts';
import { defineJob, EmptyPayload, JobFault, type JobHandler } from '../kernel/jobs/job.ts';
import type { Jobs } from '../kernel/jobs/jobs.ts';
import { keysInHand } from '../kernel/jobs/tables.sql.ts';
import { type Mail, type Mailer, oneLine } from '../kernel/mail.ts';
import {
  findMail,
  giveUpMail,
  insertMail,
  noteAttempt,
  noteFault,
  noteSent,
  type OutboxRow,
  tidyOutbox,
  waitingMails,
} from './mail.sql.ts';

/** How mail leaves. */
export interface MailDoor {
  /**
   * By what; undefined: nothing leaves. It may be another one the next time.
   * @param way stored options that a mail is bound to; the operator's server goes before them
   */
  mailer: (tx: Tx, way?: Readonly<Record<string, unknown>> | null) => Promise<Mailer | undefined>;
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
  attempts: 24,
  pause: { first: 30, most: 3600 },
  atOnce: 2,
  seconds: 120,
});

/** Forgets old mails, and takes up those that wait since before there was a mail server. */
export const lookAfterOutbox = defineJob({ name: 'look-after-outbox', payload: EmptyPayload });

interface Putting {
  /** It holds what opens an account: it leaves by an encrypted way or one that the operator set, else it is held. */
  opensAccount?: boolean;
  /** Stored options of the way that it has to leave by. */
  way?: Readonly<Record<string, unknown>>;
}

/** Why a mail that opens an account is held; an administrator sees it beside the mail. */
const heldBack = 'unencrypted';

/** The code of a fault; its text would repeat the address. */
function codeOf(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return [code, responseCode?.toString()].filter((part) => part !== undefined).join(' ') || 'unknown';
}

const mailIn = ({ recipient, subject, text, html, headers }: OutboxRow): Mail => ({
  to: recipient,
  subject,
  text: text ?? '',
  ...(html === null ? {} : { html }),
  ...(headers === null ? {} : { headers }),
});

/** That a program wrote it, so that no other program answers (RFC 3834). */
const automatic = { 'Auto-Submitted': 'auto-generated' };

export class Outbox {
  readonly #db: Db;
  readonly #jobs: Jobs;
  readonly #door: MailDoor;
  readonly #warn: (line: string) => void;

  constructor(db: Db, jobs: Jobs, door: MailDoor, warn: (line: string) => void) {
    this.#db = db;
    this.#jobs = jobs;
    this.#door = door;
    this.#warn = warn;
    jobs.handle(deliverMail, this.#deliver);
    jobs.handle(lookAfterOutbox, this.#lookAfter);
    jobs.schedule(lookAfterOutbox, '*/10 * * * *');
  }

  /**
   * Writes a mail that is worth sending for so many seconds. It leaves once that is committed.
   * @param writer `person`: somebody of the team wrote it, and an answer by a program is no harm
   * @returns its id here
   */
  async put(
    tx: Tx,
    mail: Mail,
    seconds: number,
    writer: 'program' | 'person' = 'program',
    { opensAccount = false, way }: Putting = {},
  ): Promise<number> {
    const { to: recipient, text, html = null } = mail;
    const headers = { ...(writer === 'program' ? automatic : {}), ...mail.headers };
    const expires = new Date(Date.now() + seconds * 1000);
    const id = await insertMail(tx, {
      recipient,
      subject: oneLine(mail.subject),
      text,
      html,
      headers: Object.keys(headers).length > 0 ? JSON.stringify(headers) : null,
      expires,
      fault: null,
      opens_account: opensAccount,
      way: way ? JSON.stringify(way) : null,
      sent: null,
    });
    if (await this.#door.mailer(tx, way)) await this.#send(tx, id);
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
    return (await this.#door.mailer(tx)) ? 'sent' : 'waiting';
  }

  /** An id for a mail that will be answered, for its Message-ID: without angle brackets. */
  newMessageId(): string {
    return `${randomUUID()}@${this.#door.domain}`;
  }

  /** Does not send a mail after all. @returns false when it has left */
  takeBack(tx: Tx, id: number): Promise<boolean> {
    return giveUpMail(tx, id);
  }

  /** Whether mail leaves by the operator's server, whatever is set on the page. */
  get isOperators(): boolean {
    return this.#door.isOperators;
  }

  /**
   * What would become of a mail that is sent now.
   * @param way stored options that the mail is bound to; without them, the way that is set
   */
  async outgoingState(tx: Tx, way?: Readonly<Record<string, unknown>> | null): Promise<OutgoingState> {
    const mailer = await this.#door.mailer(tx, way);
    if (!mailer) return 'none';
    return mailer.isSafe ? 'ready' : 'unencrypted';
  }

  /** Sends what waits, as far as it may leave now, once the transaction is committed: for when the way has changed. */
  async sendWaiting(tx: Tx): Promise<void> {
    await this.#jobs.add(tx, lookAfterOutbox, {});
  }

  /** Ends the connection to the mail server. */
  close(): void {
    this.#door.close();
  }

  #send(tx: Tx, id: number): Promise<string | null> {
    return this.#jobs.add(tx, deliverMail, { mail: id }, { key: String(id) });
  }

  readonly #deliver: JobHandler<typeof deliverMail> = async ({ mail: id }, run) => {
    const mail = await findMail(this.#db, id);
    // Taken back, given up, or sent by an attempt that died before it could say so.
    if (mail?.state !== 'waiting') return;
    if (mail.expires <= new Date()) {
      await inTransaction(this.#db, 'writes', (tx) => giveUpMail(tx, id));
      return;
    }
    const mailer = await inTransaction(this.#db, 'reads', (tx) => this.#door.mailer(tx, mail.way));
    // What was switched off meanwhile leaves it waiting.
    if (!mailer) return;
    // It stays until there is a safe way, or an administrator hands it on: never lost without a word.
    if (mail.opens_account && !mailer.isSafe) {
      await noteFault(this.#db, id, heldBack);
      this.#warn(
        'A mail with a link to an account is held back: the mail server is not encrypted. Administrators see it at /settings/outbox',
      );
      return;
    }
    await noteAttempt(this.#db, id);
    try {
      await mailer.send(mailIn(mail));
    } catch (error) {
      await noteFault(this.#db, id, codeOf(error));
      if (run.isLast) await inTransaction(this.#db, 'writes', (tx) => giveUpMail(tx, id));
      throw new JobFault(`The mail server did not take it (${codeOf(error)})`);
    }
    await run.finish((tx) => noteSent(tx, id));
  };

  readonly #lookAfter: JobHandler<typeof lookAfterOutbox> = async () => {
    await tidyOutbox(this.#db);
    await inTransaction(this.#db, 'writes', async (tx) => {
      if (!(await this.#door.mailer(tx))) return;
      const inHand = new Set(await keysInHand(tx, deliverMail.name));
      for (const id of await waitingMails(tx)) if (!inHand.has(String(id))) await this.#send(tx, id);
    });
  };
}
