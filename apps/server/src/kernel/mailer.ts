/** Sending one mail. Where and how is the caller's matter, and so is what is in it. */

import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { createTransport, type Transporter } from 'nodemailer';
import { type GuardedFetch, GuardedFetchError } from './security/guarded-fetch.ts';

export interface Mail {
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
  /** The same as HTML. */
  html?: string;
  /** Beside the usual ones. */
  headers?: Readonly<Record<string, string>>;
}

export interface Mailer {
  /** @throws when the server did not take it; the error's `code` says why without naming anybody */
  send: (mail: Mail) => Promise<void>;
  /** Whether what opens an account may leave by it: encrypted, or as the operator set it. */
  isTrusted: boolean;
  close: () => void;
}

/** A way out that an administrator set. */
export interface MailTransportSettings {
  type: 'SMTP' | 'Sendmail' | 'Native';
  host: string;
  port: number;
  /** `SSL`: TLS from the first byte. `TLS`: by STARTTLS, and no mail without it. */
  security: 'None' | 'SSL' | 'TLS';
  username: string;
  password: string;
  from: { name: string; address: string };
}

/** As a header has it: without what any program could take for the end of a line. */
export const toSingleLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** A server that does not answer within this many milliseconds is tried again later. */
const timeoutMs = 15_000;
const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
/** Nothing in a mail of ours may make the server read a file or fetch an address. */
const safeOptions = { disableFileAccess: true, disableUrlAccess: true };

/** The mail program of most machines; the operator may name another, an administrator may not. */
export const defaultSendmailPath = '/usr/sbin/sendmail';

/** The part of a sender behind the `@`; the machine's name when there is none. */
export const senderDomain = (from: string): string =>
  /@([a-z0-9.-]+)/i.exec(from)?.[1]?.toLowerCase() ?? hostname();

/**
 * @param url `smtp://user:secret@host:587`, or `smtps://` for TLS from the first byte
 * @param from `Waypost <reports@example.org>`
 */
export function createSmtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({ url, ...timeouts, ...safeOptions }, { from });
  return {
    isTrusted: true,
    send: async (mail) => void (await transport.sendMail(mail)),
    close: () => transport.close(),
  };
}

/** To the server's checked number, so that a name cannot lead elsewhere in between. */
async function createMailTransport(
  { type, host, port, security, username, password, from }: MailTransportSettings,
  { fetcher, sendmailPath: sendmail }: MailTransportDependencies,
): Promise<Transporter> {
  if (type !== 'SMTP')
    return createTransport({ sendmail: true, path: sendmail, newline: 'unix', ...safeOptions }, { from });
  const address = await fetcher.resolveHost(host);
  return createTransport(
    {
      host: address,
      port,
      secure: security === 'SSL',
      requireTLS: security === 'TLS',
      ignoreTLS: security === 'None',
      ...(username === '' ? {} : { auth: { user: username, pass: password } }),
      ...(isIP(host) ? {} : { tls: { servername: host } }),
      ...timeouts,
      ...safeOptions,
    },
    { from },
  );
}

interface MailTransportDependencies {
  /** Says which machines may be asked. */
  fetcher: GuardedFetch;
  /** Absolute; the mail program of this machine. */
  sendmailPath: string;
}

/** Sends by a way that an administrator set; each mail over a connection of its own. */
export const createMailer = (
  settings: MailTransportSettings,
  dependencies: MailTransportDependencies,
): Mailer => ({
  // The mail program of the machine is the operator's. STARTTLS is demanded where it is set (`requireTLS`), or nothing leaves.
  isTrusted: settings.type !== 'SMTP' || settings.security !== 'None',
  async send(mail) {
    const transport = await createMailTransport(settings, dependencies).catch((error: unknown) => {
      throw error instanceof GuardedFetchError
        ? Object.assign(new Error('mail server'), { code: error.code })
        : error;
    });
    try {
      await transport.sendMail(mail);
    } finally {
      transport.close();
    }
  },
  close: () => undefined,
});
