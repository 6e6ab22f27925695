/** Describes why the other side of a channel could not be reached or refused: a code, and its own words without secrets. */

import type { ChannelError, ChannelErrorCode } from '@waypost/contract/channels/channels';
import { redactMailAddresses } from '../kernel/jobs/redact-error.ts';
import { replaceSecrets } from '../kernel/security/replace-secrets.ts';

const maxLength = 300;

/** Codes of sockets, TLS, the mail library and this server. Codes that say no more than "no connection" are left out. */
const codesByErrorCode: Readonly<Record<string, ChannelErrorCode>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  ENODATA: 'dns',
  EDNS: 'dns',
  dns: 'dns',
  ECONNREFUSED: 'connection',
  EHOSTUNREACH: 'connection',
  ENETUNREACH: 'connection',
  ECONNRESET: 'connection',
  EPIPE: 'connection',
  connection: 'connection',
  ETIMEDOUT: 'timeout',
  ETIME: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  timeout: 'timeout',
  address: 'address',
  EAUTH: 'login',
  ENOAUTH: 'login',
  login: 'login',
  ETLS: 'tls',
  tls: 'tls',
  folder: 'folder',
  recipient: 'recipient',
  EMESSAGE: 'refused',
  refused: 'refused',
  redirect: 'refused',
  EPROTOCOL: 'unreadable',
  protocol: 'unreadable',
  unreadable: 'unreadable',
  size: 'unreadable',
  secret: 'secret',
};

const tlsPattern = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO$|HOSTNAME_MISMATCH)/;
const tlsMessagePattern = /certificate|wrong version number|STARTTLS|\b(SSL|TLS)\b/i;

interface ErrorParts {
  code?: unknown;
  message?: unknown;
  /** The command that an SMTP server refused. */
  command?: unknown;
  cause?: unknown;
  errors?: unknown;
  /** The words of an SMTP server, of an IMAP server, and of others. */
  response?: unknown;
  responseText?: unknown;
  peerText?: unknown;
}

/** An error and its causes, the innermost first. */
function listErrors(error: unknown, depth = 0): ErrorParts[] {
  if (typeof error !== 'object' || error === null || depth > 5) return [];
  const { cause, errors } = error as ErrorParts;
  const inner = [cause, ...(Array.isArray(errors) ? (errors as unknown[]) : [])];
  return [...inner.flatMap((it) => listErrors(it, depth + 1)), error];
}

function classify(parts: readonly ErrorParts[]): ChannelErrorCode {
  for (const { code, command } of parts) {
    if (typeof code !== 'string') continue;
    if (code === 'EENVELOPE') return command === 'MAIL FROM' ? 'sender' : 'recipient';
    if (tlsPattern.test(code)) return 'tls';
    const errorCode = codesByErrorCode[code];
    if (errorCode !== undefined) return errorCode;
  }
  // The mail library replaces the codes of sockets by its own, but keeps the messages.
  const text = parts.map(({ message }) => (typeof message === 'string' ? message : '')).join('\n');
  const named = Object.keys(codesByErrorCode).find((code) => /^E[A-Z_]+$/.test(code) && text.includes(code));
  if (named !== undefined) return codesByErrorCode[named] ?? 'other';
  if (tlsMessagePattern.test(text)) return 'tls';
  if (/time(d )?out/i.test(text)) return 'timeout';
  const hasNoConnection = parts.some(
    ({ code }) => code === 'unreachable' || code === 'ESOCKET' || code === 'ECONNECTION',
  );
  return hasNoConnection ? 'connection' : 'other';
}

/** What the other side said; for TLS, what is wrong with its certificate. */
function findWords(parts: readonly ErrorParts[], code: ChannelErrorCode): string | null {
  for (const { peerText, response, responseText } of parts)
    for (const text of [peerText, response, responseText])
      if (typeof text === 'string' && text.trim() !== '') return text;
  const message =
    code === 'tls' ? parts.find((it) => tlsMessagePattern.test(String(it.message)))?.message : null;
  return typeof message === 'string' && !message.startsWith('inbox:') ? message : null;
}

/** How the words of the other side are cleaned. */
export interface ChannelErrorOptions {
  /** Passwords and keys of the channel. */
  secrets?: readonly string[];
  /** Whether e-mail addresses and phone numbers are kept, since only the person who entered them reads the text. */
  keepsAddresses?: boolean;
}

/** Removes secrets, in plain and in base64, and whatever looks like a key. */
function removeSecrets(text: string, { secrets = [], keepsAddresses = false }: ChannelErrorOptions): string {
  const withoutKeys = replaceSecrets(text, secrets).replace(/[\w+/=-]{24,}/g, '…');
  return keepsAddresses
    ? withoutKeys
    : redactMailAddresses(withoutKeys)
        // Status codes such as `550 5.7.1` stay.
        .replace(/\+?\d[\d\s()-]{5,}\d/g, '…');
}

/** Describes an error of a channel. */
export function describeChannelError(error: unknown, options: ChannelErrorOptions = {}): ChannelError {
  const parts = listErrors(error);
  const code = classify(parts);
  const words = findWords(parts, code);
  if (words === null) return { code, message: null };
  const message = removeSecrets(words, options)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength);
  return { code, message: message === '' ? null : message };
}
