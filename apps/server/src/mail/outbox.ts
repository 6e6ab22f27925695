/**
 * Mail on its way out: written in the transaction that wants it, delivered after the commit, tried again until it expires.
 * Without a mail server it stays here, and an administrator hands it on.
 */
import { Background } from '../kernel/background.ts';
import type { Db, Tx } from '../kernel/db.ts';
import type { Mail, Mailer } from '../kernel/mail.ts';
import {
  claimMail,
  giveUpMail,
  insertMail,
  noteFault,
  noteSent,
  type OutboxRow,
  tidyOutbox,
} from './mail.sql.ts';

/** Milliseconds between looks at what waits for another try. */
const pace = 30_000;

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

export interface Log {
  warn: (line: string) => void;
  error: (error: object, line: string) => void;
}

export class Outbox {
  readonly #db: Db;
  readonly #mailer: Mailer | undefined;
  readonly #log: Log;
  readonly #background: Background;
  #timer: NodeJS.Timeout | undefined;
  #delivering = false;
  #again = false;

  /** @param mailer undefined: nothing leaves */
  constructor(db: Db, mailer: Mailer | undefined, log: Log) {
    this.#db = db;
    this.#mailer = mailer;
    this.#log = log;
    this.#background = new Background((err) => log.error({ err }, 'mail could not be looked after'));
  }

  /**
   * Writes a mail that is worth sending for so many seconds. Call `wake` once that is committed.
   * @returns its id here
   */
  put(tx: Tx, mail: Mail, seconds: number): Promise<number> {
    const { to: recipient, subject, text, html = null, headers } = mail;
    const expires = new Date(Date.now() + seconds * 1000);
    return insertMail(tx, {
      recipient,
      subject,
      text,
      html,
      headers: headers ? JSON.stringify(headers) : null,
      expires,
      fault: null,
      sent: null,
    });
  }

  /** Does not send a mail after all. @returns false when it has left */
  takeBack(tx: Tx, id: number): Promise<boolean> {
    return giveUpMail(tx, id);
  }

  /** Delivers what is due, without being waited for. */
  wake(): void {
    if (!this.#mailer)
      this.#log.warn(
        'A mail waits in the outbox: SMTP_URL is not set. Administrators read it at /settings/outbox',
      );
    else this.#background.start(() => this.#deliver());
  }

  start(): void {
    const look = async () => {
      await tidyOutbox(this.#db);
      await this.#deliver();
    };
    this.#background.start(look);
    this.#timer = setInterval(() => this.#background.start(look), pace);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#background.idle();
    this.#mailer?.close();
  }

  /** One at a time in this process; other processes take other mails. */
  async #deliver(): Promise<void> {
    this.#again = true;
    if (this.#delivering) return;
    this.#delivering = true;
    try {
      while (this.#again) {
        this.#again = false;
        while (await this.#deliverNext());
      }
    } finally {
      this.#delivering = false;
    }
  }

  /** @returns whether there was one */
  async #deliverNext(): Promise<boolean> {
    const row = this.#mailer ? await claimMail(this.#db) : undefined;
    if (!row) return false;
    try {
      await this.#mailer?.send(mailIn(row));
      await noteSent(this.#db, row.id);
    } catch (error) {
      await noteFault(this.#db, row.id, codeOf(error));
      this.#log.warn(`A mail could not be sent (${codeOf(error)}) and is tried again`);
    }
    return true;
  }
}
