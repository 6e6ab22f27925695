/** Types, limits and errors shared by the IMAP and POP3 clients. */
import { describeChannelError } from '../../channels/channels.public.ts';
import type { GuardedFetch } from '../../kernel/security/guarded-fetch.ts';

/** Connection and login of a mailbox. */
export interface InboxLogin {
  host: string;
  port: number;
  /** `SSL`: implicit TLS. `TLS`: STARTTLS is required. */
  security: 'None' | 'SSL' | 'TLS';
  username: string;
  password: string;
  /** CA certificates (PEM) to trust instead of the system's. */
  trustedCertificates?: string;
}

/** What the clients need from the server. */
export interface InboxTools {
  fetcher: GuardedFetch;
  signal: AbortSignal;
}

/** A fetched mail. */
export interface RawMail {
  /** Its id in the mailbox, for mails without a Message-ID. */
  serverId: string;
  bytes: Buffer;
}

/** The result of one run. */
export interface FetchedMail<S> {
  mails: RawMail[];
  state: S;
  /** There is more mail, or the server supports waiting for new mail. */
  hasMore: boolean;
}

/** Maximum number of mails per run (API v3 §2.24). */
export const maxMails = 200;
/** Approximate maximum of bytes per run, since all mails are held in memory. */
export const maxTotalBytes = 32 * 1024 * 1024;
/** Only the beginning of larger mails is read, which contains the text. */
export const maxMailBytes = 25 * 1024 * 1024;
/** Timeout of an idle connection. */
export const socketTimeoutMs = 20_000;

/**
 * `dns`: the name of the server is unknown. `connection`: nothing answers at this port. `timeout`: the server is too slow. `tls`: no
 * encrypted connection, or an untrusted certificate. `login`: wrong user name or password. `folder`: the mailbox cannot be opened.
 * `address`: the server is in a forbidden network. `unreachable`: the connection was lost. `protocol`: unexpected response.
 */
export type InboxErrorCode =
  | 'dns'
  | 'connection'
  | 'timeout'
  | 'tls'
  | 'login'
  | 'folder'
  | 'address'
  | 'unreachable'
  | 'protocol';

/** Mail could not be fetched. The error message contains no addresses and no names. */
export class InboxError extends Error {
  readonly code: InboxErrorCode;
  /** What the server said; it may contain the user name. */
  readonly peerText: string | undefined;

  constructor(code: InboxErrorCode, { peerText, ...options }: ErrorOptions & { peerText?: string } = {}) {
    super(`inbox: ${code}`, options);
    this.code = code;
    this.peerText = peerText;
  }
}

/** Converts an error of a socket, of TLS, or of the guard against forbidden networks. */
export function toInboxError(error: unknown): InboxError {
  if (error instanceof InboxError) return error;
  const { code } = describeChannelError(error);
  const isKnown =
    code === 'dns' || code === 'connection' || code === 'timeout' || code === 'tls' || code === 'address';
  return new InboxError(isKnown ? code : 'unreachable', { cause: error });
}
