/** Sending one mail. Where and how is the environment's matter; what is in it, the caller's. */
import { createTransport } from 'nodemailer';

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
  close: () => void;
}

/** A server that does not answer within this many milliseconds is tried again later. */
const patience = 15_000;

/**
 * @param url `smtp://user:secret@host:587`, or `smtps://` for TLS from the first byte
 * @param from `Waypost <reports@example.org>`
 */
export function smtpMailer(url: string, from: string): Mailer {
  const timeouts = { connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience };
  // Nothing in a mail of ours may make the server read a file or fetch an address.
  const safe = { disableFileAccess: true, disableUrlAccess: true };
  const transport = createTransport({ url, ...timeouts, ...safe }, { from });
  return {
    send: async (mail) => void (await transport.sendMail(mail)),
    close: () => transport.close(),
  };
}
