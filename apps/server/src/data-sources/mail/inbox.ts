/** Where mail is fetched from: what IMAP and POP3 have in common. */
import type { GuardedFetch } from '../../kernel/security/guarded-fetch.ts';

export interface InboxLogin {
  host: string;
  port: number;
  /** `SSL`: TLS from the first byte. `TLS`: by STARTTLS, and no mail without it. */
  security: 'None' | 'SSL' | 'TLS';
  username: string;
  password: string;
  /** Certificates (PEM) that are trusted instead of the system's. */
  trustedCertificates?: string;
}

export interface InboxTools {
  fetcher: GuardedFetch;
  signal: AbortSignal;
}

/** A mail as the server has it. */
export interface RawMail {
  /** As the server counts it, for mails that have no id of their own. */
  serverId: string;
  bytes: Buffer;
}

export interface FetchedMail<S> {
  mails: RawMail[];
  state: S;
  /** There is more, or the server tells when there is. */
  hasMore: boolean;
}

/** Mails that one run fetches (API v3 §2.24), and about how many bytes: they are all in memory at once. */
export const maxMails = 200;
export const maxTotalBytes = 32 * 1024 * 1024;
/** Of a larger mail the beginning is read, where the text is. */
export const maxMailBytes = 25 * 1024 * 1024;
/** Milliseconds that a server may be silent. */
export const socketTimeoutMs = 20_000;

/**
 * `login`: it does not know the account. `tls`: there is no safe connection. `unreachable`: nothing answers there. `address`:
 * it is in a network that may not be asked. `protocol`: it says what makes no sense.
 */
export type InboxErrorCode = 'login' | 'tls' | 'unreachable' | 'address' | 'protocol';

/** Mail could not be fetched. Its message has neither addresses nor names. */
export class InboxError extends Error {
  readonly code: InboxErrorCode;

  constructor(code: InboxErrorCode, options?: ErrorOptions) {
    super(`inbox: ${code}`, options);
    this.code = code;
  }
}

const certificateCodes = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO$)/;

/** Which fault an error of a socket or of its TLS is. */
export function toInboxError(error: unknown): InboxError {
  if (error instanceof InboxError) return error;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && (certificateCodes.test(code) || code === 'HOSTNAME_MISMATCH'))
    return new InboxError('tls');
  return new InboxError(code === 'address' ? 'address' : 'unreachable');
}
