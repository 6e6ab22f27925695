/** Where mail is fetched from: what IMAP and POP3 have in common. */
import type { GuardedFetch } from '../../kernel/guarded-fetch.ts';

export interface InboxLogin {
  host: string;
  port: number;
  /** `SSL`: TLS from the first byte. `TLS`: by STARTTLS, and no mail without it. */
  security: 'None' | 'SSL' | 'TLS';
  username: string;
  password: string;
  /** Certificates (PEM) that are trusted instead of the system's. */
  trusted?: string;
}

export interface InboxTools {
  fetcher: GuardedFetch;
  signal: AbortSignal;
}

/** A mail as the server has it. */
export interface RawMail {
  /** As the server counts it, for mails that have no id of their own. */
  place: string;
  bytes: Buffer;
}

export interface Fetched<S> {
  mails: RawMail[];
  state: S;
  /** There is more, or the server tells when there is. */
  more: boolean;
}

/** Mails that one run fetches (wire 2.24), and about how many bytes: they are all in memory at once. */
export const mostMails = 200;
export const mostBytes = 32 * 1024 * 1024;
/** Of a larger mail the beginning is read, where the text is. */
export const largestMail = 25 * 1024 * 1024;
/** Milliseconds that a server may be silent. */
export const patience = 20_000;

/**
 * `login`: it does not know the account. `tls`: there is no safe connection. `unreachable`: nothing answers there. `address`:
 * it is in a network that may not be asked. `protocol`: it says what makes no sense.
 */
export type InboxFaultCode = 'login' | 'tls' | 'unreachable' | 'address' | 'protocol';

/** Mail could not be fetched. Its message has neither addresses nor names. */
export class InboxFault extends Error {
  readonly code: InboxFaultCode;

  constructor(code: InboxFaultCode, options?: ErrorOptions) {
    super(`inbox: ${code}`, options);
    this.code = code;
  }
}

const certificateCodes = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO$)/;

/** Which fault an error of a socket or of its TLS is. */
export function faultOfSocket(error: unknown): InboxFault {
  if (error instanceof InboxFault) return error;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && (certificateCodes.test(code) || code === 'HOSTNAME_MISMATCH'))
    return new InboxFault('tls');
  return new InboxFault(code === 'address' ? 'address' : 'unreachable');
}
