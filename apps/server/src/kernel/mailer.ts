/** Sends mail over SMTP or the sendmail program. */

import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { parseUrl } from '@waypost/contract/common/parse-url';
import { createTransport, type Transporter } from 'nodemailer';
import { type GuardedFetch, GuardedFetchError } from './security/guarded-fetch.ts';

/** A mail to one recipient. */
export interface Mail {
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
  /** The same text as HTML. */
  html?: string;
  /** Additional headers. */
  headers?: Readonly<Record<string, string>>;
}

/** Sends mail by one transport. */
export interface Mailer {
  /** @throws when the server refuses it; the error's `code` gives the reason without personal data */
  send: (mail: Mail) => Promise<void>;
  /** Whether mails with sign-in secrets may be sent by it: the connection is encrypted, or set by the operator. */
  isTrusted: boolean;
  /** Passwords that the server gets, and may repeat in its errors. */
  secrets: readonly string[];
  close: () => void;
}

/** A mail transport that an administrator configured. */
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

/** Text for a mail header: without characters that any program could read as a line break. */
export const toSingleLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** A server that does not answer in this time is tried again later. */
const timeoutMs = 15_000;
const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
/** No content of a mail may make the server read a file or fetch a URL. */
const safeOptions = { disableFileAccess: true, disableUrlAccess: true };

/** The usual mail program; the operator may set another path, an administrator may not. */
export const defaultSendmailPath = '/usr/sbin/sendmail';

/** The domain of a sender; the host name of the machine when the sender has none. */
export const senderDomain = (from: string): string =>
  /@([a-z0-9.-]+)/i.exec(from)?.[1]?.toLowerCase() ?? hostname();

/** The password of a URL, as it is written there and as it is sent. */
function readPasswords(url: string): string[] {
  const password = parseUrl(url)?.password ?? '';
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}

/**
 * The mailer that the operator configured.
 * @param url `smtp://user:secret@host:587`, or `smtps://` for TLS from the first byte
 * @param from `Waypost <reports@example.org>`
 */
export function createSmtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({ url, ...timeouts, ...safeOptions }, { from });
  return {
    isTrusted: true,
    secrets: readPasswords(url),
    send: async (mail) => void (await transport.sendMail(mail)),
    close: () => transport.close(),
  };
}

/** Connects to the IP address that was checked, so that the name cannot resolve to another one in between. */
async function createMailTransport(
  { type, host, port, security, username, password, from }: MailTransportSettings,
  { fetcher, sendmailPath }: MailTransportDependencies,
): Promise<Transporter> {
  if (type !== 'SMTP')
    return createTransport({ sendmail: true, path: sendmailPath, newline: 'unix', ...safeOptions }, { from });
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
  /** Decides which hosts may be connected to. */
  fetcher: GuardedFetch;
  /** Absolute path of the mail program of this machine. */
  sendmailPath: string;
}

/** The mailer that an administrator configured; each mail has its own connection. */
export const createMailer = (
  settings: MailTransportSettings,
  dependencies: MailTransportDependencies,
): Mailer => ({
  // The mail program of the machine is the operator's. With STARTTLS nothing is sent unencrypted (`requireTLS`).
  isTrusted: settings.type !== 'SMTP' || settings.security !== 'None',
  secrets: [settings.password],
  async send(mail) {
    const transport = await createMailTransport(settings, dependencies).catch((error: unknown) => {
      throw error instanceof GuardedFetchError
        ? Object.assign(new Error('mail server', { cause: error }), { code: error.code })
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
